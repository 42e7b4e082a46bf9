// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#include "localserver.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

QByteArray HttpAnswer::header(const QByteArray &name) const
{
    for (const QByteArray &line : head.split('\n')) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0 && line.left(colon).compare(name, Qt::CaseInsensitive) == 0)
            return line.mid(colon + 1).trimmed();
    }
    return {};
}

HttpAnswer parseAnswer(const QByteArray &bytes, bool headRequest)
{
    HttpAnswer answer;
    const qsizetype end = bytes.indexOf("\r\n\r\n");
    if (end < 0)
        return answer;
    answer.head = bytes.left(end);
    answer.status = answer.head.mid(9, 3).toInt();
    QByteArray rest = bytes.mid(end + 4);
    if (answer.status == 100)
        return parseAnswer(rest, headRequest);
    if (answer.header("Transfer-Encoding") == "chunked") {
        while (true) {
            const qsizetype line = rest.indexOf("\r\n");
            if (line < 0)
                break;
            const qsizetype size = rest.left(line).toLongLong(nullptr, 16);
            if (size == 0) {
                answer.whole = true;
                break;
            }
            answer.body += rest.mid(line + 2, size);
            rest = rest.mid(line + 2 + size + 2);
        }
    } else {
        const QByteArray length = answer.header("Content-Length");
        answer.body = length.isEmpty() ? rest : rest.left(length.toLongLong());
        answer.whole = headRequest || length.isEmpty() || answer.body.size() == length.toLongLong();
    }
    return answer;
}

LocalServer::LocalServer(const QStringList &moreArguments)
{
    // When root runs the tests, the sandboxes' own user has to pass through.
    QFile(m_folder.path()).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ExeGroup | QFile::ExeOther);
    m_process.setProgram(QStringLiteral(WB_BIN_DIR "/opensandbox-local"));
    m_process.setArguments(QStringList { u"serve"_s, u"--exit-with-stdin"_s, u"--state-dir"_s, m_folder.path() } + moreArguments);
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
}

LocalServer::~LocalServer()
{
    stop();
}

void LocalServer::standAlone()
{
    QStringList arguments = m_process.arguments();
    arguments.removeAll(u"--exit-with-stdin"_s);
    m_process.setArguments(arguments);
}

void LocalServer::runIn(const QStringList &command)
{
    m_process.setArguments(command.mid(1) + QStringList { m_process.program() } + m_process.arguments());
    m_process.setProgram(command.first());
}

bool LocalServer::start()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"OPENSANDBOX_LOCAL_API_KEY"_s, QString::fromUtf8(m_key));
    m_process.setProcessEnvironment(environment);
    m_process.start();
    QElapsedTimer timer;
    timer.start();
    while (!m_process.canReadLine() && timer.elapsed() < 30000) {
        if (!m_process.waitForReadyRead(1000) && m_process.state() == QProcess::NotRunning)
            break;
    }
    m_ready = QJsonDocument::fromJson(m_process.readLine()).object();
    m_port = quint16(m_ready.value("port"_L1).toInt());
    return m_ready.value("ready"_L1).toBool();
}

void LocalServer::stop()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.closeWriteChannel();
    if (!m_process.arguments().contains(u"--exit-with-stdin"_s))
        m_process.terminate();
    if (!m_process.waitForFinished(10000))
        m_process.kill();
    m_process.waitForFinished(5000);
}

QByteArray LocalServer::raw(const QByteArray &bytes, int silence)
{
    QTcpSocket socket;
    socket.connectToHost(u"127.0.0.1"_s, m_port);
    if (!socket.waitForConnected(5000))
        return "(no connection)";
    socket.write(bytes);
    QByteArray answer;
    while (socket.waitForReadyRead(silence))
        answer += socket.readAll();
    return answer + socket.readAll();
}

HttpAnswer LocalServer::request(const QByteArray &method, const QByteArray &target, const QByteArray &body,
                                const QByteArray &moreHeaders, int timeout)
{
    QByteArray head = method + ' ' + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(m_port) + "\r\nConnection: close\r\n";
    if (!m_key.isEmpty() && !moreHeaders.contains("OPEN-SANDBOX-API-KEY"))
        head += "OPEN-SANDBOX-API-KEY: " + m_key + "\r\n";
    if (!body.isEmpty() || method == "POST" || method == "PATCH")
        head += "Content-Length: " + QByteArray::number(body.size()) + "\r\n";
    return parseAnswer(raw(head + moreHeaders + "\r\n" + body, timeout), method == "HEAD");
}

QJsonObject LocalServer::createBody()
{
    return { { u"image"_s, QJsonObject { { u"uri"_s, u"local"_s } } },
             { u"entrypoint"_s, QJsonArray { u"tail"_s, u"-f"_s, u"/dev/null"_s } },
             { u"timeout"_s, 600 },
             { u"resourceLimits"_s, QJsonObject { { u"cpu"_s, u"1"_s }, { u"memory"_s, u"512Mi"_s } } } };
}

