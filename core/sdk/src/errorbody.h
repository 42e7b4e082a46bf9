// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/error.h>

#include <QByteArrayView>

namespace OpenSandbox {

/// What an error answer says in its body. Either may be empty.
struct ErrorBody
{
    QString code;
    QString message; ///< At most about 2 KiB, one line per sentence of the server.
};

/**
 * Reads all shapes of error body that servers send: {code,message}, {detail: list, text or object},
 * {error}, plain text and HTML; also when several JSON objects follow each other. Pure; any bytes.
 * The request that a validation error echoes is left out: it may hold secrets.
 */
ErrorBody parseErrorBody(QByteArrayView body);

/// Cuts to about 2 KiB and drops control characters, so that any server text may be shown.
QString readableText(const QString &text);

} // namespace OpenSandbox
