// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "shell/commandpalette.h"

#include <QObject>

class NotebookDocuments;
class Preferences;

/// Preferences that can be changed by typing their name.
class SettingsProvider final : public PaletteProvider
{
public:
    explicit SettingsProvider(Preferences *preferences) : m_preferences(preferences) { }
    QString section() const override;
    QChar prefix() const override { return {}; }
    QList<PaletteItem> items(const QString &query) override;

private:
    Preferences *m_preferences;
};

/// Recently opened files.
class FilesProvider final : public PaletteProvider
{
public:
    FilesProvider(std::function<QStringList()> recent, std::function<void(const QString &)> open) : m_recent(std::move(recent)), m_open(std::move(open)) { }
    QString section() const override;
    QChar prefix() const override { return u'/'; }
    QList<PaletteItem> items(const QString &query) override;

private:
    std::function<QStringList()> m_recent;
    std::function<void(const QString &)> m_open;
};

/// The cells of the open notebooks by their first line.
class CellsProvider final : public PaletteProvider
{
public:
    explicit CellsProvider(NotebookDocuments *notebooks) : m_notebooks(notebooks) { }
    QString section() const override;
    QChar prefix() const override { return u'@'; }
    QList<PaletteItem> items(const QString &query) override;

private:
    NotebookDocuments *m_notebooks;
};
