// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSettings;

/// What the user chose, kept in settings and applied at once.
class Preferences : public QObject
{
    Q_OBJECT
public:
    enum class Look { System, Light, Dark, HighContrast };

    /// `settings` may be null: nothing is remembered. Not owned.
    explicit Preferences(QSettings *settings = nullptr, QObject *parent = nullptr);

    Look look() const { return m_look; }
    void setLook(Look look);
    /// 1.0 is 13 px text.
    qreal scale() const { return m_scale; }
    void setScale(qreal scale);
    bool reduceMotion() const { return m_reduceMotion; }
    void setReduceMotion(bool reduce);
    /// Run all goes on after a cell that failed.
    bool continueOnError() const { return m_continueOnError; }
    void setContinueOnError(bool on);
    /// Plots and input() on servers that drop them, by a small program in Python contexts.
    bool displayBridge() const { return m_displayBridge; }
    void setDisplayBridge(bool on);
    /// Figures of matplotlib are drawn in the colours of the theme.
    bool themedPlots() const { return m_themedPlots; }
    void setThemedPlots(bool on);
    /// A context that was made for one notebook ends when that is closed.
    bool endOwnContexts() const { return m_endOwnContexts; }
    void setEndOwnContexts(bool end);
    bool showStartPage() const { return m_showStartPage; }
    void setShowStartPage(bool show);
    /// The notebooks that were open when the program ended.
    bool reopenNotebooks() const { return m_reopenNotebooks; }
    void setReopenNotebooks(bool on);

    /// Makes theme, font size and motion of the application follow.
    void apply();

Q_SIGNALS:
    void changed();

private:
    void store(const QString &key, const QVariant &value);

    QSettings *const m_settings;
    Look m_look = Look::System;
    qreal m_scale = 1.0;
    bool m_reduceMotion = false;
    bool m_continueOnError = false;
    bool m_displayBridge = true;
    bool m_themedPlots = true;
    bool m_endOwnContexts = true;
    bool m_showStartPage = true;
    bool m_reopenNotebooks = true;
};
