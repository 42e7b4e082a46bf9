// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QIcon>
#include <QWidget>

class DocumentTabs;
class QHBoxLayout;
class QSettings;
class QSplitter;
class QStackedWidget;

/// One set of tabs with the pages under it. Made and deleted by DocumentArea.
class DocumentGroup : public QWidget
{
    Q_OBJECT
public:
    ~DocumentGroup() override;

    DocumentTabs *tabs() const { return m_tabs; }
    /// In the order of the tabs.
    QList<QWidget *> documents() const { return m_documents; }
    /// Null when it is empty.
    QWidget *current() const;
    int indexOf(const QWidget *document) const;

Q_SIGNALS:
    void currentChanged();

private:
    friend class DocumentArea;
    DocumentGroup();
    void showPage();
    void restyle();

    DocumentTabs *m_tabs;
    QWidget *m_strip;
    QHBoxLayout *m_stripLayout;
    QStackedWidget *m_stack;
    QList<QWidget *> m_documents;
    QWidget *m_nothing = nullptr; ///< Shown while it is empty; only the last group ever is.
    int m_number = 0; ///< By which it is remembered; the first one is 0.
    int m_origin = 0; ///< The one that was split.
    Qt::Orientation m_orientation = Qt::Horizontal; ///< How it stands to its origin.
};

/**
 * The documents: one group of tabs, or several beside and below each other. A group whose last document goes, goes
 * with it, except for the last one. Pages are owned by it as long as they are in it.
 */
class DocumentArea : public QWidget
{
    Q_OBJECT
public:
    /// Where a document goes, seen from a group.
    enum class Side { Into, Left, Right, Above, Below };

    /// `corner` stands at the end of the upper right tabs, `nothing` is shown when no document is there.
    DocumentArea(QWidget *corner, QWidget *nothing, QWidget *parent = nullptr);

    /// From left to right and from top to bottom.
    QList<DocumentGroup *> groups() const;
    /// The one with the focus, or that had it last.
    DocumentGroup *active() const { return m_active; }
    DocumentGroup *groupOf(const QWidget *document) const;
    /// Of all groups, in their order and in that of their tabs.
    QList<QWidget *> documents() const;
    QWidget *current() const { return m_active->current(); }

    /// Behind the last tab of the active group, or where `path` was when the window was closed; makes it current.
    void add(QWidget *document, const QIcon &icon, const QString &title, const QString &path = {});
    /// `gone`: only its address may be used any more.
    void remove(QWidget *document, bool gone = false);
    void setCurrent(QWidget *document);

    void setTitle(QWidget *document, const QString &title, const QString &toolTip);
    void setIcon(QWidget *document, const QIcon &icon);
    void setModified(QWidget *document, bool modified);
    bool isModified(const QWidget *document) const;

    /// Takes a document to a place beside a group, or into it. A group of one document cannot be split from itself.
    void move(QWidget *document, DocumentGroup *group, Side side);
    bool canSplit(const QWidget *document) const;
    /// Into the group after its own; the last one is followed by the first.
    void moveToNext(QWidget *document);
    /// All documents into one group.
    void join();
    /// Another group gets the focus.
    void activateNext();

    /// Which groups there are and where the documents with these paths stand.
    void save(QSettings *settings, const QHash<QWidget *, QString> &paths) const;
    /// Documents that are added later go to where they were.
    void restore(QSettings *settings);
    void forget();

Q_SIGNALS:
    /// Another document is the one that keys and menus are for.
    void currentChanged();
    void closeRequested(QWidget *document);
    void menuRequested(QWidget *document, const QPoint &globalPosition);
    /// Groups came or went, or documents went to other groups.
    void structureChanged();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Remembered
    {
        int origin = 0;
        Qt::Orientation orientation = Qt::Horizontal;
        double share = 0.5; ///< Of the room of both.
    };
    DocumentGroup *makeGroup(int number);
    DocumentGroup *split(DocumentGroup *group, Qt::Orientation orientation, bool before, int number, double share);
    DocumentGroup *groupFor(const QString &path);
    void insert(DocumentGroup *group, QWidget *document, const QIcon &icon, const QString &title, const QString &toolTip, bool modified);
    void take(DocumentGroup *group, int index, bool gone);
    void dropEmpty(DocumentGroup *group);
    void setActive(DocumentGroup *group);
    void placeCorner();
    int freeNumber() const;
    void dragged(DocumentGroup *from, int index, const QPoint &globalPosition);
    void dropped(DocumentGroup *from, int index, const QPoint &globalPosition);
    std::pair<DocumentGroup *, Side> target(DocumentGroup *from, const QPoint &globalPosition) const;

    QSplitter *m_root;
    DocumentGroup *m_active = nullptr;
    QWidget *m_corner;
    QWidget *m_nothing;
    QWidget *m_mark = nullptr; ///< Where a dragged tab would go.
    QHash<int, Remembered> m_rememberedGroups;
    QHash<QString, int> m_rememberedPlaces;
    bool m_moving = false;
};
