// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "closequestion.h"

#include "shared/button.h"
#include "shared/label.h"
#include "theme/bidi.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QDir>
#include <QFileInfo>
#include <QScrollArea>
#include <QStyle>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

/// A box with a name that gives way in its middle.
class NameBox final : public QCheckBox
{
public:
    explicit NameBox(const QString &name) : m_name(name)
    {
        setAccessibleName(name);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        setFont(Fonts::body(QFont::Medium));
        setText(name);
    }
    QSize minimumSizeHint() const override { return { Metrics::scaled(120), QCheckBox::minimumSizeHint().height() }; }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        QCheckBox::resizeEvent(event);
        const int room = width() - style()->pixelMetric(QStyle::PM_IndicatorWidth) - Metrics::scaled(12);
        const QString shown = fontMetrics().elidedText(m_name, Qt::ElideMiddle, room);
        setText(QString(shown).replace(u'&', u"&&"_s));
        setToolTip(shown == m_name ? QString() : m_name);
    }

private:
    const QString m_name;
};

} // namespace

CloseQuestion::CloseQuestion(bool quits, const QList<Row> &rows, const QStringList &concerns, std::optional<bool> endsContexts, QWidget *parent) : QDialog(parent), m_body(new QWidget)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(u"closeQuestion"_s);
    const int count = int(rows.size());
    // The bar of a window has no room for the whole question, as desktops add the program's name.
    setWindowTitle(quits ? tr("Quit") : tr("Close"));
    m_question = new Label(count == 0 ? tr("Quit all the same?")
                               : quits ? tr("Save %n document(s) before quitting?", nullptr, count)
                                       : tr("Save %n document(s) before closing?", nullptr, count),
        Fonts::Role::Heading, &Theme::text, QFont::DemiBold);
    m_question->setWordWrap(true);
    setMinimumWidth(Metrics::scaled(460));

    auto *column = new QVBoxLayout(m_body);
    column->setContentsMargins(Metrics::scaled(16), 0, Metrics::scaled(16), 0);
    column->setSpacing(Metrics::scaled(2));
    const int indent = style()->pixelMetric(QStyle::PM_IndicatorWidth) + style()->pixelMetric(QStyle::PM_CheckBoxLabelSpacing);
    const auto addLine = [&](QWidget *line, int below) {
        auto *row = new QHBoxLayout;
        row->setContentsMargins(indent, 0, 0, Metrics::scaled(below));
        row->addWidget(line);
        column->addLayout(row);
    };
    for (const Row &row : rows) {
        auto *box = new NameBox(row.title);
        box->setChecked(true);
        connect(box, &QCheckBox::toggled, this, &CloseQuestion::refresh);
        m_boxes.append(box);
        column->addWidget(box);
        const QString folder = row.path.isEmpty() ? tr("Not saved yet: asks for a place") : Bidi::code(QDir::toNativeSeparators(QFileInfo(row.path).path()));
        auto *place = new ElidedLabel(folder, Fonts::Role::Small, &Theme::text2);
        place->setElideMode(row.path.isEmpty() ? Qt::ElideRight : Qt::ElideMiddle);
        addLine(place, row.running.isEmpty() ? 8 : 0);
        if (row.running.isEmpty())
            continue;
        auto *running = new Label({}, Fonts::Role::Small, &Theme::text2);
        running->setWordWrap(true);
        m_running.append({ running, row.running, box });
        addLine(running, 8);
    }
    column->addStretch(1);

    auto *scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus); // Its boxes are what is reached, and they come into view.
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_body);
    scroll->setVisible(count > 0);
    m_body->ensurePolished();
    // So many rows are seen at once; the others scroll.
    const int seen = std::min(count, 6);
    scroll->setMinimumHeight(count == 0 ? 0 : std::min(m_body->sizeHint().height() * seen / std::max(1, count) + Metrics::scaled(8), Metrics::scaled(420)));

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, Metrics::scaled(16), 0, Metrics::scaled(12));
    layout->setSpacing(Metrics::scaled(8));
    auto *head = new QHBoxLayout;
    head->setContentsMargins(Metrics::scaled(16), 0, Metrics::scaled(16), Metrics::scaled(4));
    head->addWidget(m_question);
    layout->addLayout(head);
    layout->addWidget(scroll, 1);
    auto *below = new QVBoxLayout;
    below->setContentsMargins(Metrics::scaled(16), 0, Metrics::scaled(16), 0);
    below->setSpacing(Metrics::scaled(8));
    if (!m_running.isEmpty()) {
        m_interrupt = new QCheckBox(tr("&Interrupt what runs first"));
        m_interrupt->setChecked(true);
        connect(m_interrupt, &QCheckBox::toggled, this, &CloseQuestion::refresh);
        below->addWidget(m_interrupt);
    }
    if (endsContexts) {
        m_endContexts = new QCheckBox(tr("&End contexts that only these notebooks use"));
        m_endContexts->setObjectName(u"endContexts"_s);
        m_endContexts->setToolTip(tr("Their variables end with them."));
        m_endContexts->setChecked(*endsContexts);
        below->addWidget(m_endContexts);
    }
    for (const QString &concern : concerns) {
        auto *line = new Label(concern);
        line->setWordWrap(true);
        below->addWidget(line);
    }
    m_note = new Label({}, Fonts::Role::Small, &Theme::text2);
    m_note->setWordWrap(true);
    below->addWidget(m_note);
    layout->addLayout(below);

    auto *footer = new QHBoxLayout;
    footer->setContentsMargins(Metrics::scaled(16), Metrics::scaled(8), Metrics::scaled(16), 0);
    footer->setSpacing(Metrics::scaled(8));
    if (count > 0) {
        m_discard = Buttons::push(tr("&Discard all"), {}, this);
        m_discard->setAccessibleName(tr("Discard all"));
        Buttons::makeDestructive(m_discard);
        connect(m_discard, &QPushButton::clicked, this, [this] { answer({}); });
        footer->addWidget(m_discard);
    }
    footer->addStretch(1);
    QPushButton *cancel = Buttons::push(tr("Cancel"), {}, this);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    footer->addWidget(cancel);
    m_save = Buttons::push(count > 0 ? tr("&Save all") : tr("&Quit"), {}, this);
    Buttons::makePrimary(m_save);
    m_save->setDefault(true);
    connect(m_save, &QPushButton::clicked, this, [this] {
        if (m_waits)
            Q_EMIT goOn();
        else
            answer(ticked());
    });
    footer->addWidget(m_save);
    layout->addLayout(footer);
    refresh();
    m_save->setFocus();
}

