// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execution/sessiontargets.h"
#include "notebook/notebookview.h"
#include "session/connectionstore.h"
#include "session/sandboxsession.h"
#include "session/sandboxstore.h"

#include <opensandbox/notebook/document.h>

#include <QTest>

/// What stands between a notebook and a real runtime, and one sandbox there. The test brings the connection.
class SessionTest : public QObject
{
protected:
    void makeTargets()
    {
        m_store = std::make_unique<SandboxStore>(m_connections.get());
        m_sessions = std::make_unique<SessionRegistry>(m_store.get());
        m_targets = std::make_unique<SessionTargets>(m_sessions.get());
    }
    void newSandbox()
    {
        QString error;
        bool done = false;
        m_targets->createSandbox(QStringLiteral("python"), [&](const ExecutionTarget &target, const QString &why) {
            m_target = target;
            error = why;
            done = true;
        });
        QTRY_VERIFY_WITH_TIMEOUT(done, 120'000);
        QVERIFY2(error.isEmpty(), qPrintable(error));
    }
    /// A new view with these cells, attached to the sandbox of the test.
    std::unique_ptr<NotebookView> notebook(const QStringList &sources, const QString &language = QStringLiteral("python"))
    {
        auto view = std::make_unique<NotebookView>(m_targets.get());
        view->attach(m_target.connection, m_target.sandboxId);
        view->document()->setDefaultLanguage(language);
        for (const QString &source : sources)
            view->document()->insertCell(view->document()->count(), Notebook::CellKind::Code, source);
        view->document()->removeCell(0);
        view->resize(900, 600);
        view->show();
        return view;
    }
    /// Before the runtime goes.
    void closeTargets()
    {
        m_targets.reset();
        m_sessions.reset();
        m_store.reset();
    }

    std::unique_ptr<ConnectionStore> m_connections = std::make_unique<ConnectionStore>(nullptr);
    std::unique_ptr<SandboxStore> m_store;
    std::unique_ptr<SessionRegistry> m_sessions;
    std::unique_ptr<SessionTargets> m_targets;
    ExecutionTarget m_target;
};
