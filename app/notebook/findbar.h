// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/notebook/search.h>

#include <QWidget>

class CellCanvas;
class FindLine;
class QAction;
class QLineEdit;
class QPushButton;
namespace Notebook {
class Document;
}

/// Find and replace over all cells and outputs of a notebook: a line above the cells, marks in them, and the number of hits.
class FindBar : public QWidget
{
    Q_OBJECT
public:
    FindBar(CellCanvas *canvas, Notebook::Document *document, QWidget *parent = nullptr);

    /// Shows the bar with the cursor in its field; a text that is selected in the notebook is taken over.
    void openFind(bool replace);
    void findNext(bool backwards = false);
    void replaceCurrent();
    void replaceAll();
    void closeBar();
    Notebook::Search *search() const { return m_search; }
    Notebook::Search::Place place() const { return m_place; }
    QString summary() const;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    Notebook::SearchQuery wanted() const;
    void query();
    void found();
    QString replacementError() const;
    void go(const Notebook::Search::Place &place);
    void say();

    CellCanvas *const m_canvas;
    Notebook::Search *m_search = nullptr;
    Notebook::Search::Place m_place;
    FindLine *m_line = nullptr;
    QLineEdit *m_replacement = nullptr;
    QWidget *m_replaceRow = nullptr;
    QAction *m_outputs = nullptr;
    QPushButton *m_replaceOne = nullptr;
    QPushButton *m_replaceAll = nullptr;
    bool m_seeking = false; ///< The first match is to be shown as soon as there is one.
    qsizetype m_startPosition = 0;
    QString m_outcome; ///< Of the last replacing, until something else is looked for.
};
