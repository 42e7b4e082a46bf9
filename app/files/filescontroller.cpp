// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filescontroller.h"

#include "remotepath.h"

#include <opensandbox/execution.h>

#include <QRegularExpression>
#include <QSet>

using namespace Qt::StringLiterals;
using OpenSandbox::Done;
using OpenSandbox::Error;
using OpenSandbox::FileInfo;
using OpenSandbox::Result;

namespace Files {
namespace {

/// Links of one folder that are resolved unasked; more would be a command with too large an environment.
constexpr int LinksAtOnce = 40;

/// What an upload is called until it is whole: by the sandbox, which ends it itself, or by us. One of ours that nobody has written to for
/// a minute was left behind, and is shown.
bool isUploadOnItsWay(const FileInfo &file)
{
    static const QRegularExpression theirs(u"^\\.upload-[0-9a-f]{12}$"_s);
    static const QRegularExpression ours(u"^\\.upload-[0-9a-f]{8}\\.part$"_s);
    if (file.type != FileInfo::Type::File)
        return false;
    const QString name = RemotePath::name(file.path);
    return theirs.match(name).hasMatch() || (ours.match(name).hasMatch() && file.modifiedAt && file.modifiedAt->secsTo(QDateTime::currentDateTimeUtc()) < 60);
}

// The paths travel in the environment, never in the command's text.
const QString &resolveCommand()
{
    static const QString command = uR"sh(i=0
while [ "$i" -lt "$WB_COUNT" ]; do
  eval "p=\$WB_LINK_$i"
  if [ -d "$p" ]; then k=d; elif [ -e "$p" ]; then k=f; else k=x; fi
  t=$(readlink -f -- "$p")
  printf '%s %s\n' "$k" "$(printf %s "$t" | tr '\n' '?')"
  i=$((i+1))
done)sh"_s;
    return command;
}

QStringList parentsOf(const QStringList &paths)
{
    QStringList parents;
    for (const QString &path : paths)
        parents.append(RemotePath::parent(path));
    parents.removeDuplicates();
    return parents;
}

} // namespace

FilesController::FilesController(Source source, QObject *parent)
    : QObject(parent), m_source(std::move(source))
{
}

FilesController::~FilesController() = default;

void FilesController::setSource(Source source)
{
    m_source = std::move(source);
}

const Listing *FilesController::listing(const QString &folder) const
{
    const auto it = m_listings.find(folder);
    return it == m_listings.end() ? nullptr : &it->second;
}

const FileInfo *FilesController::entry(const QString &path) const
{
    const Listing *known = listing(RemotePath::parent(path));
    if (!known)
        return nullptr;
    for (const FileInfo &file : known->entries) {
        if (file.path == path)
            return &file;
    }
    return nullptr;
}

void FilesController::list(const QString &folder)
{
    if (m_requests.contains(folder))
        return;
    if (const QString reason = RemotePath::refusal(folder); !reason.isEmpty()) {
        m_listings[folder].error = makeError(Error::Kind::InvalidArgument, reason);
        Q_EMIT listingChanged(folder);
        return;
    }
    TaskScope &scope = *m_requests.emplace(folder, std::make_unique<TaskScope>()).first->second;
    m_listings[folder].loading = true;
    Q_EMIT listingChanged(folder);
    const std::shared_ptr<OpenSandbox::FilesService> service = m_source.files;
    scope.run(service->list(folder, scope.token()), [this, folder](Result<QList<FileInfo>> result) {
        // The scope is inside what is erased here, so it has to outlive this call.
        const auto request = m_requests.extract(folder);
        store(folder, std::move(result));
    });
}

void FilesController::store(const QString &folder, Result<QList<FileInfo>> result)
{
    Listing &known = m_listings[folder];
    known.loading = false;
    if (!result) {
        if (result.error().kind != Error::Kind::Cancelled)
            known.error = result.error();
        Q_EMIT listingChanged(folder);
        return;
    }
    // An upload on its way is in the transfers, not a new file of the folder.
    result->removeIf([](const FileInfo &file) { return isUploadOnItsWay(file); });
    known.entries = std::move(*result);
    known.fetchedAt = QDateTime::currentDateTime();
    known.serial = ++m_serial;
    known.error.reset();
    if (!m_baselines.contains(folder))
        m_baselines.insert(folder, Baseline { known.fetchedAt, known.entries, {} });
    QStringList links;
    for (const FileInfo &file : std::as_const(known.entries)) {
        if (file.type == FileInfo::Type::Symlink && !m_links.contains(file.path) && RemotePath::refusal(file.path).isEmpty()) {
            links.append(file.path);
            if (links.size() == LinksAtOnce)
                break;
        }
    }
    Q_EMIT listingChanged(folder);
    if (!links.isEmpty())
        resolveLinks(links, false);
}

