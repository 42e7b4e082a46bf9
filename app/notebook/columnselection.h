// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QString>

class CodeEditor;
class QKeyEvent;
class QPainter;

/**
 * A rectangle of characters in a code editor: Alt and dragging, or Alt, Shift and the arrow keys. What is typed goes
 * into each of its lines. Columns count characters; a line that ends before the rectangle is filled up when something
 * is typed there. Painted by the editor.
 */
class ColumnSelection
{
public:
    explicit ColumnSelection(CodeEditor *editor) : m_editor(editor) { }

    bool isActive() const { return m_active; }
    void clear() { m_active = false; }
    /// In coordinates of the editor's viewport.
    void begin(const QPoint &point);
    void extend(const QPoint &point);
    /// From the caret on by so many columns and lines, or from where it stands.
    void extend(int columns, int lines);
    /// True when the key was for the rectangle. Moving the caret otherwise ends it.
    bool key(QKeyEvent *event);
    /// Its lines, joined by line feeds.
    QString text() const;
    void paint(QPainter *painter) const;

private:
    struct Place
    {
        int line = 0;
        int column = 0;
    };
    Place placeAt(const QPoint &point) const;
    int first() const;
    int last() const;
    int left() const;
    int right() const;
    /// Replaces the rectangle, or what is before or behind its left edge, in every line.
    void replace(const QStringList &lines, int before = 0, int after = 0);

    CodeEditor *const m_editor;
    bool m_active = false;
    Place m_anchor;
    Place m_head;
};
