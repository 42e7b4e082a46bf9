// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;

namespace Files {

/**
 * The path as buttons, one a segment. A click beside them, or edit(), turns it into text; Enter goes there,
 * Esc turns it back. Segments fold from the left into an ellipsis when there is no room.
 */
class PathField : public QWidget
{
    Q_OBJECT
public:
    explicit PathField(QWidget *parent = nullptr);

    void setPath(const QString &path);
    QString path() const { return m_path; }
    void setBookmarked(bool bookmarked);
    bool isEditing() const;
    QLineEdit *lineEdit() const { return m_edit; }
    /// For tests: where the button of the folder is; empty when it is folded away.
    QRect segmentRect(const QString &folder) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    void edit();

Q_SIGNALS:
    void activated(const QString &folder);
    void bookmarkToggled();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Segment
    {
        QString path;
        QString text; ///< Empty: the root, drawn as an icon.
        QRect rect;
    };
    void arrange();
    void stopEditing();
    QRect starRect() const;
    int segmentAt(const QPoint &point) const;

    QString m_path = QStringLiteral("/");
    QList<Segment> m_segments;
    bool m_folded = false;
    bool m_bookmarked = false;
    int m_hovered = -1;
    int m_keyboard = -1;
    QLineEdit *m_edit;
};

} // namespace Files