QByteArray LocalServer::createSandbox(const QJsonObject &changes)
{
    QJsonObject body = createBody();
    for (auto change = changes.begin(); change != changes.end(); ++change)
        body[change.key()] = change.value();
    lastAnswer = request("POST", "/v1/sandboxes", QJsonDocument(body).toJson(QJsonDocument::Compact), {}, 60000);
    return lastAnswer.status == 202 ? lastAnswer.json().value("id"_L1).toString().toLatin1() : QByteArray();
}

LocalServer::CommandResult LocalServer::command(const QByteArray &sandbox, const QString &text, int timeoutMs)
{
    const QJsonObject body { { u"command"_s, text }, { u"timeout"_s, timeoutMs } };
    lastAnswer = request("POST", "/sandboxes/" + sandbox + "/proxy/44772/command", QJsonDocument(body).toJson(QJsonDocument::Compact), {},
                         timeoutMs + 5000);
    CommandResult result;
    for (const QByteArray &line : lastAnswer.body.split('\n')) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        const QString type = event.value("type"_L1).toString();
        const QString piece = event.value("text"_L1).toString();
        if (type == "stdout"_L1)
            result.output += piece == "\n"_L1 ? piece : piece + u'\n';
        else if (type == "stderr"_L1)
            result.errors += piece == "\n"_L1 ? piece : piece + u'\n';
        else if (type == "execution_complete"_L1)
            result.exitCode = u"0"_s;
        else if (type == "error"_L1)
            result.exitCode = event.value("error"_L1).toObject().value("evalue"_L1).toString();
    }
    return result;
}

namespace {

bool contains(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.readAll().contains(text);
}

QList<qint64> allProcesses()
{
    QList<qint64> found;
    for (const QString &name : QDir(u"/proc"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool isNumber = false;
        const qint64 pid = name.toLongLong(&isNumber);
        if (isNumber)
            found.append(pid);
    }
    return found;
}

// Where its descriptors lead.
QList<QByteArray> openFiles(qint64 pid)
{
    QList<QByteArray> targets;
    const QDir files(u"/proc/%1/fd"_s.arg(pid));
    for (const QString &number : files.entryList(QDir::Files | QDir::System))
        targets.append(QFile::encodeName(QFile::symLinkTarget(files.filePath(number))));
    return targets;
}

// What follows the name, which may hold anything: the state is the first.
QList<QByteArray> statusFields(qint64 pid)
{
    QFile file(u"/proc/%1/stat"_s.arg(pid));
    const QByteArray line = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    return line.mid(line.lastIndexOf(')') + 2).split(' ');
}

} // namespace

ProcessMark ProcessMark::of(qint64 pid)
{
    return { pid, statusFields(pid).value(19) };
}

bool ProcessMark::lives() const
{
    return !started.isEmpty() && of(pid).started == started;
}

QString ProcessMark::description() const
{
    QFile file(u"/proc/%1/cmdline"_s.arg(pid));
    const QByteArray words = file.open(QIODevice::ReadOnly) ? file.readAll().replace('\0', ' ') : QByteArray();
    return u"%1 (%2) %3"_s.arg(pid).arg(QString::fromLatin1(statusFields(pid).value(0)), QString::fromUtf8(words));
}

QList<qint64> LocalServer::processes(Processes which) const
{
    const QByteArray folder = QFile::encodeName(QFileInfo(m_folder.path()).canonicalFilePath());
    QList<qint64> found;
    for (const qint64 pid : allProcesses()) {
        bool ours = contains(u"/proc/%1/cmdline"_s.arg(pid), folder) || contains(u"/proc/%1/mountinfo"_s.arg(pid), folder);
        bool waits = false;
        for (const QByteArray &target : openFiles(pid)) {
            ours = ours || target.startsWith(folder);
            waits = waits || (target.startsWith(folder) && target.endsWith("/spare/log"));
        }
        if (ours && !(waits && which == Processes::InUse))
            found.append(pid);
    }
    return found;
}

QList<ProcessMark> LocalServer::processesOf(const QByteArray &sandbox) const
{
    // A folder in one of the server and its keeper is theirs.
    const QByteArray keeper = QByteArray::number(m_process.processId());
    QList<ProcessMark> found;
    for (const qint64 pid : allProcesses()) {
        const ProcessMark mark = ProcessMark::of(pid);
        if (pid == m_process.processId() || statusFields(pid).value(1) == keeper)
            continue;
        const auto names = [&](const QByteArray &text) { return text.contains(sandbox); };
        if (contains(u"/proc/%1/cmdline"_s.arg(pid), sandbox) || contains(u"/proc/%1/mountinfo"_s.arg(pid), sandbox) || std::ranges::any_of(openFiles(pid), names))
            found.append(mark);
    }
    return found;
}
