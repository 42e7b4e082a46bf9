// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/connectionstore.h"
#include "shared/label.h"

#include <QDialog>
#include <QElapsedTimer>

class ConnectionAdvanced;
class QCheckBox;
class QLineEdit;
class QPushButton;

/// Adds a server, or changes one that is there: its address and key and what else it needs, with a try before it is kept.
class ConnectionDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ConnectionDialog(ConnectionStore *store, QWidget *parent = nullptr) : ConnectionDialog(store, nullptr, parent) { }
    /// Changes `edited`; null: adds one.
    ConnectionDialog(ConnectionStore *store, Connection *edited, QWidget *parent);

    OpenSandbox::ConnectionConfig config() const;
    /// What is wrong with an address; empty: nothing. "host:8080", "https://host/prefix".
    static QString addressProblem(const QString &address);
    /// Takes address, protocol and key from the configuration file of the `osb` command line; empty: the usual place.
    /// Says what it took, or why it could not.
    void importOsb(const QString &path = {});
    /// For the key that was refused: puts the cursor into its field.
    void focusKey();
    /// What the last test found, all of it.
    QString findings() const;

private:
    void changed();
    void test();
    void probe(const std::shared_ptr<OpenSandbox::SandboxManager> &manager);
    void say(ThemeColor color, const QString &text, const QString &details = {});
    void keep();

    ConnectionStore *const m_store;
    const QPointer<Connection> m_edited;
    OpenSandbox::ConnectionConfig m_base; ///< What the dialog has no field for.
    QLineEdit *m_address;
    QLineEdit *m_name;
    QLineEdit *m_key;
    QCheckBox *m_proxy;
    ConnectionAdvanced *m_advanced;
    Label *m_result;
    Label *m_details;
    QPushButton *m_test;
    QPushButton *m_add;
    QElapsedTimer m_asked;
    TaskScope m_tasks;
};
