// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBasicTimer>
#include <QPointer>
#include <QTreeView>

class QMimeData;

namespace Files {

/**
 * What drops do, the same for list and tree: the folder under the pointer is the target, opens itself after
 * 700 ms, and nothing that cannot work is accepted. Put into a view by makeDropTarget().
 */
class DropTarget : public QObject
{
    Q_OBJECT
public:
    static constexpr int SpringMs = 700;

    /// `pathRole` gives the path of a row; rows that are no folders count as `folderOfView`.
    DropTarget(QAbstractItemView *view, int pathRole, std::function<bool(const QModelIndex &)> isFolder, std::function<QString()> folderOfView);

    /// The folder that a drop would go to now; empty: none.
    QString hovered() const { return m_target; }

Q_SIGNALS:
    /// Files of this machine.
    void filesDropped(const QStringList &localPaths, const QString &folder);
    /// Rows of this or another sandbox. `copy`: Ctrl was held, or they come from another sandbox.
    void pathsDropped(const QByteArray &dragged, const QString &folder, bool copy);
    void springOpen(const QModelIndex &index);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void timerEvent(QTimerEvent *event) override;

private:
    bool takes(const QMimeData *mime) const;
    void aim(const QPoint &point);
    void clear();

    QAbstractItemView *m_view;
    int m_pathRole;
    std::function<bool(const QModelIndex &)> m_isFolder;
    std::function<QString()> m_folderOfView;
    QString m_target;
    QPersistentModelIndex m_index;
    QBasicTimer m_spring;
};

/// The list of a folder.
class FileListView : public QTreeView
{
    Q_OBJECT
public:
    explicit FileListView(QWidget *parent = nullptr);
    ~FileListView() override;

    /// Text over the empty list; empty: none.
    void setHint(const QString &title, const QString &text);
    QString hintTitle() const { return m_hintTitle; }
    DropTarget *dropTarget() const { return m_drops; }
    void setDropTarget(DropTarget *drops) { m_drops = drops; }
    /// Widths that suit the window; the name takes what is left.
    void arrangeColumns();

Q_SIGNALS:
    void openRequested(const QModelIndex &index);
    void parentRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void startDrag(Qt::DropActions actions) override;
    void drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    QString m_hintTitle;
    QString m_hintText;
    QPointer<DropTarget> m_drops;
};

} // namespace Files
