// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "linesaccessible.h"

#include "diffview.h"
#include "streamviewer.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QScrollBar>

#include <algorithm>

using namespace Qt::StringLiterals;
using Notebook::TextPosition;

namespace {

constexpr qint64 stride = 500; ///< The part that is handed over moves in steps of so many rows, so that offsets stay while the caret moves in it.
constexpr qsizetype longestRow = 2000;

/// Offsets count from the first row of the part that the caret is in.
class LinesInterface : public QAccessibleWidget, public QAccessibleTextInterface
{
public:
    explicit LinesInterface(QAbstractScrollArea *area) : QAccessibleWidget(area, QAccessible::EditableText, area->accessibleName()) { }

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TextInterface ? static_cast<QAccessibleTextInterface *>(this) : QAccessibleWidget::interface_cast(type);
    }
    QAccessible::State state() const override
    {
        QAccessible::State result = QAccessibleWidget::state();
        result.readOnly = true;
        result.multiLine = true;
        result.selectableText = true;
        return result;
    }
    QString text(QAccessible::Text which) const override { return which == QAccessible::Value ? part() : QAccessibleWidget::text(which); }
    int childCount() const override { return 0; }

    int characterCount() const override { return int(part().size()); }
    QString text(int start, int end) const override { return part().mid(start, end < 0 ? -1 : end - start); }
    int cursorPosition() const override { return offsetOf(caret()); }
    void setCursorPosition(int position) override { setCaret(positionOf(position), false); }
    int selectionCount() const override { return anchor().isValid() && caret().isValid() && anchor() != caret() ? 1 : 0; }
    void selection(int, int *start, int *end) const override
    {
        *start = std::min(offsetOf(anchor()), offsetOf(caret()));
        *end = selectionCount() > 0 ? std::max(offsetOf(anchor()), offsetOf(caret())) : *start;
    }
    void addSelection(int start, int end) override { setSelection(0, start, end); }
    void removeSelection(int) override { setCaret(caret(), false); }
    void setSelection(int, int start, int end) override
    {
        const TextPosition from = positionOf(start);
        const TextPosition to = positionOf(end);
        setCaret(from, false);
        setCaret(to, true);
    }
    int offsetAtPoint(const QPoint &) const override { return cursorPosition(); }
    void scrollToSubstring(int start, int) override { setCaret(positionOf(start), false); }
    QString attributes(int, int *start, int *end) const override
    {
        *start = 0;
        *end = characterCount();
        return {};
    }

protected:
    virtual qint64 rowCount() const = 0;
    virtual QString row(qint64 number) const = 0;
    virtual TextPosition caret() const = 0;
    virtual TextPosition anchor() const { return caret(); }
    virtual void setCaret(TextPosition position, bool extend) = 0;

    QAbstractScrollArea *scrollArea() const { return static_cast<QAbstractScrollArea *>(widget()); }

private:
    qint64 first() const
    {
        const qint64 at = caret().isValid() ? caret().row : scrollArea()->verticalScrollBar()->value();
        return std::max<qint64>(0, at / stride * stride - stride);
    }
    QString part() const
    {
        const qint64 begin = first();
        const qint64 end = std::min(rowCount(), begin + 3 * stride);
        QString text;
        for (qint64 number = begin; number < end; ++number)
            text += (number > begin ? u"\n"_s : QString()) + row(number).left(longestRow);
        return text;
    }
    int offsetOf(TextPosition position) const
    {
        const qint64 begin = first();
        if (!position.isValid() || position.row < begin)
            return 0;
        qsizetype offset = 0;
        const qint64 end = std::min({ position.row, rowCount(), begin + 3 * stride });
        for (qint64 number = begin; number < end; ++number)
            offset += row(number).left(longestRow).size() + 1;
        return int(offset + std::min(position.column, longestRow));
    }
    TextPosition positionOf(int offset) const
    {
        // What is beyond the part is at its end: there may be millions of rows.
        const qint64 last = std::max<qint64>(0, std::min(rowCount(), first() + 3 * stride) - 1);
        for (qint64 number = first(); number < last; ++number) {
            const int size = int(row(number).left(longestRow).size());
            if (offset <= size)
                return { number, std::max(0, offset) };
            offset -= size + 1;
        }
        return { last, std::max(0, offset) };
    }
};

class StreamInterface : public LinesInterface
{
public:
    explicit StreamInterface(StreamArea *area) : LinesInterface(area) { }
    QRect characterRect(int) const override
    {
        const QRect local = area()->caretRect().toAlignedRect();
        return local.isEmpty() ? rect() : QRect(area()->viewport()->mapToGlobal(local.topLeft()), local.size());
    }

protected:
    StreamArea *area() const { return static_cast<StreamArea *>(widget()); }
    qint64 rowCount() const override { return area()->text() ? area()->text()->rowCount() : 0; }
    QString row(qint64 number) const override { return area()->text()->plainRow(number); }
    TextPosition caret() const override { return area()->caret(); }
    TextPosition anchor() const override { return area()->anchor(); }
    void setCaret(TextPosition position, bool extend) override { area()->setCaret(position, extend); }
};

class DiffInterface : public LinesInterface
{
public:
    explicit DiffInterface(DiffArea *area) : LinesInterface(area) { }
    QRect characterRect(int) const override
    {
        const QRect local = area()->rowRect(std::max(0, area()->currentRow()));
        return QRect(area()->viewport()->mapToGlobal(local.topLeft()), local.size());
    }

protected:
    DiffArea *area() const { return static_cast<DiffArea *>(widget()); }
    qint64 rowCount() const override { return area()->rowCount(); }
    QString row(qint64 number) const override { return area()->rowText(int(number)); }
    TextPosition caret() const override { return area()->currentRow() < 0 ? TextPosition() : TextPosition { area()->currentRow(), 0 }; }
    void setCaret(TextPosition position, bool) override { area()->verticalScrollBar()->setValue(int(position.row)); }
};

QAccessibleInterface *factory(const QString &, QObject *object)
{
    if (auto *stream = qobject_cast<StreamArea *>(object))
        return new StreamInterface(stream);
    if (auto *diff = qobject_cast<DiffArea *>(object))
        return new DiffInterface(diff);
    return nullptr;
}

void installFactory()
{
    [[maybe_unused]] static const bool once = []() {
        QAccessible::installFactory(factory);
        return true;
    }();
}

void tellCaret(QWidget *area)
{
    QAccessibleInterface *interface = QAccessible::isActive() ? QAccessible::queryAccessibleInterface(area) : nullptr;
    if (!interface || !interface->textInterface())
        return;
    QAccessibleTextCursorEvent event(area, interface->textInterface()->cursorPosition());
    QAccessible::updateAccessibility(&event);
}

} // namespace

namespace LinesAccessibility {

void install(StreamArea *area)
{
    installFactory();
    QObject::connect(area, &StreamArea::caretMoved, area, [area]() { tellCaret(area); });
}

void install(DiffArea *area)
{
    installFactory();
    QObject::connect(area, &DiffArea::currentChanged, area, [area]() { tellCaret(area); });
}

} // namespace LinesAccessibility
