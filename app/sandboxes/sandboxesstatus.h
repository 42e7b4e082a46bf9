// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

class MainWindow;
class SandboxActions;
class SandboxesPart;
class SandboxStore;

/// What the status bar and the palette say of sandboxes: connection and latency, the current sandbox, its time left, CPU and memory.
class SandboxesStatus : public QObject
{
    Q_OBJECT

public:
    /// A child of `part`.
    SandboxesStatus(MainWindow &window, SandboxStore &store, SandboxActions *actions, SandboxesPart *part);

private:
    void update();

    MainWindow &m_window;
    SandboxStore &m_store;
    SandboxesPart *const m_part;
    QTimer m_clock;
};
