// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/localcatalog.h"

#include <opensandbox/models.h>

#include <QCoreApplication>
#include <QList>

/// Everything the create dialog asks for, apart from widgets. Pure.
struct SandboxForm
{
    Q_DECLARE_TR_FUNCTIONS(SandboxForm)

public:
    struct Pair
    {
        QString key;
        QString value;
        bool operator==(const Pair &) const = default;
    };
    enum class Network {
        ServerDefault, ///< Nothing is sent.
        AllowAll,
        DenyUnlessListed,
        None,
    };
    enum class Field { Name, Image, Lifetime, Cpu, Memory, Environment, Network, Metadata, Entrypoint };
    struct Issue
    {
        Field field;
        int row = -1; ///< Of Environment, Metadata and Network: which line.
        QString text;
    };

    QString name;
    QString image;
    std::optional<std::chrono::seconds> lifetime = std::chrono::hours(4);
    double cpu = 2;
    double memoryGib = 4;
    QList<Pair> environment;
    QList<Pair> metadata;
    Network network = Network::ServerDefault;
    QStringList hosts;
    QString entrypoint; ///< Words as a shell reads them.
    QStringList languages;
    bool openNotebook = true;

    /// What the connection would refuse, in words, before anything is sent.
    QList<Issue> issues(bool isLocal, const LocalCatalog &catalog = {}) const;
    OpenSandbox::CreateOptions options() const;

    /// As much as can be known of an existing sandbox, for 'Duplicate'.
    static SandboxForm like(const OpenSandbox::SandboxInfo &info, std::chrono::seconds lifetime);

    /// Kubernetes label rules, which every server applies to metadata: empty when the text holds, else what is wrong.
    static QString labelValueProblem(const QString &value);
    static QString labelKeyProblem(const QString &key);
    /// Names like HF_TOKEN hold what must not be shown.
    static bool looksSecret(const QString &key);
    /// Splits like a shell without expanding anything; absent when a quote is not closed.
    static std::optional<QStringList> splitWords(const QString &text);
    static QString joinWords(const QStringList &words);
    /// "4Gi", "1536Mi"
    static QString memoryText(double gib);
    static QString cpuText(double cores);
};

/// A preset of the create dialog.
struct Recipe
{
    QString id;
    QString title;
    QString icon;
    QString description;
    QString namePrefix;
    SandboxForm form;

    /// The shipped ones, from the resource.
    static QList<Recipe> shipped();
    static QList<Recipe> parse(const QByteArray &json);
};
