// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "jsonblock.h"

#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QFontMetricsF>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMenu>
#include <QPainter>

using namespace Qt::StringLiterals;

using Notebook::Json::Value;

namespace {

qsizetype childCount(const Value &value)
{
    return value.isArray() || value.isObject() ? value.count() : 0;
}

QString summary(const Value &value)
{
    const qsizetype count = childCount(value);
    if (value.isArray())
        return count == 0 ? u"[]"_s : JsonBlock::tr("[%Ln item(s)]", nullptr, int(count));
    return count == 0 ? u"{}"_s : JsonBlock::tr("{%Ln entry(s)}", nullptr, int(count));
}

/// Texts without the escapes that their writer chose; numbers as they were written.
QString shownValue(const Value &value)
{
    constexpr qsizetype most = 1000;
    if (!value.isString())
        return QString::fromUtf8(value.toBytes()).left(most);
    const QByteArray json = QJsonDocument(QJsonArray { value.toString().left(most) }).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(json.sliced(1, json.size() - 2)).left(most);
}

QString keyOf(const Value &container, qsizetype index)
{
    return container.isArray() ? QString::number(index) : container.keyAt(index);
}

} // namespace

void JsonBlock::prepare(const Value &value)
{
    const qsizetype count = childCount(value);
    for (qsizetype i = 0; i < count; ++i)
        prepare(value.at(i));
}

JsonBlock::JsonBlock(const Value &value) : m_value(value)
{
    // What is short is open, as far as it is not deep.
    m_open.insert(u"/"_s);
    if (!value.isObject() || childCount(value) > 20)
        return;
    for (qsizetype i = 0; i < value.count(); ++i) {
        const qsizetype count = childCount(value.at(i));
        if (count > 0 && count <= 5)
            m_open.insert(u'/' + value.keyAt(i) + u'/');
    }
}

void JsonBlock::add(const QString &key, const Value &value, const QString &path, int depth)
{
    if (int(m_lines.size()) >= maximumLines)
        return;
    const qsizetype count = childCount(value);
    if (count == 0) {
        const Line::Kind kind = value.isString() ? Line::Kind::Text : value.isNumber() ? Line::Kind::Number : Line::Kind::Word;
        m_lines.push_back({ path, key, value.isArray() || value.isObject() ? summary(value) : shownValue(value), depth, kind });
        return;
    }
    const bool open = m_open.contains(path);
    m_lines.push_back({ path, key, summary(value), depth, open ? Line::Kind::Open : Line::Kind::Closed });
    if (!open)
        return;
    const qsizetype shown = std::min<qsizetype>(count, m_shown.value(path, step));
    for (qsizetype i = 0; i < shown; ++i) {
        const QString name = keyOf(value, i);
        add(name, value.at(i), path + name + u'/', depth + 1);
    }
    if (shown < count)
        m_lines.push_back({ path, {}, tr("%L1 more").arg(count - shown), depth + 1, Line::Kind::More });
}

void JsonBlock::rebuild()
{
    m_lines.clear();
    add({}, m_value, u"/"_s, 0);
    setHeight(qreal(m_lines.size()) * Fonts::lineHeight(Fonts::Role::Output));
}

void JsonBlock::layout(qreal width, qreal)
{
    m_width = width;
    rebuild();
}

void JsonBlock::paint(QPainter *painter, const QRectF &clip, bool stale)
{
    const Theme &theme = Theme::current();
    const int row = Fonts::lineHeight(Fonts::Role::Output);
    const QFont font = Fonts::output();
    const QFontMetricsF metrics(font);
    const int first = std::max(0, int(clip.top()) / row);
    const int last = std::min(int(m_lines.size()), int(clip.bottom()) / row + 1);
    painter->setFont(font);
    for (int i = first; i < last; ++i) {
        const Line &line = m_lines[size_t(i)];
        const qreal y = qreal(i) * row;
        qreal x = line.depth * Metrics::scaled(16);
        if (line.kind == Line::Kind::Open || line.kind == Line::Kind::Closed)
            Icons::paint(painter, QRectF(x, y, Metrics::scaled(12), row), line.kind == Line::Kind::Open ? u"chevron-down"_s : u"chevron-right"_s, theme.text2, Metrics::scaled(12));
        x += Metrics::scaled(16);
        const bool found = !m_marks.text.isEmpty() && (line.key.contains(m_marks.text, Qt::CaseInsensitive) || line.value.contains(m_marks.text, Qt::CaseInsensitive));
        if (found)
            painter->fillRect(QRectF(x - 2, y, m_width - x + 2, row), m_marks.current() ? theme.findActive : theme.find);
        if (!line.key.isEmpty()) {
            const QString key = line.key.left(200) + u": "_s;
            painter->setPen(found ? theme.onFind(m_marks.current()) : stale ? theme.text3 : theme.text2);
            painter->drawText(QRectF(x, y, m_width, row), Qt::AlignVCenter | Qt::TextSingleLine, key);
            x += metrics.horizontalAdvance(key);
        }
        QColor color = theme.text3;
        switch (line.kind) {
        case Line::Kind::Text: color = theme.synString; break;
        case Line::Kind::Number: color = theme.synNumber; break;
        case Line::Kind::Word: color = theme.synKeyword; break;
        case Line::Kind::More: color = theme.link; break;
        default: break;
        }
        painter->setPen(found ? theme.onFind(m_marks.current()) : stale ? theme.text3 : color);
        const qreal room = std::max(20.0, m_width - x);
        painter->drawText(QRectF(x, y, room, row), Qt::AlignVCenter | Qt::TextSingleLine, metrics.elidedText(line.value, Qt::ElideRight, room));
    }
}

