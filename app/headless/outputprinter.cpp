// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "outputprinter.h"

#include <opensandbox/notebook/cell.h>

#include <utility>

using namespace Qt::StringLiterals;

OutputPrinter::OutputPrinter(Notebook::Cell *cell, std::FILE *out, QObject *parent)
    : QObject(parent), m_cell(cell), m_out(out)
{
    Notebook::OutputList *outputs = cell->outputs();
    connect(outputs, &Notebook::OutputList::outputInserted, this, [this, outputs](int index) {
        // In front of what is being written, which goes on behind it.
        if (index == m_output && m_rows > 0 && index + 1 < outputs->count()) {
            const qint64 rows = std::exchange(m_rows, 0);
            write(outputs->at(index), true);
            m_rows = rows;
            ++m_output;
        }
        advance();
    });
    connect(outputs, &Notebook::OutputList::outputChanged, this, &OutputPrinter::advance);
    connect(outputs, &Notebook::OutputList::outputsRemoved, this, [this] {
        // Cleared by the code: what comes next starts anew.
        m_output = 0;
        m_rows = 0;
    });
}

void OutputPrinter::advance()
{
    const Notebook::OutputList *outputs = m_cell->outputs();
    while (m_output < outputs->count()) {
        const bool last = m_output == outputs->count() - 1;
        write(outputs->at(m_output), !last);
        if (last) {
            break;
        }
        ++m_output;
        m_rows = 0;
    }
    std::fflush(m_out);
}

void OutputPrinter::finish()
{
    const Notebook::OutputList *outputs = m_cell->outputs();
    for (; m_output < outputs->count(); ++m_output, m_rows = 0) {
        write(outputs->at(m_output), true);
    }
    std::fflush(m_out);
}

void OutputPrinter::write(const Notebook::Output &output, bool settled)
{
    const auto writeRows = [this, settled](const Notebook::StreamText &text) {
        // The last row may still be overwritten, as a progress bar does, until its line has ended.
        const qint64 end = settled || text.endsWithNewline() ? text.rowCount() : text.rowCount() - 1;
        for (; m_rows < end; ++m_rows) {
            const Notebook::TextRow row = text.row(m_rows);
            const QByteArray bytes = row.text.toUtf8();
            std::fwrite(bytes.constData(), 1, size_t(bytes.size()), m_out);
            if (!row.continues) {
                std::fputc('\n', m_out);
            }
        }
    };
    if (output.type() == Notebook::OutputType::Stream) {
        writeRows(output.stream());
        return;
    }
    if (m_rows > 0) {
        return;
    }
    m_rows = 1;
    switch (output.type()) {
    case Notebook::OutputType::Display:
    case Notebook::OutputType::Result: {
        const Notebook::MimeBundle &data = output.data();
        for (const QString &type : data.types()) {
            if (type.startsWith("image/"_L1)) {
                writeLine(u"[%1, %2 bytes]"_s.arg(type).arg(data.bytes(type).size()));
            }
        }
        if (data.contains(u"text/plain")) {
            writeLine(data.text(u"text/plain"));
        } else if (!data.types().isEmpty() && !data.types().first().startsWith("image/"_L1)) {
            writeLine(u"[%1]"_s.arg(data.types().first()));
        }
        break;
    }
    case Notebook::OutputType::Error:
        if (output.traceback().isEmpty()) {
            writeLine(output.errorName() + u": "_s + output.errorValue());
        } else {
            writeLine(output.traceback().plainText());
        }
        break;
    case Notebook::OutputType::Notice:
        writeLine(output.notice().text);
        if (!output.notice().detail.isEmpty()) {
            writeLine(output.notice().detail);
        }
        break;
    case Notebook::OutputType::Stream:
    case Notebook::OutputType::Unknown:
        break;
    }
}

void OutputPrinter::writeLine(const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    std::fwrite(bytes.constData(), 1, size_t(bytes.size()), m_out);
    if (!bytes.endsWith('\n')) {
        std::fputc('\n', m_out);
    }
}
