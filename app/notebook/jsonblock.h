// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "outputblock.h"

#include <opensandbox/notebook/json.h>

#include <QHash>
#include <QSet>
#include <QStringList>

/// JSON as a tree, in the order in which it came: containers fold and unfold, long ones in parts, each line with its key and value in the
/// colours of the editor.
class JsonBlock : public OutputBlock
{
    Q_OBJECT
public:
    static constexpr int step = 100; ///< Children of one container that are shown at first, and with each 'more'.
    static constexpr int maximumLines = 2000;

    explicit JsonBlock(const Notebook::Json::Value &value);
    /// Takes all of it apart, which may last: the tree of a large one is made ready in another thread.
    static void prepare(const Notebook::Json::Value &value);

    void layout(qreal width, qreal devicePixelRatio) override;
    void paint(QPainter *painter, const QRectF &clip, bool stale) override;
    QString plainText() const override;
    Qt::CursorShape cursorAt(const QPointF &point) const override;
    QString toolTipAt(const QPointF &point) const override;
    bool press(const QPointF &point, int clicks, bool extend) override;
    void fillMenu(QMenu *menu) override;
    void fillKeyboardMenu(QMenu *menu) override;
    void setMarks(const FindMarks &marks) override;

    /// What stands there, line by line.
    QStringList lines() const;
    void toggle(int line);
    void setAllOpen(bool open);

private:
    struct Line
    {
        QString path; ///< "/data/3/name": what is open is remembered by it.
        QString key;
        QString value;
        int depth = 0;
        enum class Kind { Plain, Text, Number, Word, Closed, Open, More } kind = Kind::Plain;
    };
    void rebuild();
    void add(const QString &key, const Notebook::Json::Value &value, const QString &path, int depth);
    int lineAt(const QPointF &point) const;

    Notebook::Json::Value m_value;
    std::vector<Line> m_lines;
    QSet<QString> m_open;
    QHash<QString, int> m_shown; ///< How many children, where it is more than the first step.
    FindMarks m_marks;
    qreal m_width = 0;
};
