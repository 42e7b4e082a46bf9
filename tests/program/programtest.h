// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fakelifecycle.h"

#include <application.h>
#include <shell/mainwindow.h>

#include <QLabel>
#include <QTest>

/// The whole program without the local runtime, against a server that plays its part and is the connection of the environment.
class ProgramTest : public QObject
{
protected:
    void serve()
    {
        m_server = std::make_unique<FakeLifecycle>();
        const OpenSandbox::ConnectionConfig config = m_server->config();
        qputenv("OPEN_SANDBOX_DOMAIN", config.domain.toUtf8());
        qputenv("OPEN_SANDBOX_API_KEY", config.apiKey.toUtf8());
    }
    void start(ApplicationOptions options)
    {
        options.localRuntime = false;
        options.theme = Theme::Kind::Light;
        m_application = std::make_unique<Application>(options);
        window().resize(1440, 900);
        m_application->start();
        QVERIFY(QTest::qWaitForWindowExposed(&window()));
    }
    void stop()
    {
        m_application.reset();
        m_server.reset();
    }
    MainWindow &window() const { return m_application->window(); }

    /// Everything that labels say.
    static QString words(const QWidget &window)
    {
        QStringList texts;
        for (const QLabel *label : window.findChildren<QLabel *>())
            texts << label->text();
        return texts.join(u'\n');
    }

    std::unique_ptr<FakeLifecycle> m_server;
    std::unique_ptr<Application> m_application;
};
