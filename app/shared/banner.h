// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QPointer>
#include <QWidget>

#include <functional>

class Label;

/**
 * A line of 38 px, or more where its sentence needs it, at the top of what it concerns: icon, one sentence, at most three buttons. Holds several
 * messages by id and shows the worst, the last of several; the others are a count. Hidden while it has none.
 */
class Banner : public QWidget
{
    Q_OBJECT
public:
    struct Button
    {
        QString text = {};
        QString icon = {};
        std::function<void()> run = {};
    };
    struct Message
    {
        Meaning meaning = Meaning::Busy; ///< Busy is 'info'; Warn; Bad.
        QString text = {}; ///< One sentence, selectable.
        QString detail = {}; ///< Tooltip: server text, code, request id.
        QString icon = {}; ///< Empty: info, triangle-alert, circle-x by meaning.
        QList<Button> buttons = {}; ///< At most three are shown; the safe one first.
        bool closable = false;
    };

    explicit Banner(QWidget *parent = nullptr);
    ~Banner() override;

    void setMessage(const QString &id, const Message &message);
    void clearMessage(const QString &id);
    void clearAll();
    bool hasMessage(const QString &id) const;
    /// Where a menu belongs, in screen coordinates: below the button that was pressed last, else below the banner.
    QPoint menuPosition() const;

    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Places
    {
        QRect text = {};
        QRect buttons = {};
        int height = 0;
        bool below = false;
    };
    void rebuild();
    Places placesFor(int width) const;
    void arrange();

    QList<std::pair<QString, Message>> m_messages;
    QPointer<QWidget> m_buttons; ///< Beside the sentence, or below it where there is no room for both.
    QPointer<Label> m_text;
    bool m_below = false;
    QPointer<QWidget> m_pressed; ///< Of its buttons, the last one that was.
};