QList<int> CloseQuestion::ticked() const
{
    QList<int> rows;
    for (int i = 0; i < int(m_boxes.size()); ++i) {
        if (m_boxes.at(i)->isChecked())
            rows.append(i);
    }
    return rows;
}

std::optional<bool> CloseQuestion::endsContexts() const
{
    return m_endContexts ? std::optional(m_endContexts->isChecked()) : std::nullopt;
}

void CloseQuestion::answer(const QList<int> &save)
{
    Q_EMIT answered(save, m_interrupt && m_interrupt->isChecked());
}

void CloseQuestion::refresh()
{
    const bool interrupt = m_interrupt && m_interrupt->isChecked();
    for (const Running &running : std::as_const(m_running)) {
        const QString end = !interrupt ? tr("It is left alone; output after closing is lost.")
            : running.box->isChecked() ? tr("It is interrupted first; output so far is kept.")
                                       : tr("It is interrupted first.");
        running.label->setText(running.what + u' ' + end);
    }
    const int count = int(m_boxes.size());
    if (count == 0) {
        m_note->hide();
        return;
    }
    const int save = int(ticked().size());
    m_save->setText(save == count ? tr("&Save all") : tr("&Save %1 of %2").arg(save).arg(count));
    m_save->setAccessibleName(QString(m_save->text()).remove(u'&'));
    m_save->setEnabled(save > 0);
    m_save->setToolTip(save > 0 ? QString() : tr("Nothing is ticked."));
    m_note->setText(save == count ? QString() : tr("What has no tick closes without being saved."));
    m_note->setVisible(save < count);
}

void CloseQuestion::waitForRuns()
{
    m_waits = true;
    show(); // It may have been put aside.
    m_body->setEnabled(false);
    if (m_discard)
        m_discard->setEnabled(false);
    m_interrupt->setEnabled(false);
    if (m_endContexts)
        m_endContexts->setEnabled(false);
    m_note->setText(tr("Waits until what runs has ended."));
    m_note->show();
    m_save->setText(tr("Do &not wait"));
    m_save->setAccessibleName(tr("Do not wait"));
    m_save->setToolTip({});
    m_save->setEnabled(true);
    m_save->setFocus();
}

#include "moc_closequestion.cpp"
