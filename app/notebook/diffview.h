// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/notebook/textdiff.h>

#include <QAbstractScrollArea>

#include <functional>

class Label;
class QAction;

/// A text as it is compared.
struct DiffText
{
    DiffText() = default;
    DiffText(const QString &plain) : text(plain) { } // NOLINT: a text is one without more words.
    DiffText(const QString &compared, const QString &seen) : text(compared), shown(seen) { }
    /// Long text that the thread which compares it reads first. `bytes`: about.
    DiffText(std::function<QString()> later, qint64 bytes) : read(std::move(later)), size(bytes) { }
    QString compared() const { return read ? read() : text; }
    qint64 length() const { return read ? size : text.size(); }
    QString text;
    std::function<QString()> read;
    qint64 size = 0;
    QString shown; ///< Line by line what is seen of it, where that is something else; empty: the same.
};

/// Two texts side by side, lines that differ marked by tint and sign, the differing part of a line by a stronger tint.
class DiffArea : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit DiffArea(QWidget *parent = nullptr);
    /// Long texts are compared by another thread; currentChanged() tells when that is done.
    void setTexts(const DiffText &left, const DiffText &right);
    bool isReady() const { return m_ready; }
    int changeCount() const { return int(m_texts.blocks.size()); } ///< Stretches of neighbouring lines.
    int currentChange() const { return m_current; }
    /// Scrolls to the next (1) or previous (-1) stretch that differs.
    void step(int direction);
    int rowCount() const { return int(m_texts.rows.size()); }
    /// A row in words that are read aloud: with "-" what only stands at the left, with "+" what only stands at the right.
    QString rowText(int row) const;
    /// The first row of the present difference; -1: none.
    int currentRow() const { return m_current < 0 ? -1 : m_texts.blocks[m_current].first; }
    QRect rowRect(int row) const;

Q_SIGNALS:
    void currentChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct Compared
    {
        QStringList left;
        QStringList right;
        QList<Notebook::TextDiff::Row> rows;
        QList<std::pair<int, int>> blocks; ///< First row and count.
        int longest = 0;
    };
    static Compared compare(const DiffText &left, const DiffText &right);
    void show(Compared compared);
    void updateBars();
    int rowHeight() const;
    qreal gutter() const;

    Compared m_texts;
    int m_current = -1;
    bool m_ready = true;
};

/// DiffArea with titles, the number of differences and keys to go through them; a document of its own.
class DiffView : public QWidget
{
    Q_OBJECT
public:
    DiffView(const QString &leftTitle, const DiffText &left, const QString &rightTitle, const DiffText &right, QWidget *parent = nullptr);
    DiffArea *area() const { return m_area; }
    QString summary() const;

private:
    void updateSummary();
    DiffArea *m_area = nullptr;
    Label *m_summary = nullptr;
    QAction *m_previous = nullptr;
    QAction *m_next = nullptr;
};
