// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "inpool.h"

#include <cstdio>
#include <cstdlib>

QThreadPool &outputsPool()
{
    static QThreadPool *const pool = [] {
        auto *made = new QThreadPool; // Never destroyed: that would wait for whatever still runs in it.
        made->setObjectName(QStringLiteral("outputs"));
        qAddPostRoutine([] { // What runs hands its results to the application, so that has to wait, where it ends in order.
            outputsPool().clear();
            outputsPool().waitForDone();
        });
        return made;
    }();
    return *pool;
}

int leaveOutputs(int code, int ms)
{
    outputsPool().clear();
    if (outputsPool().waitForDone(ms))
        return code;
    QThreadPool::globalInstance()->waitForDone();
    std::fflush(nullptr);
    std::_Exit(code);
}
