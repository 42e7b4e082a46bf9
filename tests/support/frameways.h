// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "outputframe.h"

#include <opensandbox/streamdecoder.h>

#include <QJsonDocument>

#include <vector>

/// The two ways in which the SDK reads a frame of an event stream, compared.
namespace FrameWays {

struct Comparison
{
    bool quick = false; ///< The quick way took it.
    QByteArray difference; ///< What the ways disagree about; empty: nothing.
};

inline Comparison compare(QByteArrayView json)
{
    // Memory of exactly this size, so that the sanitizer sees a byte read beyond it.
    const std::vector<char> copy(json.begin(), json.end());
    const auto quick = OpenSandbox::outputFrame(QByteArrayView(copy.data(), json.size()));
    if (!quick)
        return {};
    Comparison result { true, {} };
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json.toByteArray(), &error);
    if (error.error != QJsonParseError::NoError || !document.isObject()) {
        result.difference = "only the quick way accepts it: " + error.errorString().toUtf8();
        return result;
    }
    const OpenSandbox::StreamEvent slow = OpenSandbox::eventFromJson(document.object());
    if (quick->timestampMs != slow.timestampMs)
        result.difference = "timestamps " + QByteArray::number(quick->timestampMs) + " and " + QByteArray::number(slow.timestampMs);
    else if (quick->value.index() != slow.value.index())
        result.difference = "kinds " + QByteArray::number(int(quick->value.index())) + " and " + QByteArray::number(int(slow.value.index()));
    else if (const auto *output = std::get_if<OpenSandbox::Event::Output>(&quick->value)) {
        const auto &other = std::get<OpenSandbox::Event::Output>(slow.value);
        if (output->text != other.text || output->isError != other.isError)
            result.difference = "texts '" + output->text.toUtf8() + "' and '" + other.text.toUtf8() + '\'';
    }
    return result;
}

} // namespace FrameWays
