// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "preferences.h"

#include "shared/spinner.h"
#include "theme/fonts.h"
#include "theme/theme.h"

#include <QGuiApplication>
#include <QSettings>
#include <QStyleHints>

using namespace Qt::StringLiterals;

Preferences::Preferences(QSettings *settings, QObject *parent) : QObject(parent), m_settings(settings)
{
    if (m_settings) {
        const QString look = m_settings->value(u"look"_s).toString();
        m_look = look == "light"_L1 ? Look::Light : look == "dark"_L1 ? Look::Dark : look == "contrast"_L1 ? Look::HighContrast : Look::System;
        m_scale = qBound(0.8, m_settings->value(u"scale"_s, 1.0).toDouble(), 2.0);
        m_reduceMotion = m_settings->value(u"reduceMotion"_s, false).toBool();
        m_continueOnError = m_settings->value(u"continueOnError"_s, false).toBool();
        m_displayBridge = m_settings->value(u"displayBridge"_s, true).toBool();
        m_themedPlots = m_settings->value(u"themedPlots"_s, true).toBool();
        m_endOwnContexts = m_settings->value(u"endOwnContexts"_s, true).toBool();
        m_showStartPage = m_settings->value(u"showStartPage"_s, true).toBool();
        m_reopenNotebooks = m_settings->value(u"reopenNotebooks"_s, true).toBool();
    }
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, [this] {
        if (m_look == Look::System)
            apply();
    });
}

void Preferences::store(const QString &key, const QVariant &value)
{
    if (m_settings)
        m_settings->setValue(key, value);
    Q_EMIT changed();
}

void Preferences::setLook(Look look)
{
    if (look == m_look)
        return;
    m_look = look;
    apply();
    static const QString names[] { u"system"_s, u"light"_s, u"dark"_s, u"contrast"_s };
    store(u"look"_s, names[int(look)]);
}

void Preferences::setScale(qreal scale)
{
    scale = qBound(0.8, scale, 2.0);
    if (qFuzzyCompare(scale, m_scale))
        return;
    m_scale = scale;
    apply();
    store(u"scale"_s, scale);
}

void Preferences::setReduceMotion(bool reduce)
{
    if (reduce == m_reduceMotion)
        return;
    m_reduceMotion = reduce;
    apply();
    store(u"reduceMotion"_s, reduce);
}

void Preferences::setContinueOnError(bool on)
{
    if (on == m_continueOnError)
        return;
    m_continueOnError = on;
    store(u"continueOnError"_s, on);
}

void Preferences::setReopenNotebooks(bool on)
{
    if (on == m_reopenNotebooks)
        return;
    m_reopenNotebooks = on;
    store(u"reopenNotebooks"_s, on);
}

void Preferences::setDisplayBridge(bool on)
{
    if (on == m_displayBridge)
        return;
    m_displayBridge = on;
    store(u"displayBridge"_s, on);
}

void Preferences::setThemedPlots(bool on)
{
    if (on == m_themedPlots)
        return;
    m_themedPlots = on;
    store(u"themedPlots"_s, on);
}

void Preferences::setEndOwnContexts(bool end)
{
    if (end == m_endOwnContexts)
        return;
    m_endOwnContexts = end;
    store(u"endOwnContexts"_s, end);
}

void Preferences::setShowStartPage(bool show)
{
    if (show == m_showStartPage)
        return;
    m_showStartPage = show;
    store(u"showStartPage"_s, show);
}

void Preferences::apply()
{
    Theme::Kind kind = Theme::Kind::Light;
    QStyleHints *hints = QGuiApplication::styleHints();
    switch (m_look) {
    case Look::System:
        hints->unsetColorScheme();
        kind = hints->colorScheme() == Qt::ColorScheme::Dark ? Theme::Kind::Dark : Theme::Kind::Light;
        break;
    case Look::Light:
        break;
    case Look::Dark:
        kind = Theme::Kind::Dark;
        break;
    case Look::HighContrast:
        kind = Theme::Kind::HighContrast;
        break;
    }
    // So that window frames and native dialogs match.
    if (m_look != Look::System)
        hints->setColorScheme(kind == Theme::Kind::Light ? Qt::ColorScheme::Light : Qt::ColorScheme::Dark);
    Spinner::setReducedMotion(m_reduceMotion);
    if (!qFuzzyCompare(Fonts::scale(), m_scale))
        Fonts::setScale(m_scale);
    Theme::setCurrent(kind);
}

#include "moc_preferences.cpp"
