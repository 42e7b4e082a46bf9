// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "transferqueue.h"

#include "filescontroller.h"
#include "remotepath.h"
#include "transferplan.h"

#include <QDir>
#include <QFileInfo>
#include <QPointer>

#include <algorithm>

using namespace Qt::StringLiterals;
using OpenSandbox::Done;
using OpenSandbox::Error;
using OpenSandbox::FileInfo;
using OpenSandbox::Result;

namespace Files {
namespace {

constexpr qint64 RateWindowMs = 4'000;

} // namespace

void RateMeter::add(qint64 atMs, qint64 totalBytes)
{
    if (!m_samples.empty() && totalBytes < m_samples.back().second)
        m_samples.clear();
    m_samples.emplace_back(atMs, totalBytes);
    const auto firstFresh = std::ranges::find_if(m_samples, [atMs](const auto &sample) { return atMs - sample.first <= RateWindowMs; });
    // One older sample stays, so that there is always a whole window.
    if (firstFresh - m_samples.begin() > 1)
        m_samples.erase(m_samples.begin(), firstFresh - 1);
}

qint64 RateMeter::bytesPerSecond() const
{
    if (m_samples.size() < 2)
        return 0;
    const qint64 ms = m_samples.back().first - m_samples.front().first;
    return ms > 0 ? (m_samples.back().second - m_samples.front().second) * 1000 / ms : 0;
}

struct TransferQueue::Item
{
    enum class State { Ready, Waiting, Running, Done, Skipped, Failed };

    PlannedFile file;
    State state = State::Ready;
    bool verified = false;
    qint64 done = 0;
    Error error;
    std::stop_source stop;
};

struct TransferQueue::Job
{
    Transfer row;
    Source from;
    Source to;
    QString localPath; ///< Of an upload.
    QString target; ///< Local path of a download, folder in the sandbox of the others.
    FileInfo file; ///< Of a download or copy.
    bool mayReplace = false;
    bool planned = false;
    bool foldersMade = false;
    bool holding = false; ///< The sandbox does not answer; nothing more is started until a retry.
    std::vector<Item> items;
    QStringList folders;
    QSet<QString> taken;
    std::size_t next = 0; ///< No item before it is ready.
    int running = 0;
    std::stop_source stop; ///< Of everything but the items.
    RateMeter meter;

