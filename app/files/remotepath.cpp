// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remotepath.h"

#include <QCoreApplication>
#include <QSet>

using namespace Qt::StringLiterals;

namespace Files::RemotePath {
namespace {

constexpr QChar Replacement(0xFFFD);

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Files)
};

/// What stands after a dollar sign that the sandbox would take for a variable.
bool isVariable(QChar c)
{
    return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || u"_*#$@!?-{"_s.contains(c);
}

bool holdsVariable(const QString &text)
{
    for (qsizetype at = text.indexOf(u'$'); at >= 0; at = text.indexOf(u'$', at + 1)) {
        if (at + 1 < text.size() && isVariable(text[at + 1]))
            return true;
    }
    return false;
}

/// Where the ending of a name begins: "model.tar.gz" gives that of ".tar.gz"; a leading dot is no ending.
qsizetype endingOf(const QString &name)
{
    const qsizetype dot = name.lastIndexOf(u'.');
    if (dot <= 0)
        return name.size();
    if (dot > 4 && QStringView(name).left(dot).endsWith(u".tar"_s, Qt::CaseInsensitive))
        return dot - 4;
    return dot;
}

} // namespace

QString clean(const QString &path, const QString &base)
{
    const QString whole = path.startsWith(u'/') ? path : base + u'/' + path;
    QStringList parts;
    for (const QString &part : whole.split(u'/', Qt::SkipEmptyParts)) {
        if (part == "."_L1)
            continue;
        if (part == ".."_L1) {
            if (!parts.isEmpty())
                parts.removeLast();
            continue;
        }
        parts.append(part);
    }
    return u'/' + parts.join(u'/');
}

QString join(const QString &folder, const QString &name)
{
    return folder.endsWith(u'/') ? QString(folder + name) : QString(folder + u'/' + name);
}

QString parent(const QString &path)
{
    const qsizetype slash = path.lastIndexOf(u'/');
    return slash <= 0 ? u"/"_s : path.left(slash);
}

QString name(const QString &path)
{
    return path.mid(path.lastIndexOf(u'/') + 1);
}

QStringList segments(const QString &path)
{
    return path.split(u'/', Qt::SkipEmptyParts);
}

bool isInside(const QString &path, const QString &folder)
{
    return path == folder || path.startsWith(folder.endsWith(u'/') ? folder : folder + u'/');
}

QString refusal(const QString &path)
{
    if (path.contains(Replacement))
        return Text::tr("The name is not valid UTF-8, so the sandbox cannot be told which file is meant.");
    if (holdsVariable(path))
        return Text::tr("The sandbox would replace the $ in this path by a variable and reach another file. Rename it in a terminal first.");
    if (path.startsWith(u'~'))
        return Text::tr("The sandbox would replace the ~ at the start by the home folder. Give the whole path.");
    return {};
}

QString nameRefusal(const QString &name)
{
    if (name.isEmpty())
        return Text::tr("A name is needed.");
    if (name == "."_L1 || name == ".."_L1)
        return Text::tr("This name stands for a folder itself. Choose another one.");
    if (name.contains(u'/'))
        return Text::tr("A name cannot hold a slash.");
    if (name.contains(QChar(0)))
        return Text::tr("A name cannot hold a null character.");
    if (name.toUtf8().size() > 255)
        return Text::tr("The name is longer than 255 bytes.");
    if (holdsVariable(name))
        return Text::tr("The sandbox would replace the $ by a variable, so this name could not be reached again.");
    if (name.contains(Replacement))
        return Text::tr("The name holds a character that stands for a broken one.");
    return {};
}

QString freeName(const QString &name, const std::function<bool(const QString &)> &taken)
{
    const qsizetype ending = endingOf(name);
    for (int number = 2;; ++number) {
        const QString candidate = name.left(ending) + u'-' + QString::number(number) + name.mid(ending);
        if (!taken(candidate))
            return candidate;
    }
}

QString localName(const QString &remoteName)
{
    QString name = remoteName;
    for (QChar &c : name) {
        if (c == u'/' || c == QChar(0))
            c = u'_';
    }
    if (name == "."_L1 || name == ".."_L1)
        name.fill(u'_');
    return name.isEmpty() ? u"_"_s : name;
}

} // namespace Files::RemotePath