void FilesController::drop(const QString &folder)
{
    if (!m_requests.contains(folder))
        return;
    const auto request = m_requests.extract(folder);
    request.mapped()->cancel();
    m_listings[folder].loading = false;
    Q_EMIT listingChanged(folder);
}

void FilesController::refreshAll(const QStringList &folders)
{
    for (const QString &folder : folders)
        list(folder);
}

void FilesController::relist(const QStringList &folders)
{
    for (const QString &folder : folders) {
        // An answer that is already under way may be older than the change.
        if (m_requests.contains(folder)) {
            const auto request = m_requests.extract(folder);
            request.mapped()->cancel();
        }
        list(folder);
    }
}

bool FilesController::refuse(const QStringList &paths)
{
    for (const QString &path : paths) {
        if (const QString reason = RemotePath::refusal(path); !reason.isEmpty()) {
            fail(tr("%1 cannot be reached. %2").arg(RemotePath::name(path), reason), makeError(Error::Kind::InvalidArgument, reason));
            return true;
        }
    }
    return false;
}

void FilesController::fail(const QString &sentence, const Error &error)
{
    if (error.kind != Error::Kind::Cancelled)
        Q_EMIT failed(sentence, error);
}

QString FilesController::explain(const Error &error)
{
    QString text;
    switch (error.kind) {
    case Error::Kind::Network: text = tr("The sandbox does not answer."); break;
    case Error::Kind::Timeout: text = tr("The sandbox did not answer in time."); break;
    case Error::Kind::Cancelled: return tr("Cancelled.");
    case Error::Kind::Api:
        if (error.isNotFound() || error.message.contains(u"no such file"_s, Qt::CaseInsensitive) || error.message.contains(u"file not found"_s, Qt::CaseInsensitive))
            text = tr("It no longer exists.");
        else if (error.isAuthentication())
            text = tr("The key was refused (%1).").arg(error.httpStatus);
        else if (error.message.contains(u"permission denied"_s, Qt::CaseInsensitive))
            text = tr("The sandbox's user may not do that.");
        else
            text = tr("The sandbox refused.");
        break;
    case Error::Kind::Protocol: text = tr("The answer could not be understood."); break;
    case Error::Kind::ResultUnknown: text = tr("The connection broke, so the result is unknown."); break;
    case Error::Kind::InvalidArgument: return error.message;
    case Error::Kind::NotReady: text = tr("The sandbox is not ready."); break;
    case Error::Kind::LocalFile: return error.message;
    }
    if (!error.message.isEmpty())
        text += u' ' + error.message;
    QStringList facts;
    if (error.httpStatus)
        facts.append(QString::number(error.httpStatus));
    if (!error.code.isEmpty())
        facts.append(error.code);
    if (!error.requestId.isEmpty())
        facts.append(tr("request %1").arg(error.requestId));
    if (!facts.isEmpty())
        text += u" ("_s + facts.join(u", "_s) + u")."_s;
    return text;
}

void FilesController::createFolder(const QString &path)
{
    if (refuse({ path }))
        return;
    const std::shared_ptr<OpenSandbox::FilesService> service = m_source.files;
    m_tasks.run(service->createDirectories({ path }, {}, m_tasks.token()), [this, path](Result<Done> result) {
        if (!result)
            return fail(tr("The folder %1 could not be made. %2").arg(RemotePath::name(path), explain(result.error())), result.error());
        relist({ RemotePath::parent(path) });
        Q_EMIT created(path);
    });
}

void FilesController::createFile(const QString &path)
{
    if (refuse({ path }))
        return;
    const std::shared_ptr<OpenSandbox::FilesService> service = m_source.files;
    // Writing would empty a file that is already there.
    m_tasks.run(service->info({ path }, m_tasks.token()), [this, path, service](Result<QMap<QString, FileInfo>> info) {
        const QString name = RemotePath::name(path);
        if (info) {
            relist({ RemotePath::parent(path) });
            return fail(tr("%1 already exists. Choose another name.").arg(name), makeError(Error::Kind::InvalidArgument, tr("The name is taken.")));
        }
        if (!info.error().isNotFound())
            return fail(tr("%1 could not be made. %2").arg(name, explain(info.error())), info.error());
        m_tasks.run(service->write(path, QByteArray(), {}, m_tasks.token()), [this, path, name](Result<Done> result) {
            if (!result)
                return fail(tr("%1 could not be made. %2").arg(name, explain(result.error())), result.error());
            relist({ RemotePath::parent(path) });
            Q_EMIT created(path);
        });
    });
}

