// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/execution.h>

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

QString Execution::text() const
{
    QString text;
    for (const Event::Output &output : standardOutput) {
        text += output.text;
        if (linewise)
            text += u'\n';
    }
    for (const Event::Result &result : results) {
        const QJsonValue plain = result.data.value("text/plain"_L1);
        QString value = plain.toString();
        for (const QJsonValue &line : plain.toArray())
            value += line.toString();
        if (value.isEmpty())
            continue;
        if (!text.isEmpty() && !text.endsWith(u'\n'))
            text += u'\n';
        text += value;
    }
    // A line's end cannot be told from a missing one on the wire; the last is left out.
    if (text.endsWith(u'\n'))
        text.chop(1);
    return text;
}

} // namespace OpenSandbox
