// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "runtimeprocess.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>

using namespace Qt::StringLiterals;

RuntimeProcess::RuntimeProcess() : m_key(QUuid::createUuid().toString(QUuid::WithoutBraces)) { }

RuntimeProcess::~RuntimeProcess()
{
    if (!stop()) {
        m_process.kill();
        m_process.waitForFinished();
    }
}

bool RuntimeProcess::stop()
{
    if (m_process.state() == QProcess::NotRunning)
        return true;
    m_process.closeWriteChannel();
    return m_process.waitForFinished(30'000);
}

void RuntimeProcess::kill()
{
    m_process.kill();
    m_process.waitForFinished(30'000);
}

QString RuntimeProcess::start()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"OPENSANDBOX_LOCAL_API_KEY"_s, m_key);
    m_process.setProcessEnvironment(environment);
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(QStringLiteral(WB_BIN_DIR "/opensandbox-local"),
                    { u"serve"_s, u"--port"_s, u"0"_s, u"--state-dir"_s, m_state.path(), u"--execd"_s, QStringLiteral(WB_BIN_DIR "/opensandbox-execd"),
                      u"--kernels"_s, QStringLiteral(WB_SOURCE_DIR "/resources/kernels"), u"--exit-with-stdin"_s });
    if (!m_process.waitForStarted())
        return m_process.errorString();
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(30'000))
            return u"the local runtime said nothing"_s;
    }
    const QByteArray line = m_process.readLine();
    const QJsonObject ready = QJsonDocument::fromJson(line).object();
    m_port = quint16(ready.value("port"_L1).toInt());
    return ready.value("ready"_L1).toBool() ? QString() : QString::fromUtf8(line);
}