void FilesController::rename(const QString &path, const QString &newName)
{
    const QString folder = RemotePath::parent(path);
    const QString target = RemotePath::join(folder, newName);
    if (target == path)
        return;
    if (const QString reason = RemotePath::nameRefusal(newName); !reason.isEmpty())
        return fail(tr("%1 was not renamed. %2").arg(RemotePath::name(path), reason), makeError(Error::Kind::InvalidArgument, reason));
    if (refuse({ path, target }))
        return;
    if (entry(target))
        return fail(tr("%1 was not renamed, because %2 already exists here.").arg(RemotePath::name(path), newName),
                    makeError(Error::Kind::InvalidArgument, tr("The name is taken.")));
    const std::shared_ptr<OpenSandbox::FilesService> service = m_source.files;
    const QList<OpenSandbox::MoveEntry> entries { { path, target } };
    m_tasks.run(service->move(entries, m_tasks.token()), [this, path, target, folder](Result<Done> result) {
        relist({ folder });
        if (!result)
            return fail(tr("%1 was not renamed. %2").arg(RemotePath::name(path), explain(result.error())), result.error());
        Q_EMIT renamed(path, target);
    });
}

void FilesController::move(const QStringList &paths, const QString &folder)
{
    QList<OpenSandbox::MoveEntry> entries;
    for (const QString &path : paths) {
        if (RemotePath::parent(path) == folder)
            continue;
        if (RemotePath::isInside(folder, path))
            return fail(tr("%1 cannot be moved into itself.").arg(RemotePath::name(path)),
                        makeError(Error::Kind::InvalidArgument, tr("The folder lies inside what is moved.")));
        const QString target = RemotePath::join(folder, RemotePath::name(path));
        if (entry(target))
            return fail(tr("Nothing was moved, because %1 already has %2. Rename one of them first.").arg(folder, RemotePath::name(path)),
                        makeError(Error::Kind::InvalidArgument, tr("The name is taken.")));
        entries.append({ path, target });
    }
    if (entries.isEmpty() || refuse(paths) || refuse({ folder }))
        return;
    const std::shared_ptr<OpenSandbox::FilesService> service = m_source.files;
    m_tasks.run(service->move(entries, m_tasks.token()), [this, entries, paths, folder](Result<Done> result) {
        relist(parentsOf(paths) + QStringList { folder });
        if (!result)
            return fail(tr("Not everything was moved to %1. %2").arg(folder, explain(result.error())), result.error());
        for (const OpenSandbox::MoveEntry &moved : entries)
            Q_EMIT renamed(moved.source, moved.destination);
    });
}

void FilesController::remove(const QList<FileInfo> &files)
{
    QStringList plain;
    QStringList folders;
    for (const FileInfo &file : files)
        (file.isDirectory() ? folders : plain).append(file.path);
    const QStringList all = plain + folders;
    if (all.isEmpty() || refuse(all))
        return;
    const std::shared_ptr<OpenSandbox::FilesService> service = m_source.files;
    const auto finish = [this, all](const Result<Done> &result) {
        relist(parentsOf(all));
        if (!result) {
            fail(tr("Not everything was deleted. %1").arg(explain(result.error())), result.error());
            return;
        }
        Q_EMIT removed(all);
    };
    const auto removeFolders = [this, service, folders, finish](const Result<Done> &before) {
        if (!before || folders.isEmpty())
            return finish(before);
        m_tasks.run(service->removeDirectories(folders, m_tasks.token()), [finish](Result<Done> result) { finish(result); });
    };
    if (plain.isEmpty())
        return removeFolders(Done {});
    m_tasks.run(service->removeFiles(plain, m_tasks.token()), [removeFolders](Result<Done> result) { removeFolders(result); });
}

