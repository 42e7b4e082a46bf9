// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "filesource.h"

#include "remotepath.h"

#include <QCoreApplication>
#include <QHash>

#include <array>

using namespace Qt::StringLiterals;
using OpenSandbox::FileInfo;

namespace Files::Format {
namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Files)
};

constexpr std::array Units { "B", "KiB", "MiB", "GiB", "TiB", "PiB" };

int unitOf(qint64 bytes)
{
    int unit = 0;
    // 1023.95 KiB would be written 1,024.0 KiB.
    for (double value = double(bytes); value >= 1023.95 && unit + 1 < int(Units.size()); value /= 1024)
        ++unit;
    return unit;
}

QString inUnit(qint64 bytes, int unit)
{
    double value = double(bytes);
    for (int i = 0; i < unit; ++i)
        value /= 1024;
    const int decimals = unit > 0 && value < 99.95 ? 1 : 0;
    return QLocale().toString(value, 'f', decimals);
}

struct Known
{
    const char *type;
    const char *icon;
};

/// By lower-case ending. Type words are names of formats and are not translated.
const QHash<QString, Known> &knownEndings()
{
    static const QHash<QString, Known> known {
        { u"csv"_s, { "CSV", "file-spreadsheet" } }, { u"tsv"_s, { "TSV", "file-spreadsheet" } },
        { u"xlsx"_s, { "Excel", "file-spreadsheet" } }, { u"ods"_s, { "Spreadsheet", "file-spreadsheet" } },
        { u"parquet"_s, { "Parquet", "database" } }, { u"db"_s, { "Database", "database" } },
        { u"sqlite"_s, { "SQLite", "database" } }, { u"arrow"_s, { "Arrow", "database" } },
        { u"json"_s, { "JSON", "file-braces" } }, { u"jsonl"_s, { "JSON Lines", "file-braces" } },
        { u"yaml"_s, { "YAML", "file-braces" } }, { u"yml"_s, { "YAML", "file-braces" } }, { u"toml"_s, { "TOML", "file-braces" } },
        { u"ipynb"_s, { "Notebook", "notebook-text" } },
        { u"py"_s, { "Python", "file-code" } }, { u"js"_s, { "JavaScript", "file-code" } }, { u"mjs"_s, { "JavaScript", "file-code" } },
        { u"ts"_s, { "TypeScript", "file-code" } }, { u"go"_s, { "Go", "file-code" } }, { u"java"_s, { "Java", "file-code" } },
        { u"c"_s, { "C", "file-code" } }, { u"h"_s, { "C header", "file-code" } }, { u"cpp"_s, { "C++", "file-code" } },
        { u"rs"_s, { "Rust", "file-code" } }, { u"r"_s, { "R", "file-code" } }, { u"sql"_s, { "SQL", "file-code" } },
        { u"html"_s, { "HTML", "file-code" } }, { u"css"_s, { "CSS", "file-code" } }, { u"xml"_s, { "XML", "file-code" } },
        { u"sh"_s, { "Shell script", "file-terminal" } }, { u"bash"_s, { "Shell script", "file-terminal" } },
        { u"md"_s, { "Markdown", "file-text" } }, { u"txt"_s, { "Text", "file-text" } }, { u"log"_s, { "Log", "file-text" } },
        { u"pdf"_s, { "PDF", "file-text" } }, { u"ini"_s, { "Settings", "file-text" } },
        { u"png"_s, { "PNG", "file-image" } }, { u"jpg"_s, { "JPEG", "file-image" } }, { u"jpeg"_s, { "JPEG", "file-image" } },
        { u"gif"_s, { "GIF", "file-image" } }, { u"svg"_s, { "SVG", "file-image" } }, { u"webp"_s, { "WebP", "file-image" } },
        { u"bmp"_s, { "BMP", "file-image" } },
        { u"zip"_s, { "ZIP", "file-archive" } }, { u"gz"_s, { "Gzip", "file-archive" } }, { u"tgz"_s, { "Tar, gzip", "file-archive" } },
        { u"xz"_s, { "XZ", "file-archive" } }, { u"zst"_s, { "Zstandard", "file-archive" } }, { u"tar"_s, { "Tar", "file-archive" } },
        { u"whl"_s, { "Python wheel", "file-archive" } },
    };
    return known;
}

std::optional<Known> knownType(const QString &name)
{
    const qsizetype dot = name.lastIndexOf(u'.');
    if (dot < 0 || dot + 1 == name.size())
        return {};
    const auto it = knownEndings().constFind(name.mid(dot + 1).toLower());
    return it == knownEndings().constEnd() ? std::nullopt : std::optional(*it);
}

} // namespace

