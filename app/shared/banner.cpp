// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "banner.h"

#include "button.h"
#include "label.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QBoxLayout>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace {

int weight(Meaning meaning)
{
    return meaning == Meaning::Bad ? 2 : meaning == Meaning::Warn ? 1 : 0;
}

QString defaultIcon(Meaning meaning)
{
    return meaning == Meaning::Bad ? u"circle-x"_s : meaning == Meaning::Warn ? u"triangle-alert"_s : u"info"_s;
}

} // namespace

Banner::Banner(QWidget *parent) : QWidget(parent), m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this))
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, &Banner::rebuild);
    hide();
}

Banner::~Banner() = default;

void Banner::setMessage(const QString &id, const Message &message)
{
    for (auto &[known, old] : m_messages) {
        if (known != id)
            continue;
        // A countdown changes only its words; new buttons would lose focus and a press under way.
        const bool sameShape = old.meaning == message.meaning && old.icon == message.icon && old.detail == message.detail
            && old.closable == message.closable
            && std::equal(old.buttons.begin(), old.buttons.end(), message.buttons.begin(), message.buttons.end(),
                [](const Button &a, const Button &b) { return a.text == b.text && a.icon == b.icon; });
        old = message;
        if (sameShape) {
            if (m_text && m_text->objectName() == id)
                m_text->setText(message.text);
            return;
        }
        rebuild();
        return;
    }
    m_messages.emplaceBack(id, message);
    rebuild();
}

void Banner::clearMessage(const QString &id)
{
    if (m_messages.removeIf([&id](const auto &entry) { return entry.first == id; }) > 0)
        rebuild();
}

void Banner::clearAll()
{
    m_messages.clear();
    rebuild();
}

bool Banner::hasMessage(const QString &id) const
{
    return std::any_of(m_messages.begin(), m_messages.end(), [&id](const auto &entry) { return entry.first == id; });
}

QPoint Banner::menuPosition() const
{
    const QWidget *place = m_pressed && m_pressed->isVisible() ? m_pressed.data() : this;
    return place->mapToGlobal(place->rect().bottomLeft() + QPoint(0, 1));
}

void Banner::rebuild()
{
    while (QLayoutItem *item = m_layout->takeAt(0)) {
        if (QWidget *widget = item->widget()) {
            // A button may be what called us.
            widget->setObjectName(QString());
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    if (m_messages.isEmpty()) {
        hide();
        return;
    }
    const auto worst = std::max_element(m_messages.begin(), m_messages.end(),
        [](const auto &a, const auto &b) { return weight(a.second.meaning) < weight(b.second.meaning); });
    const QString id = worst->first;
    const Message message = worst->second;

    const int pad = Metrics::scaled(12);
    const int icon = pad + Metrics::icon() + Metrics::scaled(8);
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    m_layout->setContentsMargins(mirrored ? pad : icon, Metrics::scaled(5), mirrored ? icon : pad, Metrics::scaled(5));
    m_layout->setSpacing(Metrics::scaled(8));
    m_text = new Label(message.text);
    m_text->setObjectName(id);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    // What finds no room beside the buttons goes on in the next line.
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    m_text->setSizePolicy(policy);
    if (!message.detail.isEmpty())
        setToolTip(message.detail);
    else
        setToolTip({});
    m_layout->addWidget(m_text, 1);
    m_buttons = new QWidget(this); // Without a parent it would be a window for a moment.
    auto *row = new QHBoxLayout(m_buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Metrics::scaled(8));
    if (m_messages.size() > 1)
        row->addWidget(new Label(tr("%n more", nullptr, int(m_messages.size()) - 1), Fonts::Role::Small, &Theme::text2));
    for (qsizetype i = 0; i < qMin<qsizetype>(3, message.buttons.size()); ++i) {
        const Button &spec = message.buttons.at(i);
        QPushButton *button = Buttons::smallPush(spec.text, spec.icon);
        connect(button, &QPushButton::clicked, this, [this, id, i, button] {
            m_pressed = button;
            for (const auto &[known, entry] : std::as_const(m_messages)) {
                if (known == id && i < entry.buttons.size()) {
                    const auto run = entry.buttons.at(i).run;
                    if (run)
                        run();
                    return;
                }
            }
        });
        row->addWidget(button);
    }
    if (message.closable) {
        QToolButton *close = Buttons::smallTool(u"x"_s, tr("Close"));
        connect(close, &QToolButton::clicked, this, [this, id] { clearMessage(id); });
        row->addWidget(close);
    }
    m_buttons->setVisible(row->count() > 0);
    m_layout->addWidget(m_buttons, 0, Qt::AlignVCenter);
    arrange();
    setMinimumHeight(qMax(Metrics::smallControl(), Fonts::lineHeight(Fonts::Role::Body)) + Metrics::scaled(14));
    setAccessibleName(message.text);
    show();
    update();
}

/// A sentence of a few words a line is no line.
void Banner::arrange()
{
    if (!m_buttons || !m_text)
        return;
    const QMargins margins = m_layout->contentsMargins();
    const int room = width() - margins.left() - margins.right() - m_buttons->sizeHint().width() - Metrics::scaled(8);
    const int wanted = qMin(Metrics::scaled(280), QFontMetrics(m_text->font()).horizontalAdvance(m_text->text()) + 1);
    const bool below = !m_buttons->isHidden() && room < wanted;
    m_layout->setDirection(below ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_layout->setAlignment(m_buttons, below ? Qt::AlignLeading : Qt::AlignVCenter);
}

void Banner::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void Banner::paintEvent(QPaintEvent *)
{
    if (m_messages.isEmpty())
        return;
    const auto worst = std::max_element(m_messages.begin(), m_messages.end(),
        [](const auto &a, const auto &b) { return weight(a.second.meaning) < weight(b.second.meaning); });
    const Message &message = worst->second;
    const Theme &theme = Theme::current();
    const Tone tone = theme.tone(message.meaning);
    QPainter painter(this);
    painter.fillRect(rect(), tone.tint);
    // Without tints that carry meaning, an edge does.
    if (theme.isHighContrast())
        painter.fillRect(QRect(0, height() - 1, width(), 1), tone.text);
    const int size = Metrics::icon();
    const bool below = m_layout->direction() == QBoxLayout::TopToBottom;
    const QRect place = QStyle::visualRect(layoutDirection(), rect(), QRect(Metrics::scaled(12), below ? Metrics::scaled(7) : (height() - size) / 2, size, size));
    Icons::paint(&painter, place, message.icon.isEmpty() ? defaultIcon(message.meaning) : message.icon, tone.text, size);
}

#include "moc_banner.cpp"
