// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/icons.h"

#include <QHash>
#include <QList>
#include <QPointer>
#include <QWidget>

class QMenu;

/**
 * The 26 px line at the bottom: parts by id, each a button. When short of space parts fold from the right
 * into an ellipsis; those that never fold stay.
 */
class StatusBar : public QWidget
{
    Q_OBJECT
public:
    struct Segment
    {
        QString icon = {}; ///< Lucide name, may be empty.
        Icons::Role iconRole = Icons::Role::Normal;
        QString badge = {}; ///< Language letters before the text.
        int badgeSeries = 0;
        QString strong = {}; ///< In the text colour.
        QString text = {}; ///< In the secondary colour, after `strong`.
        QString shortText = {}; ///< Replaces `text` before anything folds; may be empty.
        Meaning meaning = Meaning::Idle; ///< Colours `strong` when `coloured`.
        bool coloured = false;
        QList<qreal> sparkline = {}; ///< 0 to 1, drawn between `strong` and `text`.
        int sparklineSeries = 0;
        QString toolTip = {};
        bool atRight = false;
        bool neverFolds = false;
        int order = 0; ///< From the left.
    };

    // The places, as values for `order`.
    enum Order { ConnectionOrder = 10, SandboxOrder = 20, ExpiryOrder = 30, ContextOrder = 40, TransfersOrder = 50, MetricsOrder = 60,
        PositionOrder = 80, ModeOrder = 90, BellOrder = 100 };

    explicit StatusBar(QWidget *parent = nullptr);
    ~StatusBar() override;

    /// Adds or changes a part. Nothing is repainted when nothing changed.
    void setSegment(const QString &id, const Segment &segment);
    void removeSegment(const QString &id);
    /// A menu opened above the part, which may come later; without one activated() is emitted.
    void setSegmentMenu(const QString &id, QMenu *menu);
    QStringList segments() const;
    QStringList foldedSegments() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void activated(const QString &id);

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    class Part;
    void relayout();
    void showFolded();

    QList<Part *> m_parts;
    QHash<QString, QPointer<QMenu>> m_menus; ///< Also of parts that are not there now.
    Part *m_more;
};
