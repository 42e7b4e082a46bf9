// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "inpool.h"

QThreadPool &outputsPool()
{
    static QThreadPool *const pool = [] {
        auto *made = new QThreadPool(qApp);
        made->setObjectName(QStringLiteral("outputs"));
        QObject::connect(qApp, &QCoreApplication::aboutToQuit, made, &QThreadPool::clear);
        return made;
    }();
    return *pool;
}
