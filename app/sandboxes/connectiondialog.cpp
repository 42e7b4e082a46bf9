// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connectiondialog.h"

#include "shared/button.h"
#include "shared/label.h"

#include <opensandbox/osbconfig.h>

#include <QBoxLayout>
#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace {

/// With ~ for the home folder, which is nobody's business on a picture.
QString shortPath(const QString &path)
{
    const QString home = QDir::homePath() + u'/';
    return path.startsWith(home) ? u"~/"_s + path.sliced(home.size()) : path;
}

} // namespace

ConnectionDialog::ConnectionDialog(ConnectionStore *store, QWidget *parent)
    : QDialog(parent)
    , m_store(store)
    , m_address(new QLineEdit)
    , m_name(new QLineEdit)
    , m_key(new QLineEdit)
    , m_proxy(new QCheckBox(tr("Reach sandboxes through the server")))
    , m_result(new Label({}, Fonts::Role::Small, &Theme::text2))
    , m_test(Buttons::push(tr("Test")))
    , m_add(Buttons::push(tr("Add connection")))
{
    setWindowTitle(tr("Add a connection"));
    setWindowModality(Qt::NonModal);
    m_address->setPlaceholderText(u"sandbox.example.org:8080"_s);
    m_key->setEchoMode(QLineEdit::Password);
    m_proxy->setToolTip(tr("For servers whose sandboxes have addresses that cannot be reached from here."));
    m_result->setWordWrap(true);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_result->setMinimumHeight(Fonts::lineHeight(Fonts::Role::Small) * 3);
    m_result->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    Buttons::makePrimary(m_add);
    m_add->setDefault(true);
    m_test->setAutoDefault(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::scaled(16), Metrics::scaled(16), Metrics::scaled(16), Metrics::scaled(12));
    layout->setSpacing(Metrics::scaled(4));
    const auto field = [layout](const QString &text, QLineEdit *edit) {
        auto *label = new Label(text, Fonts::Role::Body, &Theme::text2);
        label->setBuddy(edit);
        edit->setAccessibleName(text);
        edit->setMinimumWidth(Metrics::scaled(380));
        layout->addWidget(label);
        layout->addWidget(edit);
        layout->addSpacing(Metrics::scaled(8));
    };
    field(tr("Address"), m_address);
    field(tr("Key (kept in the keyring)"), m_key);
    field(tr("Name"), m_name);
    layout->addWidget(m_proxy);
    layout->addSpacing(Metrics::scaled(8));
    layout->addWidget(m_result);
    auto *footer = new QHBoxLayout;
    footer->setSpacing(Metrics::scaled(8));
    QPushButton *cancel = Buttons::push(tr("Cancel"));
    cancel->setAutoDefault(false);
    footer->addWidget(m_test);
    if (QFile::exists(OpenSandbox::osbConfigPath())) {
        QPushButton *import = Buttons::push(tr("Import from osb"), u"download"_s);
        import->setAutoDefault(false);
        import->setToolTip(tr("Takes address and key from %1.").arg(shortPath(OpenSandbox::osbConfigPath())));
        connect(import, &QPushButton::clicked, this, [this]() { importOsb(); });
        footer->addWidget(import);
    }
    footer->addStretch();
    footer->addWidget(cancel);
    footer->addWidget(m_add);
    layout->addLayout(footer);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_test, &QPushButton::clicked, this, &ConnectionDialog::test);
    connect(m_address, &QLineEdit::textChanged, this, &ConnectionDialog::changed);
    connect(m_add, &QPushButton::clicked, this, [this]() {
        const QString name = m_name->text().trimmed();
        m_store->add(name.isEmpty() ? m_name->placeholderText() : name, config());
        accept();
    });
    changed();
}

QString ConnectionDialog::addressProblem(const QString &address)
{
    QString text = address.trimmed();
    if (text.isEmpty())
        return tr("An address is needed.");
    if (!text.contains(u"://"_s))
        text.prepend(u"http://"_s);
    const QUrl url(text, QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty())
        return tr("This is no address. Write it as host:port.");
    if (url.scheme() != "http"_L1 && url.scheme() != "https"_L1)
        return tr("Only http and https are possible.");
    if (!url.userInfo().isEmpty())
        return tr("Put the key into its own field, not into the address.");
    return {};
}

OpenSandbox::ConnectionConfig ConnectionDialog::config() const
{
    OpenSandbox::ConnectionConfig config;
    QString text = m_address->text().trimmed();
    if (text.startsWith("https://"_L1))
        config.protocol = u"https"_s;
    config.domain = text.remove(u"https://"_s).remove(u"http://"_s);
    while (config.domain.endsWith(u'/'))
        config.domain.chop(1);
    config.apiKey = m_key->text();
    config.useServerProxy = m_proxy->isChecked();
    return config;
}

void ConnectionDialog::importOsb(const QString &path)
{
    const QString file = path.isEmpty() ? OpenSandbox::osbConfigPath() : path;
    const auto found = OpenSandbox::readOsbConfig(file);
    const auto say = [this](ThemeColor color, const QString &text) {
        m_result->setColor(color);
        m_result->setText(text);
    };
    if (!found) {
        say(&Theme::bad, found.error().message + u' ' + tr("Correct the file, or type the address here."));
        return;
    }
    if (!found->domain) {
        say(&Theme::warn, tr("%1 names no server (connection.domain). Type the address here.").arg(shortPath(file)));
        return;
    }
    const OpenSandbox::ConnectionConfig taken = found->appliedTo({});
    m_address->setText(taken.domain.contains(u"://"_s) || taken.protocol == "http"_L1 ? taken.domain : taken.protocol + u"://"_s + taken.domain);
    m_address->setCursorPosition(0);
    m_key->setText(taken.apiKey);
    m_proxy->setChecked(taken.useServerProxy);
    if (const QString problem = addressProblem(m_address->text()); !problem.isEmpty())
        return;
    say(&Theme::text2, taken.apiKey.isEmpty() ? tr("Taken from %1: the address. It has no key.").arg(shortPath(file)) : tr("Taken from %1: address and key.").arg(shortPath(file)));
}

void ConnectionDialog::changed()
{
    const QString problem = addressProblem(m_address->text());
    m_add->setEnabled(problem.isEmpty());
    m_test->setEnabled(problem.isEmpty());
    m_add->setToolTip(problem);
    m_result->setColor(&Theme::text2);
    m_result->setText(m_address->text().isEmpty() ? QString() : problem);
    m_name->setPlaceholderText(config().domain.section(u'/', 0, 0).section(u':', 0, 0));
}

void ConnectionDialog::test()
{
    m_tasks.cancel();
    m_result->setColor(&Theme::text2);
    m_result->setText(tr("Asking %1.").arg(config().domain));
    auto manager = std::make_shared<OpenSandbox::SandboxManager>(config());
    OpenSandbox::SandboxFilter one;
    one.pageSize = 1;
    m_tasks.run(manager->list(one, m_tasks.token()), [this, manager](OpenSandbox::Result<OpenSandbox::SandboxPage> page) {
        if (page) {
            m_result->setColor(&Theme::ok);
            m_result->setText(tr("It answers and has %Ln sandbox(es).", nullptr, int(page->totalItems)));
            return;
        }
        const Problem problem = describeError(page.error(), config().domain);
        m_result->setColor(&Theme::bad);
        m_result->setText(problem.message + u' ' + problem.hint);
    });
}