void FilesController::setMode(const QString &path, int mode)
{
    const FileInfo *file = entry(path);
    // What does not change is not sent: the server drops set-id and sticky bits of what it gets.
    if ((file && file->mode == mode) || refuse({ path }))
        return;
    OpenSandbox::Permissions permissions { .mode = mode, .owner = {}, .group = {} };
    if (file) {
        permissions.owner = file->owner;
        permissions.group = file->group;
    }
    const std::shared_ptr<OpenSandbox::FilesService> service = m_source.files;
    const QMap<QString, OpenSandbox::Permissions> map { { path, permissions } };
    m_tasks.run(service->setPermissions(map, m_tasks.token()), [this, path](Result<Done> result) {
        relist({ RemotePath::parent(path) });
        if (!result)
            fail(tr("The permissions of %1 are as before. %2").arg(RemotePath::name(path), explain(result.error())), result.error());
    });
}

const FilesController::LinkTarget *FilesController::linkTarget(const QString &link) const
{
    const auto it = m_links.constFind(link);
    return it == m_links.constEnd() ? nullptr : &*it;
}

void FilesController::resolveLink(const QString &link)
{
    if (!refuse({ link }))
        resolveLinks({ link }, true);
}

void FilesController::resolveLinks(const QStringList &links, bool tell)
{
    const std::shared_ptr<OpenSandbox::CommandsService> commands = m_source.commands;
    if (!commands) {
        if (tell)
            fail(tr("This connection cannot follow links."), makeError(Error::Kind::InvalidArgument, QString()));
        return;
    }
    OpenSandbox::RunCommandOptions options;
    options.env.insert(u"WB_COUNT"_s, QString::number(links.size()));
    for (qsizetype i = 0; i < links.size(); ++i)
        options.env.insert(u"WB_LINK_%1"_s.arg(i), links[i]);
    options.timeout = std::chrono::seconds(10);
    m_tasks.run(commands->run(resolveCommand(), options, {}, m_tasks.token()), [this, links, tell](Result<OpenSandbox::Execution> result) {
        if (!result) {
            if (tell)
                fail(tr("The link %1 could not be followed. %2").arg(RemotePath::name(links.first()), explain(result.error())), result.error());
            return;
        }
        QStringList lines;
        for (const OpenSandbox::Event::Output &output : std::as_const(result->standardOutput))
            lines += output.text.split(u'\n', Qt::SkipEmptyParts);
        QSet<QString> folders;
        for (qsizetype i = 0; i < links.size() && i < lines.size(); ++i) {
            const QString kind = lines[i].left(1);
            m_links.insert(links[i], { lines[i].mid(2), kind == "d"_L1, kind != "x"_L1 });
            folders.insert(RemotePath::parent(links[i]));
        }
        if (tell) {
            const LinkTarget *target = linkTarget(links.first());
            if (!target || !target->exists)
                return fail(tr("%1 leads to nothing.").arg(RemotePath::name(links.first())), makeError(Error::Kind::Api, QString()));
            Q_EMIT linkResolved(links.first());
            return;
        }
        for (const QString &folder : folders)
            Q_EMIT listingChanged(folder);
    });
}

void FilesController::startComparison(const QString &label)
{
    m_comparisonLabel = label;
    const QDateTime now = QDateTime::currentDateTime();
    m_baselines.clear();
    for (const auto &[folder, known] : m_listings) {
        if (known.isKnown())
            m_baselines.insert(folder, Baseline { now, known.entries, {} });
    }
    Q_EMIT comparisonChanged();
}

Change FilesController::change(const FileInfo &file) const
{
    const QString folder = RemotePath::parent(file.path);
    const auto baseline = m_baselines.find(folder);
    const Listing *now = listing(folder);
    if (baseline == m_baselines.end() || !now || now->entries.isSharedWith(baseline->entries))
        return Change::None;
    if (baseline->places.isEmpty()) {
        baseline->places.reserve(baseline->entries.size());
        for (qsizetype i = 0; i < baseline->entries.size(); ++i)
            baseline->places.insert(baseline->entries[i].path, i);
    }
    const auto place = baseline->places.constFind(file.path);
    if (place == baseline->places.constEnd())
        return Change::New;
    const FileInfo &before = baseline->entries[*place];
    // A folder's own time changes with every file in it; that says nothing about the folder.
    if (file.isDirectory() && before.isDirectory())
        return Change::None;
    return before.size != file.size || before.modifiedAt != file.modifiedAt || before.type != file.type ? Change::Changed : Change::None;
}

QDateTime FilesController::comparedSince(const QString &folder) const
{
    const auto baseline = m_baselines.constFind(folder);
    return baseline == m_baselines.constEnd() ? QDateTime() : baseline->since;
}

} // namespace Files