    bool sends() const { return row.direction != Direction::Download; }
    int countOf(Item::State state) const { return int(std::ranges::count(items, state, &Item::state)); }
    bool findNext()
    {
        while (next < items.size() && items[next].state != Item::State::Ready)
            ++next;
        return next < items.size();
    }
};

TransferQueue::TransferQueue(QObject *parent) : QObject(parent)
{
    m_clock.start();
    m_ticker.setInterval(250);
    connect(&m_ticker, &QTimer::timeout, this, &TransferQueue::tick);
}

TransferQueue::~TransferQueue()
{
    m_tasks.cancel();
    for (const auto &[id, job] : m_jobs) {
        job->stop.request_stop();
        for (Item &item : job->items)
            item.stop.request_stop();
    }
}

TransferQueue::Job *TransferQueue::job(quint64 id) const
{
    const auto it = m_jobs.find(id);
    return it == m_jobs.end() ? nullptr : it->second.get();
}

const Transfer &TransferQueue::at(int row) const
{
    return m_jobs.at(m_order[std::size_t(row)])->row;
}

const Transfer *TransferQueue::find(quint64 id) const
{
    const Job *found = job(id);
    return found ? &found->row : nullptr;
}

int TransferQueue::rowOf(quint64 id) const
{
    const auto it = std::ranges::find(m_order, id);
    return it == m_order.end() ? -1 : int(it - m_order.begin());
}

int TransferQueue::activeCount() const
{
    return int(std::ranges::count_if(m_jobs, [](const auto &entry) { return !entry.second->row.isOver(); }));
}

qint64 TransferQueue::bytesPerSecond() const
{
    qint64 sum = 0;
    for (const auto &[id, job] : m_jobs)
        sum += job->row.bytesPerSecond;
    return sum;
}

QList<quint64> TransferQueue::add(std::vector<std::unique_ptr<Job>> jobs)
{
    QList<quint64> ids;
    if (jobs.empty())
        return ids;
    Q_EMIT aboutToAdd(count(), count() + int(jobs.size()) - 1);
    for (auto &job : jobs) {
        const quint64 id = m_nextId++;
        job->row.id = id;
        job->row.state = TransferState::Listing;
        ids.append(id);
        m_order.push_back(id);
        m_jobs.emplace(id, std::move(job));
    }
    Q_EMIT added();
    Q_EMIT activeChanged();
    if (!m_ticker.isActive())
        m_ticker.start();
    return ids;
}

QList<quint64> TransferQueue::upload(Source to, const QStringList &localPaths, const QString &remoteFolder)
{
    std::vector<std::unique_ptr<Job>> jobs;
    for (const QString &path : localPaths) {
        const QFileInfo file(QDir::cleanPath(path));
        auto job = std::make_unique<Job>();
        job->row.direction = Direction::Upload;
        job->row.isFolder = file.isDir();
        job->row.name = file.fileName() + (job->row.isFolder ? u"/"_s : QString());
        job->row.sandboxId = to.sandboxId;
        job->row.sandboxName = to.sandboxName;
        job->row.from = file.absolutePath();
        job->row.to = remoteFolder;
        job->to = to;
        job->localPath = file.absoluteFilePath();
        job->target = remoteFolder;
        jobs.push_back(std::move(job));
    }
    const QList<quint64> ids = add(std::move(jobs));
    prepareUploads(ids, remoteFolder, to);
    return ids;
}

void TransferQueue::prepareUploads(const QList<quint64> &ids, const QString &remoteFolder, const Source &to)
{
    if (ids.isEmpty())
        return;
    // One look at the folder for all that go there, however many.
    m_tasks.run(TransferWork::entriesOf(to.files, remoteFolder, m_tasks.token()), [this, ids](Result<KnownEntries> known) {
        for (const quint64 id : ids) {
            Job *found = job(id);
            if (!found || found->row.isOver())
                continue;
            if (!known) {
                planned(id, std::unexpected(known.error()));
                continue;
            }
            m_tasks.run(TransferWork::planUpload(found->to.files, found->localPath, found->target, *known, found->stop.get_token()),
                        [this, id](Result<TransferPlan> plan) { planned(id, std::move(plan)); });
        }
    });
}

std::unique_ptr<TransferQueue::Job> TransferQueue::jobFor(Direction direction, const Source &from, const FileInfo &file, const Source &shown)
{
    auto job = std::make_unique<Job>();
    job->row.direction = direction;
    job->row.isFolder = file.isDirectory();
    job->row.name = RemotePath::name(file.path) + (job->row.isFolder ? u"/"_s : QString());
    job->row.sandboxId = shown.sandboxId;
    job->row.sandboxName = shown.sandboxName;
    job->row.from = RemotePath::parent(file.path);
    job->row.total = job->row.isFolder ? -1 : file.size;
    job->from = from;
    job->file = file;
    return job;
}

QList<quint64> TransferQueue::download(Source from, const QList<FileInfo> &files, const QString &localFolder)
{
    std::vector<std::unique_ptr<Job>> jobs;
    for (const FileInfo &file : files) {
        auto job = jobFor(Direction::Download, from, file, from);
        job->row.to = localFolder;
        job->target = QDir(localFolder).filePath(RemotePath::localName(RemotePath::name(file.path)));
        jobs.push_back(std::move(job));
    }
    const QList<quint64> ids = add(std::move(jobs));
    for (const quint64 id : ids)
        prepare(*job(id));
    return ids;
}

quint64 TransferQueue::downloadAs(Source from, const FileInfo &file, const QString &localPath)
{
    auto job = std::make_unique<Job>();
    job->row.direction = Direction::Download;
    job->row.name = RemotePath::name(file.path);
    job->row.sandboxId = from.sandboxId;
    job->row.sandboxName = from.sandboxName;
    job->row.from = RemotePath::parent(file.path);
    job->row.to = QFileInfo(localPath).absolutePath();
    job->row.total = file.size;
    job->from = from;
    job->file = file;
    job->target = localPath;
    job->mayReplace = true;
    std::vector<std::unique_ptr<Job>> jobs;
    jobs.push_back(std::move(job));
    const quint64 id = add(std::move(jobs)).first();
    prepare(*this->job(id));
    return id;
}

QList<quint64> TransferQueue::copy(Source from, const QList<FileInfo> &files, Source to, const QString &remoteFolder)
{
    std::vector<std::unique_ptr<Job>> jobs;
    for (const FileInfo &file : files) {
        auto job = jobFor(Direction::Copy, from, file, to);
        job->row.to = remoteFolder;
        job->to = to;
        job->target = remoteFolder;
        jobs.push_back(std::move(job));
    }
    const QList<quint64> ids = add(std::move(jobs));
    for (const quint64 id : ids)
        prepare(*job(id));
    return ids;
}

void TransferQueue::prepare(Job &job)
{
    const quint64 id = job.row.id;
    const auto done = [this, id](Result<TransferPlan> plan) { planned(id, std::move(plan)); };
    const std::stop_token stop = job.stop.get_token();
    switch (job.row.direction) {
    case Direction::Upload:
        prepareUploads({ id }, job.target, job.to);
        break;
    case Direction::Download:
        m_tasks.run(TransferWork::planDownload(job.from.files, job.file, job.target, job.mayReplace, stop), done);
        break;
    case Direction::Copy: {
        const bool same = job.from.sandboxId == job.to.sandboxId && RemotePath::parent(job.file.path) == job.target;
        m_tasks.run(TransferWork::planCopy(job.from.files, job.file, job.to.files, job.target, same, stop), done);
        break;
    }
    }
}

void TransferQueue::planned(quint64 id, Result<TransferPlan> plan)
{
    Job *found = job(id);
    if (!found || found->row.isOver())
        return;
    Job &job = *found;
    if (!plan) {
        fail(job, FilesController::explain(plan.error()), plan.error());
        return;
    }
    job.planned = true;
    job.row.isFolder = plan->isFolder;
    job.row.skipped = plan->skipped;
    job.row.filesTotal = int(plan->files.size());
    job.folders = plan->folders;
    job.taken = plan->taken;
    job.row.total = 0;
    bool conflicts = false;
    job.items.reserve(plan->files.size());
    for (PlannedFile &file : plan->files) {
        Item item;
        job.row.total += file.size;
        item.state = file.existing ? Item::State::Waiting : Item::State::Ready;
        conflicts |= file.existing.has_value();
        item.file = std::move(file);
        job.items.push_back(std::move(item));
    }
    if (job.sends() && !job.folders.isEmpty()) {
        m_tasks.run(TransferWork::makeFolders(job.to.files, job.folders, job.stop.get_token()), [this, id](Result<Done> made) {
            Job *waiting = this->job(id);
            if (!waiting || waiting->row.isOver())
                return;
            if (!made)
                return fail(*waiting, tr("The folders could not be made. %1").arg(FilesController::explain(made.error())), made.error());
            waiting->foldersMade = true;
            settle(*waiting);
            schedulePump();
        });
    } else {
        job.foldersMade = true;
    }
    job.row.state = TransferState::Queued;
    settle(job);
    if (conflicts)
        Q_EMIT conflictsChanged();
    schedulePump();
}

void TransferQueue::schedulePump()
{
    if (m_pumpScheduled)
        return;
    m_pumpScheduled = true;
    QMetaObject::invokeMethod(this, &TransferQueue::pump, Qt::QueuedConnection);
}

void TransferQueue::pump()
{
    m_pumpScheduled = false;
    const std::vector<quint64> ids = m_order;
    for (const quint64 id : ids) {
        if (m_running >= Concurrency)
            break;
        Job *found = job(id);
        if (!found)
            continue;
        Job &job = *found;
        if (!job.planned || !job.foldersMade || job.row.paused || job.holding || job.row.isOver())
            continue;
        while (m_running < Concurrency && !job.holding && job.findNext())
            start(job, job.next);
    }
    const bool anyActive = activeCount() > 0;
    if (!anyActive)
        m_ticker.stop();
}

void TransferQueue::start(Job &job, std::size_t place)
{
    Item &item = job.items[place];
    item.state = Item::State::Running;
    item.stop = std::stop_source();
    item.done = 0;
    ++job.running;
    ++m_running;
    job.row.state = TransferState::Running;
    const quint64 id = job.row.id;
    // The call may outlive this queue by a moment.
    const OpenSandbox::Progress progress = [self = QPointer<TransferQueue>(this), id, place](qint64 done, qint64) {
        Job *at = self ? self->job(id) : nullptr;
        if (!at || at->items[place].state != Item::State::Running)
            return;
        at->row.done += done - at->items[place].done;
        at->items[place].done = done;
    };
    const auto ended = [this, id, place](Result<Done> result) { itemEnded(id, place, result); };
    const std::stop_token stop = item.stop.get_token();
    switch (job.row.direction) {
    case Direction::Upload: m_tasks.run(TransferWork::send(job.to.files, item.file, progress, stop), ended); break;
    case Direction::Download: m_tasks.run(TransferWork::fetch(job.from.files, item.file, progress, stop), ended); break;
    case Direction::Copy: m_tasks.run(TransferWork::relay(job.from.files, job.to.files, item.file, progress, stop), ended); break;
    }
    note(job);
}

void TransferQueue::itemEnded(quint64 id, std::size_t place, const Result<Done> &result)
{
    --m_running;
    schedulePump();
    Job *found = job(id);
    if (!found)
        return;
    Job &job = *found;
    Item &item = job.items[place];
    --job.running;
    if (result) {
        item.state = Item::State::Done;
        item.verified = !job.sends() || !TransferWork::goesStraight(item.file);
        job.row.done += item.file.size - item.done;
        item.done = item.file.size;
        ++job.row.filesDone;
    } else {
        job.row.done -= item.done;
        item.done = 0;
        item.error = result.error();
        item.state = Item::State::Failed;
        // Without a connection every further file would only wait for its own failure.
        if (item.error.kind == Error::Kind::Network || item.error.kind == Error::Kind::Timeout || item.error.isAuthentication())
            job.holding = true;
    }
    if (job.row.state == TransferState::Cancelled) {
        if (job.running == 0)
            Q_EMIT folderTouched(job.row.sandboxId, job.row.to);
        note(job);
        return;
    }
    settle(job);
}

void TransferQueue::settle(Job &job)
{
    if (job.row.isOver() || !job.planned)
        return;
    const bool ready = job.findNext();
    if (job.running > 0) {
        job.row.state = TransferState::Running;
    } else if (!job.foldersMade) {
        job.row.state = TransferState::Queued;
    } else if (job.holding) {
        const auto broken = std::ranges::find_if(job.items, [](const Item &item) { return item.state == Item::State::Failed; });
        const QString cause = broken == job.items.end() ? QString() : FilesController::explain(broken->error);
        const QString text = job.row.filesTotal > 1 ? tr("%L1 of %L2 files arrived. %3").arg(job.row.filesDone).arg(job.row.filesTotal).arg(cause) : cause;
        fail(job, text, broken == job.items.end() ? Error() : broken->error);
        return;
    } else if (ready) {
        job.row.state = job.row.paused ? TransferState::Paused : TransferState::Queued;
    } else if (job.countOf(Item::State::Waiting) > 0) {
        job.row.state = TransferState::WaitingForChoice;
    } else {
        verify(job);
        return;
    }
    note(job);
}

void TransferQueue::verify(Job &job)
{
    std::vector<std::pair<std::size_t, PlannedFile>> unsure;
    for (std::size_t i = 0; i < job.items.size(); ++i) {
        if (job.items[i].state == Item::State::Done && !job.items[i].verified)
            unsure.emplace_back(i, job.items[i].file);
    }
    const quint64 id = job.row.id;
    const auto conclude = [this, id] {
        Job *found = this->job(id);
        if (!found || found->row.isOver())
            return;
        const int failed = found->countOf(Item::State::Failed);
        if (failed == 0)
            return finish(*found, TransferState::Done);
        const auto first = std::ranges::find_if(found->items, [](const Item &item) { return item.state == Item::State::Failed; });
        const QString cause = FilesController::explain(first->error);
        if (found->row.filesTotal == 1)
            return fail(*found, cause, first->error);
        fail(*found, tr("%L1 of %L2 files did not arrive. First %3: %4").arg(failed).arg(found->row.filesTotal).arg(RemotePath::name(first->file.target), cause), first->error);
    };
    if (unsure.empty()) {
        conclude();
        return;
    }
    job.row.state = TransferState::Verifying;
    note(job);
    m_tasks.run(TransferWork::compareSizes(job.to.files, unsure, job.stop.get_token()), [this, id, conclude](Result<TransferWork::SizeCheck> check) {
        Job *found = this->job(id);
        if (!found || found->row.isOver())
            return;
        for (std::size_t i = 0; i < found->items.size(); ++i) {
            Item &item = found->items[i];
            if (item.state != Item::State::Done || item.verified)
                continue;
            if (!check) {
                item.state = Item::State::Failed;
                item.error = check.error();
                --found->row.filesDone;
            } else if (std::ranges::contains(check->wrong, i)) {
                item.state = Item::State::Failed;
                item.error = makeError(Error::Kind::LocalFile, TransferWork::sizeDiffers(check->arrived.value(i), item.file.size, true));
                --found->row.filesDone;
            } else {
                item.verified = true;
            }
        }
        conclude();
    });
}

void TransferQueue::finish(Job &job, TransferState state)
{
    job.row.state = state;
    job.row.bytesPerSecond = 0;
    job.row.secondsLeft = -1;
    job.row.finishedAt = QDateTime::currentDateTime();
    job.meter.clear();
    if (state == TransferState::Done)
        job.row.skipped += job.countOf(Item::State::Skipped);
    const quint64 id = job.row.id;
    const QString sandbox = job.row.sandboxId;
    const QString folder = job.row.to;
    const bool sends = job.sends();
    note(job);
    Q_EMIT activeChanged();
    if (sends)
        Q_EMIT folderTouched(sandbox, folder);
    Q_EMIT finished(id);
}

void TransferQueue::fail(Job &job, const QString &sentence, const Error &error)
{
    job.row.problem = sentence;
    job.row.error = error;
    const bool waited = job.countOf(Item::State::Waiting) > 0;
    finish(job, TransferState::Failed);
    if (waited)
        Q_EMIT conflictsChanged();
}

void TransferQueue::note(Job &job)
{
    Q_EMIT changed(job.row.id);
}

QList<Conflict> TransferQueue::conflicts() const
{
    QList<Conflict> waiting;
    for (const quint64 id : m_order) {
        const Job &job = *m_jobs.at(id);
        if (!job.planned || job.row.isOver())
            continue;
        for (std::size_t i = 0; i < job.items.size(); ++i) {
            const Item &item = job.items[i];
            if (item.state != Item::State::Waiting || !item.file.existing)
                continue;
            const FileInfo &there = *item.file.existing;
            Conflict conflict { .transfer = id, .item = i, .direction = job.row.direction, .sandboxName = job.row.sandboxName,
                                .name = RemotePath::name(item.file.target), .source = {}, .target = {}, .keepBothName = {}, .replaceable = !there.isDirectory() };
            conflict.source = { item.file.source, item.file.size, item.file.modified, false, false };
            conflict.target = { item.file.target, there.size, there.modifiedAt.value_or(QDateTime()), there.isDirectory(), there.type == FileInfo::Type::Symlink };
            const QString folder = RemotePath::parent(item.file.target);
            conflict.keepBothName = RemotePath::freeName(conflict.name, [&](const QString &name) {
                const QString path = RemotePath::join(folder, name);
                return job.taken.contains(path) || (!job.sends() && QFileInfo::exists(path));
            });
            waiting.append(conflict);
        }
    }
    return waiting;
}

std::shared_ptr<OpenSandbox::FilesService> TransferQueue::remoteOf(quint64 id) const
{
    const Job *found = job(id);
    return !found ? nullptr : found->sends() ? found->to.files : found->from.files;
}

void TransferQueue::choose(Item &item, Choice choice)
{
    const FileInfo &there = *item.file.existing;
    switch (choice) {
    case Choice::Skip:
        item.state = Item::State::Skipped;
        return;
    case Choice::Replace:
        item.state = there.isDirectory() ? Item::State::Skipped : Item::State::Ready;
        return;
    case Choice::ReplaceIfNewer: {
        const bool newer = !there.isDirectory() && there.modifiedAt && item.file.modified > *there.modifiedAt;
        item.state = newer ? Item::State::Ready : Item::State::Skipped;
        return;
    }
    case Choice::KeepBoth:
        item.state = Item::State::Ready;
        item.file.existing.reset();
        return;
    }
}

void TransferQueue::resolve(const Conflict &conflict, Choice choice, bool others)
{
    const QList<Conflict> all = others ? conflicts() : QList<Conflict> { conflict };
    QList<quint64> touched;
    for (const Conflict &one : all) {
        Job *found = job(one.transfer);
        if (!found || found->row.isOver() || one.item >= found->items.size())
            continue;
        Item &item = found->items[one.item];
        if (item.state != Item::State::Waiting)
            continue;
        if (choice == Choice::KeepBoth) {
            item.file.target = RemotePath::join(RemotePath::parent(item.file.target), one.keepBothName);
            found->taken.insert(item.file.target);
        }
        choose(item, choice);
        if (item.state == Item::State::Skipped)
            found->row.total -= item.file.size;
        found->next = 0;
        if (!touched.contains(one.transfer))
            touched.append(one.transfer);
    }
    for (const quint64 id : touched) {
        if (Job *found = job(id))
            settle(*found);
    }
    Q_EMIT conflictsChanged();
    schedulePump();
}

void TransferQueue::cancel(quint64 id)
{
    Job *found = job(id);
    if (!found || found->row.isOver())
        return;
    Job &job = *found;
    const bool waited = job.countOf(Item::State::Waiting) > 0;
    job.row.state = TransferState::Cancelled;
    job.stop.request_stop();
    // Requesting a stop may end an item at once, in here.
    for (std::size_t i = 0; i < job.items.size(); ++i) {
        if (job.items[i].state == Item::State::Running)
            job.items[i].stop.request_stop();
    }
    finish(job, TransferState::Cancelled);
    if (waited)
        Q_EMIT conflictsChanged();
}

void TransferQueue::cancelAll(const QString &sandboxId)
{
    const std::vector<quint64> ids = m_order;
    for (const quint64 id : ids) {
        const Job *found = job(id);
        if (found && (sandboxId.isEmpty() || found->row.sandboxId == sandboxId))
            cancel(id);
    }
}

bool TransferQueue::canPause(quint64 id) const
{
    const Job *found = job(id);
    if (!found || found->row.isOver())
        return false;
    if (found->row.paused)
        return true;
    return std::ranges::any_of(found->items, [](const Item &item) { return item.state == Item::State::Ready; }) || !found->planned;
}

void TransferQueue::setPaused(quint64 id, bool paused)
{
    Job *found = job(id);
    if (!found || found->row.isOver() || found->row.paused == paused)
        return;
    found->row.paused = paused;
    settle(*found);
    note(*found);
    schedulePump();
}

void TransferQueue::pauseAll(bool paused)
{
    const std::vector<quint64> ids = m_order;
    for (const quint64 id : ids)
        setPaused(id, paused);
}

void TransferQueue::retry(quint64 id)
{
    Job *found = job(id);
    if (!found || (found->row.state != TransferState::Failed && found->row.state != TransferState::Cancelled) || found->running > 0)
        return;
    Job &job = *found;
    job.stop = std::stop_source();
    job.holding = false;
    job.row.problem.clear();
    job.row.error = {};
    job.row.finishedAt = {};
    job.row.paused = false;
    m_ticker.start();
    if (!job.planned || !job.foldersMade) {
        job.planned = false;
        job.foldersMade = false;
        job.items.clear();
        job.next = 0;
        job.row.done = 0;
        job.row.filesDone = 0;
        job.row.state = TransferState::Listing;
        note(job);
        Q_EMIT activeChanged();
        prepare(job);
        return;
    }
    for (Item &item : job.items) {
        if (item.state != Item::State::Failed)
            continue;
        // A torso of the failed try may be there; it is ours, so it is replaced.
        item.state = Item::State::Ready;
        item.done = 0;
        item.file.size = job.row.direction == Direction::Upload ? QFileInfo(item.file.source).size() : item.file.size;
    }
    qint64 done = 0;
    qint64 total = 0;
    for (const Item &item : job.items) {
        if (item.state == Item::State::Skipped)
            continue;
        total += item.file.size;
        done += item.state == Item::State::Done ? item.file.size : 0;
    }
    job.row.done = done;
    job.row.total = total;
    job.next = 0;
    job.row.state = TransferState::Queued;
    note(job);
    Q_EMIT activeChanged();
    settle(job);
    if (job.countOf(Item::State::Waiting) > 0)
        Q_EMIT conflictsChanged();
    schedulePump();
}

void TransferQueue::clearFinished()
{
    for (int row = count() - 1; row >= 0; --row) {
        const Job &job = *m_jobs.at(m_order[std::size_t(row)]);
        if (!job.row.isOver() || job.running > 0)
            continue;
        const quint64 id = job.row.id;
        Q_EMIT aboutToRemove(row);
        m_order.erase(m_order.begin() + row);
        m_jobs.erase(id);
        Q_EMIT removed();
    }
}

void TransferQueue::tick()
{
    const qint64 now = m_clock.elapsed();
    for (const auto &[id, job] : m_jobs) {
        Transfer &row = job->row;
        if (row.state != TransferState::Running) {
            row.bytesPerSecond = 0;
            row.secondsLeft = -1;
            continue;
        }
        job->meter.add(now, row.done);
        row.bytesPerSecond = job->meter.bytesPerSecond();
        row.secondsLeft = row.bytesPerSecond > 0 && row.total >= row.done ? (row.total - row.done + row.bytesPerSecond - 1) / row.bytesPerSecond : -1;
        Q_EMIT changed(id);
    }
    Q_EMIT activeChanged();
    if (activeCount() == 0)
        m_ticker.stop();
}

} // namespace Files
