// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "textcollector.h"

#include <algorithm>
#include <utility>

namespace {

constexpr qint64 rowsAtOnce = 64;
constexpr int patience = 50; ///< ms between looks at text that is still being read.

} // namespace

TextCollector::TextCollector(QObject *parent) : QObject(parent)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &TextCollector::collectSome);
}

void TextCollector::start(Source source, std::function<bool()> whole, Notebook::TextPosition from, Notebook::TextPosition to, std::function<void(const QString &)> done)
{
    m_timer.stop();
    m_source = std::move(source);
    m_whole = std::move(whole);
    m_done = std::move(done);
    m_from = from;
    m_to = to;
    m_row = from.row;
    m_text.clear();
    collectSome();
}

void TextCollector::collectSome()
{
    const Notebook::StreamText *text = m_source();
    if (!text)
        return;
    if (m_whole && !m_whole()) {
        m_timer.start(patience);
        return;
    }
    const qint64 end = m_to.isValid() ? std::min(m_to.row, text->rowCount()) : text->rowCount();
    qsizetype taken = 0;
    while (m_row < end && taken < Slice) {
        const qint64 rows = std::min(rowsAtOnce, end - m_row);
        QString part = text->plainText(m_row, rows);
        if (m_row == m_from.row)
            part = part.mid(m_from.column);
        taken += part.size();
        m_text += part;
        m_row += rows;
    }
    if (m_row < end) {
        m_timer.start(0);
        return;
    }
    if (m_to.isValid())
        m_text += m_from.row == m_to.row ? text->plainRow(m_to.row).mid(m_from.column, m_to.column - m_from.column) : text->plainRow(m_to.row).left(m_to.column);
    const auto done = std::exchange(m_done, {});
    done(std::exchange(m_text, {}));
}
