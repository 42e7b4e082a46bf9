// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/error.h>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

QString toString(const Error &error)
{
    QStringList facts;
    if (error.httpStatus > 0)
        facts << u"HTTP %1"_s.arg(error.httpStatus);
    if (!error.code.isEmpty())
        facts << error.code;
    if (!error.requestId.isEmpty())
        facts << u"request %1"_s.arg(error.requestId);
    QString text = error.message.simplified();
    if (!facts.isEmpty())
        text += u" ("_s + facts.join(u", "_s) + u')';
    return text;
}

} // namespace OpenSandbox
