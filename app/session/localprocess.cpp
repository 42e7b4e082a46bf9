// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "localprocess.h"

#include <QDeadlineTimer>
#include <QFile>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

// A descriptor of its own above the three that every program has, so that no standard stream is mistaken for it.
int aboveStandard(int descriptor)
{
    if (descriptor < 0 || descriptor > STDERR_FILENO)
        return descriptor;
    const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::close(descriptor);
    return moved;
}

std::vector<char *> pointersTo(QByteArrayList &texts)
{
    std::vector<char *> pointers;
    for (QByteArray &text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

} // namespace

LocalProcess::LocalProcess(QObject *parent)
    : QObject(parent)
{
}

LocalProcess::~LocalProcess()
{
    for (const Place place : { Input, Output, Errors, Process })
        close(place);
}

QString LocalProcess::start(const QString &program, const QStringList &arguments, const Variables &variables)
{
    std::array<int, 3> theirs { -1, -1, -1 };
    int error = 0;
    for (const Place place : { Input, Output, Errors }) {
        int ends[2] = { -1, -1 };
        if (::pipe2(ends, O_CLOEXEC) != 0)
            error = errno;
        const bool writes = place == Input;
        m_descriptors[place] = aboveStandard(ends[writes ? 1 : 0]);
        theirs[place] = aboveStandard(ends[writes ? 0 : 1]);
        if (error == 0 && (m_descriptors[place] < 0 || theirs[place] < 0))
            error = errno;
    }

    if (error == 0) {
        QByteArrayList words { QFile::encodeName(program) };
        for (const QString &argument : arguments)
            words.append(QFile::encodeName(argument));
        QByteArrayList environment;
        for (char **entry = environ; entry && *entry; ++entry) {
            const QByteArray text(*entry);
            if (!variables.contains(text.left(text.indexOf('='))))
                environment.append(text);
        }
        for (auto variable = variables.begin(); variable != variables.end(); ++variable)
            environment.append(variable.key() + '=' + variable.value());

        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        for (const Place place : { Input, Output, Errors })
            posix_spawn_file_actions_adddup2(&actions, theirs[place], place);
        posix_spawnattr_t attributes;
        posix_spawnattr_init(&attributes);
        sigset_t usual;
        sigemptyset(&usual);
        sigaddset(&usual, SIGPIPE);
        posix_spawnattr_setsigdefault(&attributes, &usual);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
        const std::vector<char *> wordPointers = pointersTo(words);
        const std::vector<char *> environmentPointers = pointersTo(environment);
        pid_t pid = 0;
        error = ::posix_spawnp(&pid, wordPointers.front(), &actions, &attributes, wordPointers.data(), environmentPointers.data());
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&actions);
        if (error == 0)
            m_pid = pid;
    }
    for (const int descriptor : theirs) {
        if (descriptor >= 0)
            ::close(descriptor);
    }
    if (error == 0) {
        m_descriptors[Process] = static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(m_pid), 0));
        if (m_descriptors[Process] < 0) {
            error = errno;
            ::kill(static_cast<pid_t>(m_pid), SIGKILL);
            ::waitpid(static_cast<pid_t>(m_pid), nullptr, 0);
            m_pid = 0;
        }
    }
    if (error != 0) {
        for (const Place place : { Input, Output, Errors })
            close(place);
        return QString::fromLocal8Bit(std::strerror(error));
    }
    for (const Place place : { Output, Errors, Process })
        watch(place);
    return {};
}

void LocalProcess::watch(Place place)
{
    const int descriptor = m_descriptors[place];
    if (place != Process)
        ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    m_notifiers[place] = std::make_unique<QSocketNotifier>(descriptor, QSocketNotifier::Read);
    connect(m_notifiers[place].get(), &QSocketNotifier::activated, this, [this, place]() {
        if (place == Process)
            reap();
        else
            read(place);
    });
}

void LocalProcess::close(Place place)
{
    if (QSocketNotifier *notifier = m_notifiers[place].release()) {
        // It may be the one that has just called.
        notifier->setEnabled(false);
        notifier->deleteLater();
    }
    if (m_descriptors[place] >= 0)
        ::close(std::exchange(m_descriptors[place], -1));
}

void LocalProcess::closeInput()
{
    close(Input);
}

void LocalProcess::kill()
{
    // Not yet waited for, so the number is still its own.
    if (m_pid > 0)
        ::kill(static_cast<pid_t>(m_pid), SIGKILL);
}

void LocalProcess::read(Place place)
{
    // A pipe holds no more; who writes without a pause is read again later.
    QByteArray bytes(64 * 1024, Qt::Uninitialized);
    ssize_t count = -1;
    do {
        count = m_descriptors[place] < 0 ? 0 : ::read(m_descriptors[place], bytes.data(), static_cast<std::size_t>(bytes.size()));
    } while (count < 0 && errno == EINTR);
    if (count < 0 && errno == EAGAIN)
        return;
    if (count <= 0) {
        close(place);
        return;
    }
    bytes.truncate(count);
    if (place == Output)
        Q_EMIT outputRead(bytes);
    else
        Q_EMIT errorsRead(bytes);
}

void LocalProcess::reap()
{
    int status = 0;
    pid_t ended = 0;
    do {
        ended = ::waitpid(static_cast<pid_t>(m_pid), &status, WNOHANG);
    } while (ended < 0 && errno == EINTR);
    if (ended == 0)
        return;
    if (ended < 0)
        status = SIGKILL; // Somebody else was told how it ended.
    m_pid = 0;
    close(Process);
    close(Input);
    for (const Place place : { Output, Errors }) {
        read(place);
        close(place);
    }
    Q_EMIT finished(WIFEXITED(status) ? WEXITSTATUS(status) : -1, !WIFEXITED(status));
}

bool LocalProcess::waitForFinished(std::chrono::milliseconds limit)
{
    const QDeadlineTimer deadline(limit);
    while (m_pid > 0) {
        pollfd waits[3];
        std::size_t count = 0;
        for (const Place place : { Process, Output, Errors })
            waits[count++] = { m_descriptors[place], POLLIN, 0 };
        const int ready = deadline.hasExpired() ? 0 : ::poll(waits, count, static_cast<int>(deadline.remainingTime()));
        if (ready == 0 || (ready < 0 && errno != EINTR))
            return false;
        if (ready < 0)
            continue;
        if (waits[1].revents != 0)
            read(Output);
        if (waits[2].revents != 0)
            read(Errors);
        if (waits[0].revents != 0)
            reap();
    }
    return true;
}
