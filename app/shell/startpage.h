// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class Label;
class QBoxLayout;

/// The first thing a new user sees: make a sandbox, learn by running, use a server, open a file. Only signals.
class StartPage : public QScrollArea
{
    Q_OBJECT
public:
    explicit StartPage(bool showAtStart, QWidget *parent = nullptr);

    /// Offers to take a server from a file of another program: where it is, and what was found in it.
    void offerImport(const QString &path, const QString &found);

Q_SIGNALS:
    /// A recipe's id ("python", "multi", "shell"): a new sandbox and a notebook in it.
    void createRequested(const QString &recipe);
    /// "welcome", "long-output", "trouble".
    void learnRequested(const QString &name);
    void connectionRequested();
    void importRequested();
    void newNotebookRequested();
    void openRequested();
    void shortcutsRequested();
    void preferencesRequested();
    void showAtStartChanged(bool show);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    /// One column below the other where there is no room for both.
    void arrange();

    QBoxLayout *m_cards = nullptr;
    QBoxLayout *m_columns = nullptr;
    QBoxLayout *m_footer = nullptr;
    bool m_narrow = false;
    QWidget *m_body;
    QWidget *m_import = nullptr;
    Label *m_importPath = nullptr;
    Label *m_importFound = nullptr;
};
