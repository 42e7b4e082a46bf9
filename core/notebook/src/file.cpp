// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/file.h>

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

#include <cerrno>
#include <system_error>

#ifdef Q_OS_UNIX
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#else
#include <QSaveFile>
#endif

using namespace Qt::StringLiterals;

namespace Notebook::File {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Notebook::File)
};

Error error(const QString &message, const QString &hint)
{
    Error result;
    result.message = message;
    result.hint = hint;
    return result;
}

Error readError(const QString &path, int code)
{
    switch (code) {
    case ENOENT: return error(Text::tr("There is no file %1.").arg(path), Text::tr("It may have been moved or deleted. Choose another file."));
    case EACCES:
    case EPERM: return error(Text::tr("You may not read %1.").arg(path), Text::tr("Change its permissions, or open it as its owner."));
    case EISDIR: return error(Text::tr("%1 is a folder.").arg(path), Text::tr("Choose a file in it."));
    default:
        return error(Text::tr("%1 cannot be read: %2.").arg(path, QString::fromStdString(std::generic_category().message(code))),
                     Text::tr("Try again, or copy the file to another disk."));
    }
}

Error writeError(const QString &path, int code)
{
    switch (code) {
    case ENOSPC:
    case EDQUOT:
        return error(Text::tr("%1 was not saved: there is no space left on its disk.").arg(path),
                     Text::tr("Free some space, or save to another disk. The file on the disk is the old one, your changes are still here."));
    case EFBIG:
        return error(Text::tr("%1 was not saved: the file would be larger than allowed.").arg(path),
                     Text::tr("Clear some outputs, or save to another disk. The file on the disk is the old one."));
    case EACCES:
    case EPERM:
    case EROFS:
        if (const QFileInfo file(path); file.exists() && !file.isWritable() && QFileInfo(file.absolutePath()).isWritable())
            return error(Text::tr("%1 was not saved: the file is protected against writing.").arg(path),
                         Text::tr("Save under another name, or change its permissions. Your changes are still here."));
        return error(Text::tr("%1 was not saved: its folder is not writable.").arg(path),
                     Text::tr("Save under another name, or change the permissions of the folder. Your changes are still here."));
    case ENOENT:
    case ENOTDIR:
        return error(Text::tr("%1 was not saved: its folder does not exist any more.").arg(path), Text::tr("Save to another folder."));
    case EISDIR: return error(Text::tr("%1 was not saved: it is a folder.").arg(path), Text::tr("Save under another name."));
    case ELOOP: return error(Text::tr("%1 was not saved: its symbolic links lead in a circle.").arg(path), Text::tr("Save under another name."));
    default:
        return error(Text::tr("%1 was not saved: %2.").arg(path, QString::fromStdString(std::generic_category().message(code))),
                     Text::tr("Try again, or save to another disk. Your changes are still here."));
    }
}

Fingerprint fingerprintOf(const QString &path, const QByteArray &bytes)
{
    Fingerprint result;
    result.hash = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
    result.size = bytes.size();
    result.modifiedMs = QFileInfo(path).lastModified().toMSecsSinceEpoch();
    return result;
}

/// The file that a chain of symbolic links leads to; it need not exist.
std::expected<QString, int> targetOf(const QString &path)
{
    QString target = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
    for (int links = 0; links < 40; ++links) {
        const QFileInfo info(target);
        if (!info.isSymLink())
            return target;
        const QString next = info.readSymLink();
        target = QDir::cleanPath(QDir::isAbsolutePath(next) ? next : info.dir().absoluteFilePath(next));
    }
    return std::unexpected(ELOOP);
}

/// The same for all paths of one file.
QString placeOf(const QString &path)
{
    const QFileInfo target(targetOf(path).value_or(QFileInfo(path).absoluteFilePath()));
    const QString folder = QDir(target.absolutePath()).canonicalPath();
    return folder.isEmpty() ? target.absoluteFilePath() : QDir(folder).filePath(target.fileName());
}

