// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "banner.h"

#include "button.h"
#include "label.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace {

int weight(Meaning meaning)
{
    return meaning == Meaning::Bad ? 2 : meaning == Meaning::Warn ? 1 : 0;
}

/// Of several that are equally bad the last one, which is what just happened.
auto worstOf(const QList<std::pair<QString, Banner::Message>> &messages)
{
    auto worst = messages.begin();
    for (auto each = messages.begin(); each != messages.end(); ++each) {
        if (weight(each->second.meaning) >= weight(worst->second.meaning))
            worst = each;
    }
    return worst;
}

QString defaultIcon(Meaning meaning)
{
    return meaning == Meaning::Bad ? u"circle-x"_s : meaning == Meaning::Warn ? u"triangle-alert"_s : u"info"_s;
}

} // namespace

Banner::Banner(QWidget *parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum); // Fixed would keep it as high as its hint.
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
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
            if (m_text && m_text->objectName() == id) {
                m_text->setText(message.text);
                updateGeometry();
                arrange();
            }
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
    for (QWidget *widget : { static_cast<QWidget *>(m_text.data()), m_buttons.data() }) {
        if (!widget)
            continue;
        // A button may be what called us.
        widget->setObjectName(QString());
        widget->hide();
        widget->deleteLater();
    }
    m_text = nullptr;
    m_buttons = nullptr;
    if (m_messages.isEmpty()) {
        hide();
        return;
    }
    const auto worst = worstOf(m_messages);
    const QString id = worst->first;
    const Message message = worst->second;

    m_text = new Label(message.text, Fonts::Role::Body, &Theme::text, QFont::Normal, this);
    m_text->setObjectName(id);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    if (!message.detail.isEmpty())
        setToolTip(message.detail);
    else
        setToolTip({});
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
    // Their sizes are asked for before they are seen.
    m_text->ensurePolished();
    for (QWidget *widget : m_buttons->findChildren<QWidget *>())
        widget->ensurePolished();
    m_text->show();
    m_buttons->setVisible(row->count() > 0);
    setMinimumHeight(qMax(Metrics::smallControl(), Fonts::lineHeight(Fonts::Role::Body)) + Metrics::scaled(14));
    setAccessibleName(message.text);
    updateGeometry();
    arrange();
    show();
    update();
}

/// Where its parts stand, counted from where reading begins. A sentence of a few words a line is no line: then the buttons go below it.
Banner::Places Banner::placesFor(int width) const
{
    Places places;
    if (!m_text || !m_buttons)
        return places;
    const int pad = Metrics::scaled(12);
    const int left = pad + Metrics::icon() + Metrics::scaled(8);
    const int gap = Metrics::scaled(8);
    const int edge = Metrics::scaled(5);
    const int whole = width - left - pad;
    const QSize buttons = m_buttons->isHidden() ? QSize(0, 0) : m_buttons->sizeHint();
    const int beside = whole - (buttons.width() > 0 ? buttons.width() + gap : 0);
    const int wanted = qMin(Metrics::scaled(280), QFontMetrics(m_text->font()).horizontalAdvance(m_text->text()) + 1);
    places.below = buttons.width() > 0 && beside < wanted;
    const int room = qMax(1, places.below ? whole : beside);
    const int lines = m_text->heightForWidth(room);
    places.height = qMax(minimumHeight(), 2 * edge + (places.below ? lines + gap + buttons.height() : qMax(lines, buttons.height())));
    if (places.below) {
        places.text = QRect(left, edge, room, lines);
        places.buttons = QRect(left, edge + lines + gap, buttons.width(), buttons.height());
    } else {
        places.text = QRect(left, (places.height - lines) / 2, room, lines);
        places.buttons = QRect(width - pad - buttons.width(), (places.height - buttons.height()) / 2, buttons.width(), buttons.height());
    }
    return places;
}

void Banner::arrange()
{
    if (!m_text || !m_buttons)
        return;
    const Places places = placesFor(width());
    m_below = places.below;
    m_text->setGeometry(QStyle::visualRect(layoutDirection(), rect(), places.text));
    m_buttons->setGeometry(QStyle::visualRect(layoutDirection(), rect(), places.buttons));
}

int Banner::heightForWidth(int width) const
{
    return m_text ? placesFor(width).height : 0;
}

QSize Banner::sizeHint() const
{
    const int wide = Metrics::scaled(480);
    return { wide, heightForWidth(wide) };
}

QSize Banner::minimumSizeHint() const
{
    const int buttons = m_buttons && !m_buttons->isHidden() ? m_buttons->sizeHint().width() : 0;
    return { Metrics::scaled(32) + Metrics::icon() + qMax(buttons, Metrics::scaled(120)), minimumHeight() };
}

bool Banner::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest) {
        // A part says something else now, or in larger letters.
        updateGeometry();
        arrange();
    }
    return QWidget::event(event);
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
    const auto worst = worstOf(m_messages);
    const Message &message = worst->second;
    const Theme &theme = Theme::current();
    const Tone tone = theme.tone(message.meaning);
    QPainter painter(this);
    painter.fillRect(rect(), tone.tint);
    // Without tints that carry meaning, an edge does.
    if (theme.isHighContrast())
        painter.fillRect(QRect(0, height() - 1, width(), 1), tone.text);
    const int size = Metrics::icon();
    const QRect place = QStyle::visualRect(layoutDirection(), rect(), QRect(Metrics::scaled(12), m_below ? Metrics::scaled(7) : (height() - size) / 2, size, size));
    Icons::paint(&painter, place, message.icon.isEmpty() ? defaultIcon(message.meaning) : message.icon, tone.text, size);
}

#include "moc_banner.cpp"
