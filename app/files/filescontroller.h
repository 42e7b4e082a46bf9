// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filesource.h"

#include <session/taskscope.h>

#include <QHash>
#include <QObject>

#include <functional>
#include <map>
#include <optional>

namespace Files {

/// What is known about a folder. A failure never empties it: `entries` are the last that arrived.
struct Listing
{
    QList<OpenSandbox::FileInfo> entries;
    QDateTime fetchedAt; ///< Invalid: never listed.
    std::optional<OpenSandbox::Error> error; ///< Of the latest try.
    bool loading = false;

    bool isKnown() const { return fetchedAt.isValid(); }
};

enum class Change { None, New, Changed };

/**
 * The files of one sandbox without any widget: lists folders one by one, keeps what it knows, changes
 * things and lists again what that touched. Requests for a folder are not doubled, and an answer that
 * nobody waits for any more is dropped.
 */
class FilesController : public QObject
{
    Q_OBJECT
public:
    explicit FilesController(Source source, QObject *parent = nullptr);
    ~FilesController() override;

    const Source &source() const { return m_source; }
    /// After a reconnect: same sandbox, new services.
    void setSource(Source source);

    /// Null while nothing is known about the folder.
    const Listing *listing(const QString &folder) const;
    const OpenSandbox::FileInfo *entry(const QString &path) const;
    /// Lists unless that is under way.
    void list(const QString &folder);
    /// Nobody waits for the folder any more: ends its request.
    void drop(const QString &folder);
    void refreshAll(const QStringList &folders);

    /// Each resolves its own messages: `done` on success, `failed` with a sentence otherwise.
    void createFolder(const QString &path);
    void createFile(const QString &path);
    void rename(const QString &path, const QString &newName);
    void move(const QStringList &paths, const QString &folder);
    /// Folders go with everything in them. Lists again afterwards, so a refusal shows.
    void remove(const QList<OpenSandbox::FileInfo> &files);
    void setMode(const QString &path, int mode);
    /// Resolves a link once. `opened` comes with the path to show or `failed`.
    void resolveLink(const QString &path);

    /// 'new' and 'changed' are told from what was there now. `label` ends the sentence: "before cell [9]".
    void startComparison(const QString &label = {});
    Change change(const OpenSandbox::FileInfo &file) const;
    /// When the comparison of this folder began; invalid while it has not been listed since.
    QDateTime comparedSince(const QString &folder) const;
    QString comparisonLabel() const { return m_comparisonLabel; }

    /// One sentence and the cause: "data could not be listed. ..." For people.
    static QString explain(const OpenSandbox::Error &error);

Q_SIGNALS:
    void listingChanged(const QString &folder);
    void created(const QString &path);
    void renamed(const QString &from, const QString &to);
    void removed(const QStringList &paths);
    void linkResolved(const QString &link, const QString &target, bool isFolder);
    void failed(const QString &sentence, const OpenSandbox::Error &error);
    void comparisonChanged();

private:
    QCoro::Task<> runList(QString folder, quint64 generation, std::stop_token stop);
    QCoro::Task<> runCreateFolder(QString path);
    QCoro::Task<> runCreateFile(QString path);
    QCoro::Task<> runMove(QList<OpenSandbox::MoveEntry> entries, bool renaming);
    QCoro::Task<> runRemove(QStringList files, QStringList folders);
    QCoro::Task<> runSetMode(QString path, int mode);
    QCoro::Task<> runResolve(QString path);

    struct Pending
    {
        quint64 generation = 0;
        std::stop_source stop;
    };
    struct Known
    {
        qint64 size = 0;
        QDateTime modified;
    };
    struct Baseline
    {
        QDateTime since;
        QHash<QString, Known> files;
    };

    Source m_source;
    std::map<QString, Listing> m_listings;
    std::map<QString, Pending> m_pending;
    QHash<QString, Baseline> m_baselines;
    QString m_comparisonLabel;
    quint64 m_generation = 0;
    TaskScope m_scope;
};

} // namespace Files
