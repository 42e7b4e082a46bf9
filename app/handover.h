// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

#include <memory>

class QLocalServer;

/**
 * Files that a second start of the program is to open go to the first one, which has the sandboxes and perhaps these very files: two programs
 * would not see each other's changes. Of one user and one state folder, in which the socket lies.
 */
class Handover : public QObject
{
    Q_OBJECT
public:
    /// Asks the program that is open to show them. True when it does; waits for that, a few seconds at most. Paths are absolute.
    static bool offer(const QString &stateDirectory, const QStringList &files);

    /// Takes such files from now on, unless another program does already or the folder has no room for a socket.
    explicit Handover(const QString &stateDirectory, QObject *parent = nullptr);
    ~Handover() override;

Q_SIGNALS:
    /// `token`: of the desktop, with which a window may come to the front; may be empty.
    void filesOffered(const QStringList &files, const QString &token);

private:
    void takeFrom(QObject *socket);

    std::unique_ptr<QLocalServer> m_server;
};
