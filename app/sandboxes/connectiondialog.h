// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/connectionstore.h"

#include <QDialog>

class Label;
class QCheckBox;
class QLineEdit;
class QPushButton;

/// Adds a server: its address and key, with a try before it is kept.
class ConnectionDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ConnectionDialog(ConnectionStore *store, QWidget *parent = nullptr);

    OpenSandbox::ConnectionConfig config() const;
    /// What is wrong with an address; empty: nothing. "host:8080", "https://host/prefix".
    static QString addressProblem(const QString &address);
    /// Takes address, protocol and key from the configuration file of the `osb` command line; empty: the usual place.
    /// Says what it took, or why it could not.
    void importOsb(const QString &path = {});

private:
    void changed();
    void test();

    ConnectionStore *const m_store;
    QLineEdit *m_address;
    QLineEdit *m_name;
    QLineEdit *m_key;
    QCheckBox *m_proxy;
    Label *m_result;
    QPushButton *m_test;
    QPushButton *m_add;
    TaskScope m_tasks;
};
