// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/notebook/outputs.h>

#include <QImage>
#include <QWidget>

/// How two pictures differ.
struct PictureDifference
{
    QImage left;
    QImage right;
    QImage marks; ///< The right one in grey, with what differs in red; null when sizes differ.
    double share = 1; ///< Of pixels that differ, 0 to 1.

    /// Decodes and compares; in any thread. What cannot be decoded is a null picture.
    static PictureDifference of(const Notebook::StoredPicture &left, const Notebook::StoredPicture &right);
    QString text() const;
};

/// Two pictures and what differs between them, side by side.
class PictureDiff : public QWidget
{
    Q_OBJECT
public:
    /// Encoded pictures, the first with the first and so on; decoded in the background.
    PictureDiff(const QString &leftTitle, const QList<Notebook::StoredPicture> &left, const QString &rightTitle, const QList<Notebook::StoredPicture> &right, QWidget *parent = nullptr);
    /// Read there, too.
    using Pictures = std::function<QList<Notebook::StoredPicture>()>;
    PictureDiff(const QString &leftTitle, const Pictures &left, const QString &rightTitle, const Pictures &right, QWidget *parent = nullptr);
    const QList<PictureDifference> &differences() const { return m_differences; }
    bool isReady() const { return m_ready; }
    QSize sizeHint() const override;

Q_SIGNALS:
    void ready();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_leftTitle;
    QString m_rightTitle;
    QList<PictureDifference> m_differences;
    bool m_ready = false;
};
