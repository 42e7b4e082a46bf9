// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "formsection.h"

#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QBoxLayout>
#include <QPainter>
#include <QStyle>

#include <algorithm>

using namespace Qt::StringLiterals;

class FormSection::Head : public QAbstractButton
{
public:
    explicit Head(const QString &title, QWidget *parent)
        : QAbstractButton(parent)
    {
        setText(title);
        setAccessibleName(title);
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    QString summary;

    QSize sizeHint() const override { return { Metrics::scaled(200), Metrics::scaled(32) }; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        if (underMouse())
            painter.fillRect(rect(), theme.hover);
        const auto visual = [this](const QRect &part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
        const QString closed = layoutDirection() == Qt::RightToLeft ? u"chevron-left"_s : u"chevron-right"_s;
        const int icon = Metrics::icon();
        Icons::paint(&painter, visual(QRect(Metrics::scaled(2), 0, icon, height())), isChecked() ? u"chevron-down"_s : closed, theme.text2, icon);
        const int left = icon + Metrics::scaled(10);
        const QFont bold = Fonts::body(QFont::DemiBold);
        painter.setFont(bold);
        painter.setPen(theme.text);
        painter.drawText(visual(rect().adjusted(left, 0, 0, 0)), Qt::AlignLeft | Qt::AlignVCenter, Bidi::own(text()));
        const int used = left + QFontMetrics(bold).horizontalAdvance(text()) + Metrics::scaled(16);
        const QFont small = Fonts::small();
        painter.setFont(small);
        painter.setPen(theme.text3);
        const QRect rest = rect().adjusted(used, 0, -Metrics::scaled(2), 0);
        painter.drawText(visual(rest), Qt::AlignRight | Qt::AlignVCenter, Bidi::own(QFontMetrics(small).elidedText(summary, Qt::ElideRight, rest.width())));
        painter.fillRect(QRect(0, 0, width(), 1), theme.hairline);
        if (hasFocus()) {
            const int ring = theme.focusWidth();
            painter.setPen(QPen(theme.focus, ring));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRectF(rect()).adjusted(ring / 2.0, ring / 2.0, -ring / 2.0, -ring / 2.0));
        }
    }
    void enterEvent(QEnterEvent *event) override
    {
        QAbstractButton::enterEvent(event);
        update();
    }
    void leaveEvent(QEvent *event) override
    {
        QAbstractButton::leaveEvent(event);
        update();
    }
};

FormSection::FormSection(const QString &title, QWidget *body, QWidget *parent)
    : QWidget(parent)
    , m_head(new Head(title, this))
    , m_body(body)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_head);
    auto *inset = new QVBoxLayout;
    inset->setContentsMargins(Metrics::icon() + Metrics::scaled(10), Metrics::scaled(2), Metrics::scaled(2), Metrics::scaled(12));
    inset->addWidget(body);
    layout->addLayout(inset);
    inset->setEnabled(true);
    connect(m_head, &QAbstractButton::toggled, this, [this, inset](bool open) {
        m_body->setVisible(open);
        inset->setContentsMargins(Metrics::icon() + Metrics::scaled(10), open ? Metrics::scaled(2) : 0, Metrics::scaled(2), open ? Metrics::scaled(12) : 0);
    });
    body->hide();
    inset->setContentsMargins(0, 0, 0, 0);
}

QString FormSection::title() const
{
    return m_head->text();
}

void FormSection::setSummary(const QString &summary)
{
    if (m_head->summary == summary)
        return;
    m_head->summary = summary;
    m_head->setAccessibleDescription(summary);
    m_head->update();
}

void FormSection::setOpen(bool open)
{
    m_head->setChecked(open);
}

bool FormSection::isOpen() const
{
    return m_head->isChecked();
}

bool FormSection::matches(const QString &text) const
{
    return text.isEmpty() || title().contains(text, Qt::CaseInsensitive) || m_head->summary.contains(text, Qt::CaseInsensitive)
        || std::any_of(m_keywords.cbegin(), m_keywords.cend(), [&text](const QString &word) { return word.contains(text, Qt::CaseInsensitive); });
}