QString size(qint64 bytes)
{
    if (bytes < 0)
        return {};
    const int unit = unitOf(bytes);
    return inUnit(bytes, unit) + u' ' + QLatin1StringView(Units[std::size_t(unit)]);
}

QString sizeOf(qint64 done, qint64 total)
{
    if (total < 0)
        return size(done);
    const int unit = unitOf(total);
    // Both without decimals from 100 on, so that the digits do not dance.
    double whole = double(total);
    for (int i = 0; i < unit; ++i)
        whole /= 1024;
    QString left;
    if (unit > 0 && whole >= 99.95) {
        double value = double(done);
        for (int i = 0; i < unit; ++i)
            value /= 1024;
        left = QLocale().toString(value, 'f', 0);
    } else {
        left = inUnit(done, unit);
    }
    return Text::tr("%1 of %2 %3").arg(left, inUnit(total, unit), QLatin1StringView(Units[std::size_t(unit)]));
}

QString speed(qint64 bytesPerSecond)
{
    return Text::tr("%1/s").arg(size(bytesPerSecond));
}

QString timeLeft(qint64 seconds)
{
    if (seconds < 0)
        return {};
    if (seconds < 60)
        return Text::tr("%1 s left").arg(seconds);
    const auto two = [](qint64 n) { return QString::number(n).rightJustified(2, u'0'); };
    if (seconds < 3600)
        return Text::tr("%1 left").arg(QString::number(seconds / 60) + u':' + two(seconds % 60));
    return Text::tr("%1 left").arg(QString::number(seconds / 3600) + u':' + two(seconds / 60 % 60) + u':' + two(seconds % 60));
}

QString moment(const QDateTime &when, const QDateTime &now)
{
    if (!when.isValid())
        return {};
    const QDateTime local = when.toLocalTime();
    if (local.date() == now.date())
        return Text::tr("Today %1").arg(local.toString(u"HH:mm"_s));
    const QLocale locale;
    if (local.date().year() == now.date().year())
        return locale.toString(local.date(), Text::tr("MMM d")) + u' ' + local.toString(u"HH:mm"_s);
    return locale.toString(local.date(), Text::tr("MMM d, yyyy"));
}

QString exactMoment(const QDateTime &when, const QDateTime &now)
{
    if (!when.isValid())
        return {};
    const QDateTime local = when.toLocalTime();
    const QString time = local.toString(u"HH:mm:ss"_s);
    if (local.date() == now.date())
        return Text::tr("Today, %1").arg(time);
    const QLocale locale;
    const bool sameYear = local.date().year() == now.date().year();
    return locale.toString(local.date(), sameYear ? Text::tr("MMM d") : Text::tr("MMM d, yyyy")) + u", "_s + time;
}

QString age(qint64 seconds)
{
    if (seconds < 60)
        return Text::tr("%1 s ago").arg(qMax<qint64>(0, seconds));
    if (seconds < 3600)
        return Text::tr("%1 min ago").arg(seconds / 60);
    return Text::tr("%1 h ago").arg(seconds / 3600);
}

QString mode(FileInfo::Type type, int mode)
{
    static const QString bits = u"rwxrwxrwx"_s;
    const int digits[] = { mode / 100 % 10, mode / 10 % 10, mode % 10 };
    QString text(10, u'-');
    text[0] = type == FileInfo::Type::Directory ? u'd' : type == FileInfo::Type::Symlink ? u'l' : type == FileInfo::Type::Other ? u'?' : u'-';
    for (int i = 0; i < 9; ++i) {
        if (digits[i / 3] & (4 >> (i % 3)))
            text[i + 1] = bits[i];
    }
    return text;
}

QString type(const FileInfo &file)
{
    switch (file.type) {
    case FileInfo::Type::Directory: return Text::tr("Folder");
    case FileInfo::Type::Symlink: return Text::tr("Link");
    case FileInfo::Type::Other: return Text::tr("Special file");
    case FileInfo::Type::File: break;
    }
    const QString name = RemotePath::name(file.path);
    if (name.startsWith(".upload-"_L1) && name.endsWith(".part"_L1))
        return Text::tr("Unfinished upload");
    if (const auto known = knownType(name))
        return QLatin1StringView(known->type);
    return (file.mode / 100) & 1 ? Text::tr("Program") : Text::tr("File");
}

QString iconName(const FileInfo &file)
{
    switch (file.type) {
    case FileInfo::Type::Directory: return u"folder"_s;
    case FileInfo::Type::Symlink: return u"link"_s;
    case FileInfo::Type::Other: return u"plug"_s;
    case FileInfo::Type::File: break;
    }
    if (const auto known = knownType(RemotePath::name(file.path)))
        return QLatin1StringView(known->icon);
    return (file.mode / 100) & 1 ? u"file-terminal"_s : u"file"_s;
}

} // namespace Files::Format
