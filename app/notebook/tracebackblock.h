// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "outputblock.h"

#include <QStringList>

/// An exception: its name and message, the user's frames, library frames folded away.
class TracebackBlock : public OutputBlock
{
    Q_OBJECT
public:
    explicit TracebackBlock(OutputSource source);
    ~TracebackBlock() override;

    /// One frame of a traceback, whatever language wrote it.
    struct Frame
    {
        QString place; ///< "Cell In[7]" or a path.
        int line = 0;
        QString function;
        QString code; ///< The failing line, without its number.
        bool library = false;
        int cell = -1; ///< Execution count, when the frame is in a cell.
    };
    struct Parsed
    {
        QList<Frame> frames;
        QStringList rest; ///< Lines that belong to no frame and say something new.
    };
    static Parsed parse(const QStringList &lines, const QString &name, const QString &value);

    void layout(qreal width, qreal devicePixelRatio) override;
    bool isWide() const override { return true; }
    void paint(QPainter *painter, const QRectF &clip, bool stale) override;
    QString plainText() const override;
    Qt::CursorShape cursorAt(const QPointF &point) const override;
    bool press(const QPointF &point, int clicks, bool extend) override;
    void fillKeyboardMenu(QMenu *menu) override;
    QList<std::pair<QString, OutputRequest>> links() const override;

private:
    struct Line;
    void activate(int link);
    void setExpanded(bool expanded);
    static OutputRequest placeOf(const Frame &frame);
    int linkAt(const QPointF &point) const;

    OutputSource m_source;
    Parsed m_parsed;
    QString m_name;
    QString m_value;
    bool m_expanded = false;
    std::vector<Line> m_lines;
    std::vector<std::pair<QRectF, OutputRequest>> m_links; ///< An empty copy request means: fold or unfold.
    qreal m_width = 0;
};