#ifdef Q_OS_UNIX

/// Closes and, unless kept, removes a temporary file.
class TemporaryFile
{
public:
    TemporaryFile() = default;
    ~TemporaryFile()
    {
        close();
        if (!m_path.isEmpty())
            ::unlink(m_path.constData());
    }
    TemporaryFile(const TemporaryFile &) = delete;
    TemporaryFile &operator=(const TemporaryFile &) = delete;

    int create(const QString &target)
    {
        const QFileInfo info(target);
        for (int attempt = 0; attempt < 100; ++attempt) {
            // Hidden, and named so that a person who finds one after a crash knows what it is.
            const QString name = u'.' + info.fileName().left(180) + ".saving-"_L1
                + QString::number(QRandomGenerator::global()->generate(), 36);
            const QByteArray path = QFile::encodeName(info.dir().absoluteFilePath(name));
            m_fd = ::open(path.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (m_fd >= 0) {
                m_path = path;
                return 0;
            }
            if (errno != EEXIST)
                return errno;
        }
        return EEXIST;
    }

    int write(const QByteArray &bytes)
    {
        qsizetype done = 0;
        while (done < bytes.size()) {
            const ssize_t written = ::write(m_fd, bytes.constData() + done, size_t(std::min<qsizetype>(bytes.size() - done, 1 << 24)));
            if (written < 0 && errno != EINTR)
                return errno;
            if (written > 0)
                done += written;
        }
        return 0;
    }

    int fd() const { return m_fd; }
    const QByteArray &path() const { return m_path; }
    void keep() { m_path.clear(); }

    int close()
    {
        const int fd = std::exchange(m_fd, -1);
        return fd >= 0 && ::close(fd) < 0 && errno != EINTR ? errno : 0;
    }

private:
    int m_fd = -1;
    QByteArray m_path;
};

/// Removes what killed processes left behind. Recent ones may belong to another process that is saving now.
void removeOldTemporaryFiles(const QString &target)
{
    const QFileInfo info(target);
    const QByteArray folder = QFile::encodeName(info.absolutePath());
    const QByteArray start = QFile::encodeName(u'.' + info.fileName().left(180) + ".saving-"_L1);
    DIR *stream = ::opendir(folder.constData());
    if (!stream)
        return;
    while (const dirent *entry = ::readdir(stream)) {
        if (!QByteArrayView(entry->d_name).startsWith(start))
            continue;
        struct stat found {};
        const QByteArray path = folder + '/' + entry->d_name;
        if (::lstat(path.constData(), &found) == 0 && S_ISREG(found.st_mode) && found.st_mtime < std::time(nullptr) - 600)
            ::unlink(path.constData());
    }
    ::closedir(stream);
}

int replaceFile(const QString &target, const QByteArray &bytes)
{
    struct stat old {};
    const QByteArray encoded = QFile::encodeName(target);
    const bool exists = ::stat(encoded.constData(), &old) == 0;
    if (exists && S_ISDIR(old.st_mode))
        return EISDIR;
    // Renaming would replace a file that is protected against writing without a word.
    if (exists && ::access(encoded.constData(), W_OK) != 0)
        return errno;
    TemporaryFile temporary;
    if (const int code = temporary.create(target))
        return code;
    if (const int code = temporary.write(bytes))
        return code;
    if (exists) {
        // The owner can be kept only by root; the group often by its members.
        if ((old.st_uid != ::geteuid() || old.st_gid != ::getegid()) && ::fchown(temporary.fd(), old.st_uid, old.st_gid) != 0)
            (void)!::fchown(temporary.fd(), uid_t(-1), old.st_gid);
        if (::fchmod(temporary.fd(), old.st_mode & 07777) != 0)
            return errno;
    }
    if (::fsync(temporary.fd()) != 0 && errno != EINVAL)
        return errno;
    if (const int code = temporary.close())
        return code;
    if (::rename(temporary.path().constData(), encoded.constData()) != 0)
        return errno;
    temporary.keep();
    removeOldTemporaryFiles(target);
    // The rename itself reaches the disk with the folder.
    const int folder = ::open(QFile::encodeName(QFileInfo(target).absolutePath()).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        ::fsync(folder);
        ::close(folder);
    }
    return 0;
}

#else

int replaceFile(const QString &target, const QByteArray &bytes)
{
    QSaveFile file(target);
    if (!file.open(QIODevice::WriteOnly))
        return EACCES;
    if (file.write(bytes) != bytes.size() || !file.commit())
        return file.error() == QFileDevice::ResourceError ? ENOSPC : EIO;
    return 0;
}

#endif

} // namespace

