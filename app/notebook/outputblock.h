// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findmarks.h"

#include <QCursor>
#include <QObject>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

class QMenu;
class QPainter;
class QWidget;
namespace HtmlData {
struct Table;
}
namespace Notebook {
class Output;
class OutputList;
}

/// What a click in an output asks for.
struct OutputRequest
{
    enum class Kind {
        OpenLink, ///< text: address, already shown to the user
        OpenStream, ///< the whole stream in a tab
        OpenTable, ///< the whole table in a tab
        ShowFile, ///< text: path inside the sandbox
        GoToCell, ///< text: execution count, or "count:line" to put the caret there
        Input, ///< text: the line that the code waits for
        AddCell, ///< text: code of a cell to insert below
        Notice, ///< text: code of the notice's button
        ShowAs, ///< text: MIME type, empty for the best one
        SaveAs, ///< text: MIME type
        CopyText, ///< text
    };
    Kind kind = Kind::CopyText;
    QString text;
};

/**
 * One painted piece below a cell. Made when it comes near the viewport, thrown away when it is far. Coordinates
 * are its own, (0, 0) is its top left corner. Interface thread only.
 */
class OutputBlock : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Lays out for a column of this width.
    virtual void layout(qreal width, qreal devicePixelRatio) = 0;
    qreal height() const { return m_height; }
    /// True: begins at the edge of the code box, not in line with the code.
    virtual bool isWide() const { return false; }
    /// `stale`: the cell was edited since, so text is painted in the tertiary colour.
    virtual void paint(QPainter *painter, const QRectF &clip, bool stale) = 0;

    /// The text below it grew or changed from this row on.
    virtual void contentChanged(qint64 firstRow);
    virtual QString plainText() const = 0;

    virtual Qt::CursorShape cursorAt(const QPointF &point) const;
    virtual QString toolTipAt(const QPointF &point) const;
    /// `clicks`: 1, 2 or 3. True when it begins a selection, so that moves follow.
    virtual bool press(const QPointF &point, int clicks, bool extend);
    virtual void drag(const QPointF &point);
    virtual void release(const QPointF &point);
    virtual bool scrollSideways(qreal pixels);
    virtual bool hasSelection() const { return false; }
    virtual QString selectedText() const { return {}; }
    /// What is selected, else all of it, to the clipboard; much text gets there some turns later.
    virtual void copy();
    virtual void clearSelection() { }
    virtual void selectAll() { }
    /// What was found in it; the owner repaints.
    virtual void setMarks(const FindMarks &marks) { Q_UNUSED(marks) }
    /// Makes a match visible where it is folded away; returns where it stands.
    virtual QRectF reveal(const FindMark &mark);
    virtual void fillMenu(QMenu *menu);
    /// What else the pointer does in it, for those who have none; with all of fillMenu().
    virtual void fillKeyboardMenu(QMenu *menu);
    /// Puts real widgets (buttons, viewers) at their place, or hides them.
    virtual void placeWidgets(QWidget *parent, const QPointF &origin, bool visible);
    /// What a keyboard user can reach through the cell's menu.
    virtual QList<std::pair<QString, OutputRequest>> links() const { return {}; }
    /// The table that it shows, or the first one of several; null: none.
    virtual const HtmlData::Table *shownTable() const { return nullptr; }

Q_SIGNALS:
    void repaint();
    void heightChanged();
    void requested(const OutputRequest &request);

protected:
    void setHeight(qreal height);
    qreal m_height = 0;
};

/// The output that a block shows, found again at each use because it may go at any time.
class OutputSource
{
public:
    OutputSource() = default;
    OutputSource(Notebook::OutputList *list, quint64 id) : m_list(list), m_id(id) { }
    /// Null when it is gone.
    const Notebook::Output *get() const;
    Notebook::OutputList *list() const { return m_list; }
    quint64 id() const { return m_id; }

private:
    Notebook::OutputList *m_list = nullptr; ///< Outlives its blocks: cells live in the undo history.
    quint64 m_id = 0;
};

namespace OutputBlocks {

using List = std::vector<std::unique_ptr<OutputBlock>>;

/// The blocks for one output; never empty. `mime` overrides the choice.
List make(const OutputSource &source, const QString &mime);
/// Rendered Markdown, in pieces where it is long, as text where it is far too long.
std::unique_ptr<OutputBlock> markdown(const QString &source, std::function<QByteArray(const QString &name)> attachment = {});
inline constexpr qsizetype MaxMarkdown = 256 << 10; ///< Characters that are rendered.
inline constexpr qsizetype MaxHtml = 512 << 10; ///< The same, of what is no table.
inline constexpr qsizetype MaxJson = 8 << 20; ///< Bytes that are shown as a tree.
inline constexpr qsizetype PartSize = 12 << 10; ///< Of what a text document lays out in one turn.
/// MIME types of a bundle, the one that would be shown first.
QStringList ranked(const Notebook::Output &output);
/// File name suffix for Save as.
QString suffix(const QString &mime);

} // namespace OutputBlocks
