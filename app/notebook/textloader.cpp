// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "textloader.h"

#include "inpool.h"

#include <algorithm>

using Notebook::Json::Value;

TextLoader::TextLoader(const QString &text, QObject *parent) : TextLoader(Value::string(text), false, parent) { }

TextLoader::TextLoader(const Value &value, bool asJson, QObject *parent) : QObject(parent)
{
    connect(&m_timer, &QTimer::timeout, this, &TextLoader::readSome);
    if (!asJson || value.isString()) {
        m_reader = std::make_unique<Notebook::Json::TextReader>(value);
        readSome();
        return;
    }
    inPool(this, [value]() { return value.toBytes(); }, [this](const QByteArray &bytes) {
        m_bytes = bytes;
        readSome();
    });
}

TextLoader::~TextLoader() = default;

void TextLoader::readSome()
{
    qint64 firstRow = 0;
    if (m_reader) {
        QString piece;
        m_whole = !m_reader->read(piece, Slice);
        firstRow = m_text.append(piece);
    } else {
        const qsizetype size = std::min(Slice, m_bytes.size() - m_from);
        firstRow = m_text.appendUtf8(QByteArrayView(m_bytes).sliced(m_from, size));
        m_from += size;
        m_whole = m_from == m_bytes.size();
    }
    if (m_whole) {
        m_timer.stop();
        m_reader.reset();
        m_bytes.clear();
    } else if (!m_timer.isActive()) {
        m_timer.start(0);
    }
    Q_EMIT grew(firstRow);
}
