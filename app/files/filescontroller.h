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
    quint64 serial = 0; ///< Another one for every answer.
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

    /// Each tells its own signal on success and `failed` with a sentence otherwise, and lists again what it touched.
    void createFolder(const QString &path);
    void createFile(const QString &path);
    void rename(const QString &path, const QString &newName);
    void move(const QStringList &paths, const QString &folder);
    /// Folders go with everything in them. Lists again afterwards, so a refusal shows.
    void remove(const QList<OpenSandbox::FileInfo> &files);
    void setMode(const QString &path, int mode);
    /// Where a link leads, once known: the final path and whether it is a folder.
    struct LinkTarget
    {
        QString path;
        bool isFolder = false;
        bool exists = false;
    };
    const LinkTarget *linkTarget(const QString &link) const;
    /// Resolves a link in the sandbox, cycles and all, and answers with linkResolved or failed.
    void resolveLink(const QString &link);

    /// 'new' and 'changed' are told from what was there now. `label` ends the sentence: "before cell [9]".
    void startComparison(const QString &label = {});
    Change change(const OpenSandbox::FileInfo &file) const;
    /// When the comparison of this folder began; invalid while it has not been listed since.
    QDateTime comparedSince(const QString &folder) const;
    QString comparisonLabel() const { return m_comparisonLabel; }

    /// The cause in words for people, with the server's own text after ours.
    static QString explain(const OpenSandbox::Error &error);

Q_SIGNALS:
    void listingChanged(const QString &folder);
    void created(const QString &path);
    void renamed(const QString &from, const QString &to);
    void removed(const QStringList &paths);
    void linkResolved(const QString &link);
    void failed(const QString &sentence, const OpenSandbox::Error &error);
    void comparisonChanged();

private:
    struct Baseline
    {
        QDateTime since;
        QList<OpenSandbox::FileInfo> entries;
        QHash<QString, qsizetype> places; ///< By path; made when a later listing is first compared.
    };

    void store(const QString &folder, OpenSandbox::Result<QList<OpenSandbox::FileInfo>> result);
    void resolveLinks(const QStringList &links, bool tell);
    bool refuse(const QStringList &paths);
    void fail(const QString &sentence, const OpenSandbox::Error &error);
    void relist(const QStringList &folders);

    Source m_source;
    std::map<QString, Listing> m_listings;
    std::map<QString, std::unique_ptr<TaskScope>> m_requests; ///< One for each folder that is being listed.
    QHash<QString, LinkTarget> m_links;
    mutable QHash<QString, Baseline> m_baselines;
    QString m_comparisonLabel;
    quint64 m_serial = 0;
    TaskScope m_tasks;
};

} // namespace Files
