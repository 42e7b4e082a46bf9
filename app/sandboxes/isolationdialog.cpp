// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "isolationdialog.h"

#include "session/localruntime.h"
#include "shared/button.h"
#include "shared/iconlabel.h"
#include "shared/label.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QGridLayout>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace {

/// The runtime speaks English; of what it says these are known here. Another one is shown as it was sent.
constexpr const char *known[] {
    QT_TRANSLATE_NOOP("Isolation", "Own user, process, file and network namespaces by bubblewrap."),
    QT_TRANSLATE_NOOP("Isolation", "Memory, CPU and process limits by a systemd scope."),
    QT_TRANSLATE_NOOP("Isolation", "Memory, CPU and process limits by control groups."),
    QT_TRANSLATE_NOOP("Isolation", "Process limits by the kernel, memory limits by a watchdog."),
    QT_TRANSLATE_NOOP("Isolation", "CPU limits are not enforced; a sandbox may use the CPUs it was assigned fully."),
    QT_TRANSLATE_NOOP("Isolation", "Disk space is not reserved: a sandbox that fills the disk is stopped, after it did."),
    QT_TRANSLATE_NOOP("Isolation", "Sandboxes can see the list of this machine's processes."),
    QT_TRANSLATE_NOOP("Isolation", "A fresh /proc cannot be mounted here (usual in containers), so sandboxes see the host's list of processes. They cannot read or stop them. To change that, start the container with --security-opt systempaths=unconfined."),
    QT_TRANSLATE_NOOP("Isolation", "No API key is set: every program of this machine can use this server."),
    QT_TRANSLATE_NOOP("Isolation", "Neither systemd nor a writable control group is available, so memory limits are kept by a watchdog and CPU shares are not enforced."),
};

QString translated(const QString &sentence)
{
    for (const char *each : known) {
        if (sentence == QLatin1StringView(each))
            return QCoreApplication::translate("Isolation", each);
    }
    return sentence;
}

QStringList translatedAll(QStringList list)
{
    for (QString &sentence : list)
        sentence = translated(sentence);
    return list;
}

QStringList sentences(const QString &text)
{
    QStringList list = text.split(u". "_s, Qt::SkipEmptyParts);
    for (QString &sentence : list) {
        if (!sentence.endsWith(u'.'))
            sentence += u'.';
        sentence = translated(sentence);
    }
    return list;
}

} // namespace

IsolationDialog::IsolationDialog(const LocalRuntime *runtime, QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("Process isolation"));
    setWindowModality(Qt::NonModal);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::scaled(16), Metrics::scaled(16), Metrics::scaled(16), Metrics::scaled(12));
    layout->setSpacing(Metrics::scaled(8));
    const auto section = [layout](const QString &title, const QStringList &lines, const QString &icon, Icons::Role role) {
        layout->addWidget(new Label(title, Fonts::Role::Body, &Theme::text, QFont::DemiBold));
        auto *grid = new QGridLayout;
        grid->setHorizontalSpacing(Metrics::scaled(8));
        grid->setVerticalSpacing(Metrics::scaled(6));
        grid->setColumnStretch(1, 1);
        for (const QString &line : lines) {
            const int row = grid->rowCount();
            grid->addWidget(new IconLabel(icon, role), row, 0, Qt::AlignTop);
            auto *text = new Label(line);
            text->setWordWrap(true);
            text->setMinimumWidth(Metrics::scaled(420));
            text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
            grid->addWidget(text, row, 1);
        }
        layout->addLayout(grid);
        layout->addSpacing(Metrics::scaled(8));
    };

    const QJsonObject isolation = runtime ? runtime->isolation() : QJsonObject();
    if (isolation.isEmpty()) {
        auto *text = new Label(tr("The local runtime does not run, so nothing is known about its isolation. Start it with Retry in the Sandboxes list."));
        text->setWordWrap(true);
        text->setMinimumWidth(Metrics::scaled(420));
        layout->addWidget(text);
    } else {
        QStringList open;
        const QJsonArray list = isolation.value("notEnforced"_L1).toArray();
        for (const QJsonValue &sentence : list)
            open << translated(sentence.toString());
        section(tr("Enforced for each sandbox on this computer"), sentences(isolation.value("summary"_L1).toString())
                << tr("Your files, your other programs and this computer's network are out of reach unless you allow the network."),
            u"check"_s, Icons::Role::Ok);
        if (open.isEmpty())
            section(tr("Not enforced"), { tr("Nothing is missing on this computer.") }, u"check"_s, Icons::Role::Ok);
        else
            section(tr("Not enforced on this computer"), open, u"triangle-alert"_s, Icons::Role::Warn);
        if (!runtime->warnings().isEmpty())
            section(tr("What the runtime says"), translatedAll(runtime->warnings()), u"info"_s, Icons::Role::Normal);
        auto *note = new Label(tr("Sandboxes of other servers are isolated by those servers."), Fonts::Role::Small, &Theme::text2);
        note->setWordWrap(true);
        layout->addWidget(note);
    }
    layout->addStretch();
    auto *footer = new QHBoxLayout;
    footer->addStretch();
    QPushButton *close = Buttons::push(tr("Close"));
    close->setDefault(true);
    footer->addWidget(close);
    layout->addLayout(footer);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
}

#include "moc_isolationdialog.cpp"
