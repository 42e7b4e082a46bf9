// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QSocketNotifier>
#include <QStringList>

#include <array>
#include <chrono>
#include <memory>

/**
 * A program with three pipes of which nothing is left when this process is killed, at whatever moment: what is
 * started becomes the new program without waiting for anything (posix_spawn), and then sees its standard input end.
 * QProcess does not hold that everywhere: where it forks, which it does under sanitizers and on kernels without
 * descriptors of processes, its child first waits for a word of its parent, for ever if that has just been killed.
 *
 * Linux 5.3 or newer. Belongs to the thread it was made in; blocks nowhere but in waitForFinished().
 */
class LocalProcess : public QObject
{
    Q_OBJECT

public:
    explicit LocalProcess(QObject *parent = nullptr);
    /// Closes the pipes; the program itself goes on until it takes notice.
    ~LocalProcess() override;

    using Variables = QHash<QByteArray, QByteArray>;
    /// With this process's environment and `variables`. Empty when `program` runs, else why it does not.
    QString start(const QString &program, const QStringList &arguments, const Variables &variables);
    bool isRunning() const { return m_pid > 0; }
    /// Its standard input ends.
    void closeInput();
    void kill();
    /// Reads on meanwhile. False when it still runs after `limit`.
    bool waitForFinished(std::chrono::milliseconds limit);

Q_SIGNALS:
    void outputRead(const QByteArray &bytes);
    void errorsRead(const QByteArray &bytes);
    /// After all that it wrote was read. `exitCode` means nothing when it `crashed`: a signal ended it.
    void finished(int exitCode, bool crashed);

private:
    // The first three are the numbers that the program knows them by.
    enum Place { Input, Output, Errors, Process, PlaceCount };

    void watch(Place place);
    void close(Place place);
    void read(Place place);
    void reap();

    std::array<int, PlaceCount> m_descriptors { -1, -1, -1, -1 };
    std::array<std::unique_ptr<QSocketNotifier>, PlaceCount> m_notifiers;
    qint64 m_pid = 0;
};
