// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filesource.h"

#include <session/taskscope.h>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <map>
#include <optional>
#include <vector>

namespace Files {

/// Bytes per second over the last few seconds.
class RateMeter
{
public:
    void add(qint64 atMs, qint64 totalBytes);
    qint64 bytesPerSecond() const;
    void clear() { m_samples.clear(); }

private:
    std::vector<std::pair<qint64, qint64>> m_samples;
};

enum class Direction { Upload, Download, Copy };
enum class TransferState { Queued, Listing, Running, Paused, WaitingForChoice, Verifying, Done, Failed, Cancelled };
enum class Choice { KeepBoth, Replace, Skip, ReplaceIfNewer };

struct TransferPlan;

/// One file or folder on its way, as a row shows it.
struct Transfer
{
    quint64 id = 0;
    Direction direction = Direction::Upload;
    TransferState state = TransferState::Queued;
    QString name; ///< Of the file, or of the folder with a slash at its end.
    QString sandboxId; ///< The sandbox that receives, or gives a download.
    QString sandboxName;
    QString from;
    QString to; ///< The folder it goes to.
    bool isFolder = false;
    bool paused = false;
    qint64 done = 0; ///< Bytes.
    qint64 total = -1; ///< Bytes; -1: not known yet.
    int filesDone = 0;
    int filesTotal = 1;
    int skipped = 0; ///< By choice, and links and special files in folders.
    qint64 bytesPerSecond = 0;
    qint64 secondsLeft = -1;
    QString problem; ///< Failed: what happened and what is left of it.
    OpenSandbox::Error error;
    QDateTime finishedAt;

    bool isOver() const { return state == TransferState::Done || state == TransferState::Failed || state == TransferState::Cancelled; }
};

/// A file that both sides have.
struct Conflict
{
    struct Side
    {
        QString path;
        qint64 size = 0;
        QDateTime modified;
        bool isFolder = false;
        bool isLink = false;
    };

    quint64 transfer = 0;
    std::size_t item = 0;
    Direction direction = Direction::Upload;
    QString sandboxName;
    QString name;
    Side source;
    Side target;
    QString keepBothName;
    bool replaceable = true; ///< False when a folder is in the way of a file, or the other way round.
};

/**
 * Moves files between this machine and sandboxes, three at a time. Nothing is ever replaced without a
 * choice: files that both sides have wait, the others go on. Uploads that replace something or are
 * large arrive under another name and take theirs when their size is verified, so a broken or
 * cancelled one leaves nothing behind.
 */
class TransferQueue : public QObject
{
    Q_OBJECT
public:
    static constexpr int Concurrency = 3;

    explicit TransferQueue(QObject *parent = nullptr);
    ~TransferQueue() override;

    /// Files and folders of this machine into a folder of the sandbox.
    QList<quint64> upload(Source to, const QStringList &localPaths, const QString &remoteFolder);
    /// Files and folders of the sandbox into a local folder.
    QList<quint64> download(Source from, const QList<OpenSandbox::FileInfo> &files, const QString &localFolder);
    /// To a name that the user has just chosen, and agreed to replace, in a save dialog.
    quint64 downloadAs(Source from, const OpenSandbox::FileInfo &file, const QString &localPath);
    /// Within a sandbox or between two, through this machine.
    QList<quint64> copy(Source from, const QList<OpenSandbox::FileInfo> &files, Source to, const QString &remoteFolder);

    int count() const { return int(m_order.size()); }
    const Transfer &at(int row) const;
    const Transfer *find(quint64 id) const;
    int rowOf(quint64 id) const;
    int activeCount() const;
    qint64 bytesPerSecond() const;

    /// All files that wait for a choice, oldest first.
    QList<Conflict> conflicts() const;
    /// The sandbox's side of a transfer; null when there is no such transfer.
    std::shared_ptr<OpenSandbox::FilesService> remoteOf(quint64 id) const;
    /// `others`: answers all that wait now in the same way.
    void resolve(const Conflict &conflict, Choice choice, bool others);

    void cancel(quint64 id);
    void cancelAll(const QString &sandboxId);
    /// A folder stops after the files that are under way. A single file can be held only before it starts.
    void setPaused(quint64 id, bool paused);
    bool canPause(quint64 id) const;
    void pauseAll(bool paused);
    /// Sends again only what failed.
    void retry(quint64 id);
    void clearFinished();

Q_SIGNALS:
    /// Around changes of the rows, for models.
    void aboutToAdd(int first, int last);
    void added();
    void aboutToRemove(int row);
    void removed();
    void changed(quint64 id);
    /// The set of waiting files differs.
    void conflictsChanged();
    void finished(quint64 id);
    /// Something arrived in, or left, this folder of a sandbox.
    void folderTouched(const QString &sandboxId, const QString &folder);
    void activeChanged();

private:
    struct Item;
    struct Job;
    /// A row for a file of a sandbox; `shown` is the sandbox that it is listed with.
    static std::unique_ptr<Job> jobFor(Direction direction, const Source &from, const OpenSandbox::FileInfo &file, const Source &shown);
    QList<quint64> add(std::vector<std::unique_ptr<Job>> jobs);
    Job *job(quint64 id) const;
    void prepareUploads(const QList<quint64> &ids, const QString &remoteFolder, const Source &to);
    void prepare(Job &job);
    void planned(quint64 id, OpenSandbox::Result<TransferPlan> plan);
    void start(Job &job, std::size_t item);
    void itemEnded(quint64 id, std::size_t item, const OpenSandbox::Result<OpenSandbox::Done> &result);
    void choose(Item &item, Choice choice);
    void schedulePump();
    void pump();
    void settle(Job &job);
    void verify(Job &job);
    void finish(Job &job, TransferState state);
    void fail(Job &job, const QString &sentence, const OpenSandbox::Error &error);
    void note(Job &job);
    void tick();

    std::map<quint64, std::unique_ptr<Job>> m_jobs;
    std::vector<quint64> m_order;
    quint64 m_nextId = 1;
    int m_running = 0;
    bool m_pumpScheduled = false;
    QTimer m_ticker;
    QElapsedTimer m_clock;
    TaskScope m_tasks;
};

} // namespace Files
