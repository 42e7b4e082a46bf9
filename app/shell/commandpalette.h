// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/icons.h"

#include <QFrame>
#include <QList>
#include <QPointer>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

class Actions;
class QLineEdit;
class QListView;
class QModelIndex;

/// One row of the palette.
struct PaletteItem
{
    QString name = {};
    QString detail = {}; ///< The consequence, in the tertiary colour: "until 11:39".
    QString icon = {};
    Icons::Role iconRole = Icons::Role::Normal;
    QString badge = {}; ///< Language letters instead of an icon.
    int badgeSeries = 0;
    QString keys = {};
    std::function<QString()> code = {}; ///< What Ctrl+C copies; null: not offered.
    QString reason = {}; ///< Not empty: cannot run, and why.
    std::function<void()> run = {};
};

/// Where rows come from. Implement it in a pane and hand it to MainWindow::palette().addProvider().
class PaletteProvider
{
public:
    virtual ~PaletteProvider() = default;
    /// "Commands", "Sandboxes", "Files and cells", "Settings": rows of providers with one section stand together.
    virtual QString section() const = 0;
    /// '>' commands, '@' cells, '/' files, '#' sandboxes; QChar() for none.
    virtual QChar prefix() const = 0;
    /// Everything that could match; the palette filters and ranks. Called when it opens and on each query.
    virtual QList<PaletteItem> items(const QString &query) = 0;
};

/// Ctrl+Shift+P and Ctrl+K: type to find, Return runs, Esc closes.
class CommandPalette : public QFrame
{
    Q_OBJECT
public:
    CommandPalette(Actions *actions, QWidget *window);
    ~CommandPalette() override;

    /// Ownership goes to the palette.
    void addProvider(std::unique_ptr<PaletteProvider> provider);
    /// Shows it with this text, for example "#".
    void open(const QString &text = {});
    void close();
    int matches() const;
    QLineEdit *input() const { return m_input; }

    /// Matched positions of `query` in `text` (all words, in any order, letters in sequence); empty: no match.
    /// `score` is higher for better ones.
    static QList<int> match(const QString &query, const QString &text, int *score);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    class Model;
    class Delegate;
    void refill();
    void place();
    void runCurrent();
    void step(int by);

    QWidget *const m_window;
    QLineEdit *m_input;
    QListView *m_list;
    QWidget *m_footer;
    Model *m_model;
    std::vector<std::unique_ptr<PaletteProvider>> m_providers;
    QPointer<QWidget> m_focusBefore;
};
