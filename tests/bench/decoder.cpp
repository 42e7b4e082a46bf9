// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Event streams: our decoder and our whole client against a plain socket read that parses each line.
#include "bench.h"

#include <opensandbox/adapterfactory.h>
#include <opensandbox/streamdecoder.h>

#include <QElapsedTimer>
#include <QEventLoop>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTimer>

#include <arpa/inet.h>
#include <cstring>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

constexpr int runs = 5;

QByteArray eventOf(qsizetype size)
{
    QByteArray event = R"({"type":"stdout","text":")";
    const QByteArray tail = "\\n\",\"timestamp\":1796001430687}\n\n";
    event.append(QByteArray(size - event.size() - tail.size(), 'x'));
    return event + tail;
}

struct Load
{
    QByteArray batch; ///< Several events, sent as one HTTP chunk.
    int perBatch = 0;
    int batches = 0;
    qint64 events() const { return qint64(perBatch) * batches; }
};

Load loadOf(qsizetype eventSize, int perBatch, qint64 totalBytes)
{
    const QByteArray event = eventOf(eventSize);
    return { event.repeated(perBatch), perBatch, int(totalBytes / (eventSize * perBatch)) };
}

void writeAll(int fd, const QByteArray &bytes)
{
    for (qsizetype done = 0; done < bytes.size();) {
        const ssize_t n = ::send(fd, bytes.constData() + done, size_t(bytes.size() - done), MSG_NOSIGNAL);
        if (n <= 0) {
            return;
        }
        done += n;
    }
}

/// A server on loopback that answers one connection with the load.
class Generator
{
public:
    Generator(const Load &load, bool http) : m_listener(::socket(AF_INET, SOCK_STREAM, 0))
    {
        sockaddr_in address {};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof address;
        ::bind(m_listener, reinterpret_cast<sockaddr *>(&address), sizeof address);
        ::listen(m_listener, 1);
        ::getsockname(m_listener, reinterpret_cast<sockaddr *>(&address), &length);
        m_port = ntohs(address.sin_port);
        m_thread = std::thread([this, load, http] { serve(load, http); });
    }

    ~Generator()
    {
        m_thread.join();
        ::close(m_listener);
    }

    int port() const { return m_port; }

private:
    void serve(const Load &load, bool http)
    {
        const int fd = ::accept(m_listener, nullptr, nullptr);
        if (http) {
            QByteArray request;
            char buffer[4096];
            while (!request.contains("\r\n\r\n")) {
                const ssize_t n = ::recv(fd, buffer, sizeof buffer, 0);
                if (n <= 0) {
                    ::close(fd);
                    return;
                }
                request.append(buffer, n);
            }
            writeAll(fd, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                         "3e\r\n{\"type\":\"init\",\"text\":\"ctx\",\"timestamp\":1796001430687}\n\n      \r\n");
        }
        const QByteArray chunk = http ? QByteArray::number(load.batch.size(), 16) + "\r\n" + load.batch + "\r\n" : load.batch;
        for (int i = 0; i < load.batches; ++i) {
            writeAll(fd, chunk);
        }
        if (http) {
            const QByteArray end = R"({"type":"execution_complete","execution_time":1,"timestamp":1796001430687})" "\n\n";
            writeAll(fd, QByteArray::number(end.size(), 16) + "\r\n" + end + "\r\n0\r\n\r\n");
        }
        ::shutdown(fd, SHUT_WR);
        char rest[64];
        while (::recv(fd, rest, sizeof rest, 0) > 0) { }
        ::close(fd);
    }

    int m_listener;
    int m_port = 0;
    std::thread m_thread;
};

int connectTo(int port)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(quint16(port));
    ::connect(fd, reinterpret_cast<sockaddr *>(&address), sizeof address);
    return fd;
}

/// Seconds to read everything, each piece handed to `consume`.
template <typename Consume>
double readRaw(const Load &load, Consume consume)
{
    const Generator generator(load, false);
    QElapsedTimer timer;
    timer.start();
    const int fd = connectTo(generator.port());
    QByteArray buffer(1 << 18, Qt::Uninitialized);
    for (ssize_t n = 0; (n = ::recv(fd, buffer.data(), size_t(buffer.size()), 0)) > 0;) {
        consume(QByteArrayView(buffer.constData(), n));
    }
    const double seconds = double(timer.nsecsElapsed()) / 1e9;
    ::close(fd);
    return seconds;
}

