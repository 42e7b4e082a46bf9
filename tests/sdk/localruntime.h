// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/connectionconfig.h>

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

/// The real local runtime, as long as this lives.
class LocalRuntimeProcess
{
public:
    static bool isBuilt() { return QFileInfo::exists(QStringLiteral(WB_BIN_DIR "/opensandbox-local")); }

    /// Empty when it runs, else what went wrong.
    QString start()
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("OPENSANDBOX_LOCAL_API_KEY"), QStringLiteral("test-key-of-the-sdk"));
        m_process.setProcessEnvironment(environment);
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(QStringLiteral(WB_BIN_DIR "/opensandbox-local"),
            { QStringLiteral("serve"), QStringLiteral("--port"), QStringLiteral("0"), QStringLiteral("--state-dir"), m_state.path(), QStringLiteral("--execd"),
                QStringLiteral(WB_BIN_DIR "/opensandbox-execd"), QStringLiteral("--kernels"), QStringLiteral(WB_SOURCE_DIR "/resources/kernels"), QStringLiteral("--exit-with-stdin") });
        if (!m_process.waitForStarted())
            return m_process.errorString();
        while (!m_process.canReadLine()) {
            if (!m_process.waitForReadyRead(30'000))
                return QStringLiteral("the runtime said nothing");
        }
        const QJsonObject ready = QJsonDocument::fromJson(m_process.readLine()).object();
        if (!ready.value(QLatin1StringView("ready")).toBool())
            return QStringLiteral("the runtime is not ready");
        m_config.domain = QStringLiteral("127.0.0.1:%1").arg(ready.value(QLatin1StringView("port")).toInt());
        m_config.apiKey = QStringLiteral("test-key-of-the-sdk");
        return {};
    }
    /// True when it ended by itself.
    bool stop()
    {
        if (m_process.state() == QProcess::NotRunning)
            return true;
        m_process.closeWriteChannel();
        return m_process.waitForFinished(20'000);
    }
    const OpenSandbox::ConnectionConfig &config() const { return m_config; }

private:
    QTemporaryDir m_state;
    QProcess m_process;
    OpenSandbox::ConnectionConfig m_config;
};