QString JsonBlock::plainText() const
{
    return QString::fromUtf8(m_value.withoutLayout().toBytes({ .indent = "    ", .newline = "\n", .colon = ": ", .comma = ",", .ascii = false })) + u'\n';
}

QStringList JsonBlock::lines() const
{
    QStringList result;
    for (const Line &line : m_lines)
        result.append(QString(line.depth * 2, u' ') + (line.key.isEmpty() ? QString() : line.key + u": "_s) + line.value);
    return result;
}

int JsonBlock::lineAt(const QPointF &point) const
{
    const int line = int(point.y()) / Fonts::lineHeight(Fonts::Role::Output);
    return point.y() >= 0 && line < int(m_lines.size()) ? line : -1;
}

Qt::CursorShape JsonBlock::cursorAt(const QPointF &point) const
{
    const int line = lineAt(point);
    const bool acts = line >= 0 && m_lines[size_t(line)].kind >= Line::Kind::Closed;
    return acts ? Qt::PointingHandCursor : Qt::ArrowCursor;
}

QString JsonBlock::toolTipAt(const QPointF &point) const
{
    const int line = lineAt(point);
    return line < 0 ? QString() : m_lines[size_t(line)].path.chopped(1);
}

void JsonBlock::toggle(int index)
{
    if (index < 0 || index >= int(m_lines.size()))
        return;
    const Line line = m_lines[size_t(index)];
    if (line.kind == Line::Kind::Open)
        m_open.remove(line.path);
    else if (line.kind == Line::Kind::Closed)
        m_open.insert(line.path);
    else if (line.kind == Line::Kind::More)
        m_shown.insert(line.path, m_shown.value(line.path, step) + step);
    else
        return;
    rebuild();
    Q_EMIT repaint();
}

void JsonBlock::setAllOpen(bool open)
{
    m_open = { u"/"_s };
    // Level by level, until the lines are as many as are shown.
    for (int round = 0; open && round < 8 && int(m_lines.size()) < maximumLines / 2; ++round) {
        rebuild();
        bool more = false;
        for (const Line &line : m_lines) {
            if (line.kind == Line::Kind::Closed) {
                m_open.insert(line.path);
                more = true;
            }
        }
        if (!more)
            break;
    }
    rebuild();
    Q_EMIT repaint();
}

bool JsonBlock::press(const QPointF &point, int clicks, bool extend)
{
    Q_UNUSED(extend)
    if (clicks == 1)
        toggle(lineAt(point));
    return false;
}

void JsonBlock::fillMenu(QMenu *menu)
{
    menu->addAction(tr("Unfold all"), this, [this]() { setAllOpen(true); });
    menu->addAction(tr("Fold all"), this, [this]() { setAllOpen(false); });
}

void JsonBlock::fillKeyboardMenu(QMenu *menu)
{
    fillMenu(menu);
    constexpr int most = 60;
    auto *branches = new QMenu(tr("Fold or unfold"), menu);
    for (size_t i = 0; i < m_lines.size() && branches->actions().size() < most; ++i) {
        const Line &line = m_lines[i];
        if (line.kind != Line::Kind::Closed && line.kind != Line::Kind::Open && line.kind != Line::Kind::More)
            continue;
        const QString name = line.kind == Line::Kind::More || line.key.isEmpty() ? line.value : line.key;
        QString text = QString(line.depth * 2, u' ') + name.left(80);
        text.replace(u'&', u"&&"_s);
        QAction *action = branches->addAction(text, this, [this, path = line.path, more = line.kind == Line::Kind::More]() {
            for (size_t at = 0; at < m_lines.size(); ++at) {
                if (m_lines[at].path == path && (m_lines[at].kind == Line::Kind::More) == more) {
                    toggle(int(at));
                    return;
                }
            }
        });
        action->setCheckable(line.kind != Line::Kind::More);
        action->setChecked(line.kind == Line::Kind::Open);
    }
    if (branches->isEmpty())
        delete branches;
    else
        menu->addMenu(branches);
}

void JsonBlock::setMarks(const FindMarks &marks)
{
    m_marks = marks;
    if (marks.isEmpty() || marks.text.isEmpty())
        return;
    // A hit in a folded part is unfolded.
    const bool shown = std::any_of(m_lines.begin(), m_lines.end(), [&marks](const Line &line) {
        return line.key.contains(marks.text, Qt::CaseInsensitive) || line.value.contains(marks.text, Qt::CaseInsensitive);
    });
    if (!shown && m_width > 0)
        setAllOpen(true);
}