std::expected<QByteArray, Error> read(const QString &path, Fingerprint *fingerprint)
{
    const QFileInfo info(path);
    if (info.isDir())
        return std::unexpected(readError(path, EISDIR));
    if (info.exists() && !info.isFile())
        return std::unexpected(error(Text::tr("%1 is not an ordinary file.").arg(path), Text::tr("Choose another file.")));
    QFile file(path);
    errno = 0;
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return std::unexpected(readError(path, !info.exists() ? ENOENT : !info.isReadable() ? EACCES : errno ? errno : EIO));
    errno = 0;
    QByteArray bytes = file.readAll();
    if (file.error() != QFileDevice::NoError)
        return std::unexpected(readError(path, errno ? errno : EIO));
    if (fingerprint)
        *fingerprint = fingerprintOf(path, bytes);
    return bytes;
}

std::expected<Fingerprint, Error> write(const QString &path, const QByteArray &bytes)
{
    const auto target = targetOf(path);
    if (!target)
        return std::unexpected(writeError(path, target.error()));
    if (const int code = replaceFile(*target, bytes))
        return std::unexpected(writeError(path, code));
    return fingerprintOf(path, bytes);
}

std::expected<Fingerprint, Error> open(Document &document, const QString &path)
{
    Fingerprint fingerprint;
    const auto bytes = read(path, &fingerprint);
    if (!bytes)
        return std::unexpected(bytes.error());
    return load(document, Document::prepare(*bytes), fingerprint);
}

std::expected<Fingerprint, Error> load(Document &document, const Document::Prepared &prepared, const Fingerprint &fingerprint)
{
    const auto loaded = document.load(prepared);
    if (!loaded) {
        Error result = error(loaded.error().message, loaded.error().hint);
        result.line = loaded.error().line;
        result.column = loaded.error().column;
        result.isContentError = true;
        return std::unexpected(result);
    }
    return fingerprint;
}

std::expected<Fingerprint, Error> save(Document &document, const QString &path)
{
    const QByteArray bytes = document.toBytes();
    const QFileInfo info(path);
    std::expected<Fingerprint, Error> result;
    if (info.isFile() && info.size() == bytes.size()) {
        const auto present = read(path);
        result = present && *present == bytes ? fingerprintOf(path, bytes) : write(path, bytes);
    } else {
        result = write(path, bytes);
    }
    if (result)
        document.setModified(false);
    return result;
}

bool isSame(const QString &one, const QString &other)
{
    return !one.isEmpty() && !other.isEmpty() && (one == other || placeOf(one) == placeOf(other));
}

ExternalChange externalChange(const QString &path, const Fingerprint &known)
{
    const QFileInfo info(path);
    if (!info.exists())
        return known.isNull() ? ExternalChange::None : ExternalChange::Gone;
    if (info.size() == known.size && info.lastModified().toMSecsSinceEpoch() == known.modifiedMs)
        return ExternalChange::None;
    Fingerprint now;
    const auto bytes = read(path, &now);
    return bytes && now == known ? ExternalChange::None : ExternalChange::Changed;
}

} // namespace Notebook::File
