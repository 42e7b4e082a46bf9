// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/exporting.h>

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace Notebook::Export {

namespace {

/// A fence that is longer than any in the text.
QString fence(const QString &text)
{
    qsizetype longest = 0;
    qsizetype run = 0;
    for (const QChar c : text) {
        run = c == u'`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return QString(std::max<qsizetype>(3, longest + 1), u'`');
}

QString block(QString text, const QString &language)
{
    while (text.endsWith(u'\n'))
        text.chop(1);
    const QString mark = fence(text);
    return mark + language + u'\n' + text + u'\n' + mark + u"\n\n"_s;
}

QString bounded(const QString &text, qsizetype limit)
{
    if (text.size() <= limit)
        return text;
    return text.left(limit / 2) + u"\n\u2026\n"_s + text.right(limit / 2);
}

QString bounded(const StreamText &text, qsizetype limit)
{
    if (text.size() <= limit)
        return text.plainText();
    const qint64 rows = text.rowCount();
    return bounded(text.plainText(0, std::min<qint64>(rows, 1000)) + text.plainText(std::max<qint64>(1000, rows - 1000)), limit);
}

QString picture(const MimeBundle &data)
{
    for (const QStringView type : { u"image/png", u"image/jpeg", u"image/gif", u"image/webp", u"image/svg+xml" }) {
        if (!data.contains(type))
            continue;
        return u"![](data:%1;base64,%2)\n\n"_s.arg(type, QString::fromLatin1(data.bytes(type).toBase64()));
    }
    return {};
}

} // namespace

QByteArray toMarkdown(const Document &document, const MarkdownOptions &options)
{
    QString text;
    for (const Cell *cell : document.cells()) {
        QString source = cell->source();
        if (cell->kind() != CellKind::Code) {
            // Pictures that are stored in the cell come along.
            for (qsizetype at = source.indexOf("attachment:"_L1); at >= 0; at = source.indexOf("attachment:"_L1, at + 1)) {
                qsizetype end = at + 11;
                while (end < source.size() && source[end] != u')' && source[end] != u'"' && !source[end].isSpace())
                    ++end;
                QString type;
                const QByteArray bytes = cell->attachment(source.sliced(at + 11, end - at - 11), &type);
                if (!bytes.isEmpty())
                    source.replace(at, end - at, u"data:%1;base64,%2"_s.arg(type, QString::fromLatin1(bytes.toBase64())));
            }
            text += source + u"\n\n"_s;
            continue;
        }
        if (source.trimmed().isEmpty() && cell->outputs()->isEmpty())
            continue;
        text += block(source, cell->language());
        if (!options.outputs)
            continue;
        for (int i = 0; i < cell->outputs()->count(); ++i) {
            const Output &output = cell->outputs()->at(i);
            switch (output.type()) {
            case OutputType::Stream: text += block(bounded(output.stream(), options.maximumText), u"text"_s); break;
            case OutputType::Error:
                text += block(output.traceback().isEmpty() ? QString(output.errorName() + ": "_L1 + output.errorValue()) : bounded(output.traceback(), options.maximumText), u"text"_s);
                break;
            case OutputType::Display:
            case OutputType::Result: {
                const QString image = picture(output.data());
                if (!image.isEmpty())
                    text += image;
                else if (output.data().contains(u"text/markdown"))
                    text += output.data().text(u"text/markdown") + u"\n\n"_s;
                else if (output.data().contains(u"text/latex"))
                    text += output.data().text(u"text/latex") + u"\n\n"_s;
                else if (output.data().contains(u"text/plain"))
                    text += block(bounded(output.data().text(u"text/plain"), options.maximumText), u"text"_s);
                break;
            }
            case OutputType::Notice:
            case OutputType::Unknown: break;
            }
        }
    }
    return text.trimmed().toUtf8() + '\n';
}

QString commentMark(const QString &language)
{
    static const QStringList slashes { u"javascript"_s, u"typescript"_s, u"go"_s, u"java"_s, u"c"_s, u"c++"_s, u"rust"_s, u"scala"_s };
    return slashes.contains(language.toLower()) ? u"// "_s : u"# "_s;
}

QString scriptSuffix(const QString &language)
{
    static const QHash<QString, QString> suffixes { { u"python"_s, u".py"_s }, { u"bash"_s, u".sh"_s }, { u"javascript"_s, u".js"_s }, { u"typescript"_s, u".ts"_s },
                                                    { u"go"_s, u".go"_s },     { u"java"_s, u".java"_s }, { u"r"_s, u".r"_s },          { u"sql"_s, u".sql"_s } };
    return suffixes.value(language.toLower(), u".txt"_s);
}

QByteArray toScript(const Document &document, const QString &wanted)
{
    const QString language = wanted.isEmpty() ? document.defaultLanguage() : wanted;
    const QString mark = commentMark(language);
    const auto comment = [&mark](const QString &text) {
        QString result;
        const QStringList lines = text.split(u'\n');
        for (const QString &line : lines)
            result += (line.isEmpty() ? mark.trimmed() : QString(mark + line)) + u'\n';
        return result;
    };
    QString text;
    if (language == "bash"_L1)
        text += u"#!/usr/bin/env bash\n\n"_s;
    else if (language == "python"_L1)
        text += u"#!/usr/bin/env python3\n\n"_s;
    for (const Cell *cell : document.cells()) {
        if (cell->source().trimmed().isEmpty())
            continue;
        if (cell->kind() != CellKind::Code) {
            text += mark + u"%% [markdown]\n"_s + comment(cell->source()) + u'\n';
            continue;
        }
        if (cell->language() != language) {
            text += mark + u"%% ["_s + cell->language() + u"]\n"_s + comment(cell->source()) + u'\n';
            continue;
        }
        text += mark + u"%%\n"_s;
        const QStringList lines = cell->source().split(u'\n');
        const bool wholeCell = language == "python"_L1 && cell->source().startsWith("%%"_L1);
        for (const QString &line : lines) {
            const QString start = line.trimmed();
            const bool special = language == "python"_L1 && (wholeCell || start.startsWith(u'%') || start.startsWith(u'!') || (start.endsWith(u'?') && !start.contains(u'#')));
            text += (special ? QString(mark + line) : line) + u'\n';
        }
        text += u'\n';
    }
    return text.toUtf8();
}

} // namespace Notebook::Export