double rawWithParse(const Load &load)
{
    QByteArray rest;
    qint64 parsed = 0;
    const double seconds = readRaw(load, [&](QByteArrayView bytes) {
        rest.append(bytes);
        qsizetype from = 0;
        for (qsizetype lf; (lf = rest.indexOf('\n', from)) >= 0; from = lf + 1) {
            if (lf > from) {
                parsed += QJsonDocument::fromJson(QByteArray::fromRawData(rest.constData() + from, lf - from)).object().size() > 0;
            }
        }
        rest.remove(0, from);
    });
    return parsed == load.events() ? seconds : -1;
}

double rawWithDecoder(const Load &load)
{
    qint64 events = 0;
    OpenSandbox::StreamDecoder decoder([&](const OpenSandbox::StreamEvent &) { ++events; });
    const double seconds = readRaw(load, [&](QByteArrayView bytes) { decoder.feed(bytes); });
    decoder.finish();
    return events == load.events() ? seconds : -1;
}

double wholeClient(const Load &load)
{
    const Generator generator(load, true);
    OpenSandbox::Endpoint endpoint;
    endpoint.endpoint = u"127.0.0.1:%1"_s.arg(generator.port());
    const auto codes = OpenSandbox::AdapterFactory::standard()->codes(OpenSandbox::ConnectionConfig {}, endpoint);
    qint64 events = 0;
    OpenSandbox::ExecutionHandlers handlers;
    handlers.skipAccumulation = true;
    handlers.onStdout = [&](const OpenSandbox::Event::Output &) { ++events; };
    QEventLoop loop;
    QElapsedTimer timer;
    timer.start();
    OpenSandbox::CodeContext context { .id = u"ctx"_s, .language = u"python"_s, .cwd = {} };
    auto task = codes->run(u"x"_s, context, handlers);
    task.then([&](const OpenSandbox::Result<OpenSandbox::Execution> &) { loop.quit(); });
    if (!task.isReady()) {
        loop.exec();
    }
    return events == load.events() ? double(timer.nsecsElapsed()) / 1e9 : -1;
}

/// The published Python SDK's way over the same stream. -1: it did not work or lost events.
double pythonLines(const Load &load)
{
    const Generator generator(load, true);
    QProcess python;
    python.start(u"python3"_s, { QStringLiteral(WB_SOURCE_DIR "/tests/bench/reference_stream.py"), u"http://127.0.0.1:%1/code"_s.arg(generator.port()) });
    if (!python.waitForFinished(300'000) || python.exitCode() != 0) {
        python.kill();
        python.waitForFinished();
        ::close(connectTo(generator.port())); // It waits for somebody.
        return -1;
    }
    const QList<QByteArray> words = python.readAllStandardOutput().simplified().split(' ');
    return words.size() == 2 && words.first().toLongLong() == load.events() ? words.last().toDouble() : -1;
}

Bench::Row compare(const QString &name, const Load &load, double (*ours)(const Load &), double goal, double (*reference)(const Load &) = rawWithParse,
                   const QString &referenceName = u"socket read + JSON parse"_s)
{
    QList<double> mine;
    QList<double> theirs;
    for (int i = 0; i < runs; ++i) {
        // Taken in turn, so that noise of the machine meets both.
        mine.append(ours(load));
        theirs.append(reference(load));
    }
    Bench::Row row { .name = name, .unit = u"ev/s"_s, .ours = double(load.events()) / Bench::median(mine),
                     .reference = double(load.events()) / Bench::median(theirs), .referenceName = referenceName,
                     .goal = goal, .higherIsBetter = true, .failure = {} };
    if (mine.contains(-1.0) || theirs.contains(-1.0)) {
        row.failure = u"events were lost, or the reference did not run"_s;
    }
    return row;
}

} // namespace

QList<Bench::Row> Bench::decoderRows()
{
    const Load small = loadOf(200, 64, 40 << 20);
    const Load large = loadOf(64 << 10, 1, 256 << 20);
    const Load single = loadOf(200, 1, 10 << 20);
    const QString python = u"httpx lines + JSON (Python)"_s;
    return { compare(u"decoder, 200 B events"_s, small, rawWithDecoder, 0.7), compare(u"decoder, 64 KiB events"_s, large, rawWithDecoder, 0.7),
             compare(u"whole client, 200 B events"_s, small, wholeClient, 0.5), compare(u"whole client, 64 KiB events"_s, large, wholeClient, 0.7),
             compare(u"whole client, events coalesced"_s, small, wholeClient, 5, pythonLines, python),
             compare(u"whole client, a chunk per event"_s, single, wholeClient, 1, pythonLines, python) };
}
