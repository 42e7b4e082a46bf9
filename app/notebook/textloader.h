// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/notebook/json.h>
#include <opensandbox/notebook/streamtext.h>

#include <QObject>
#include <QTimer>

#include <memory>

/**
 * Text out of a notebook as rows. Short text is there at once; long text grows a part in each turn of the event loop, so that no amount
 * of it keeps the window from answering.
 */
class TextLoader : public QObject
{
    Q_OBJECT
public:
    static constexpr qsizetype Slice = 256 << 10; ///< Characters in one turn.

    explicit TextLoader(const QString &text, QObject *parent = nullptr);
    /// A string, or a list of strings; with `asJson` whatever it is in its own spelling.
    explicit TextLoader(const Notebook::Json::Value &value, bool asJson, QObject *parent = nullptr);
    ~TextLoader() override;

    const Notebook::StreamText &text() const { return m_text; }
    bool isWhole() const { return m_whole; }

Q_SIGNALS:
    void grew(qint64 firstRow);

private:
    void readSome();

    Notebook::StreamText m_text;
    std::unique_ptr<Notebook::Json::TextReader> m_reader;
    QByteArray m_bytes;
    qsizetype m_from = 0;
    bool m_whole = false;
    QTimer m_timer;
};
