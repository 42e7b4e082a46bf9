// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "previewcontent.h"

#include "notebook/imagedecoder.h"
#include "remotepath.h"

#include <QCoreApplication>
#include <QStringDecoder>

#include <algorithm>

using namespace Qt::StringLiterals;
using OpenSandbox::FileInfo;

namespace Files::PreviewWork {
namespace {

/// A picture larger than this on one side is made smaller while it is decoded.
constexpr int LongestSide = 2400;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Files)
};

QString endingOf(const QString &name)
{
    const qsizetype dot = name.lastIndexOf(u'.');
    return dot < 0 ? QString() : name.mid(dot + 1).toLower();
}

QString hexView(const QByteArray &bytes)
{
    QString text;
    constexpr qsizetype Width = 16;
    for (qsizetype at = 0; at < bytes.size(); at += Width) {
        const QByteArray line = bytes.mid(at, Width);
        QString hex = QString::fromLatin1(line.toHex(' '));
        QString letters;
        for (const char c : line)
            letters.append(c >= 0x20 && c < 0x7F ? QChar::fromLatin1(c) : u'.');
        text += QString::number(at, 16).rightJustified(8, u'0') + u"  "_s + hex.leftJustified(Width * 3 - 1) + u"  "_s + letters + u'\n';
    }
    return text;
}

/// Cuts a UTF-8 character that the end of the bytes split.
QByteArray withoutTorso(const QByteArray &bytes)
{
    qsizetype end = bytes.size();
    for (int back = 0; back < 4 && end > 0; ++back) {
        const auto c = static_cast<unsigned char>(bytes[end - 1]);
        if (c < 0x80)
            return bytes.first(end);
        --end;
        if (c >= 0xC0)
            return bytes.first(end);
    }
    return bytes;
}

bool looksNumeric(const QString &cell)
{
    bool number = false;
    QString plain = cell.trimmed();
    if (plain.endsWith(u'%'))
        plain.chop(1);
    plain.toDouble(&number);
    return number;
}

void decode(PreviewContent &content, const QByteArray &bytes)
{
    if (bytes.startsWith("\xFF\xFE") || bytes.startsWith("\xFE\xFF")) {
        QStringDecoder decoder(QStringDecoder::Utf16);
        content.text = decoder.decode(bytes);
        content.encoding = u"UTF-16"_s;
    } else {
        const QByteArray input = content.whole ? bytes : withoutTorso(bytes);
        QStringDecoder decoder(QStringDecoder::Utf8);
        content.text = decoder.decode(input);
        content.encoding = u"UTF-8"_s;
        if (decoder.hasError()) {
            content.text = QString::fromLatin1(bytes);
            content.encoding = u"Latin-1"_s;
        }
    }
    if (content.text.startsWith(QChar(0xFEFF)))
        content.text.remove(0, 1);
    const bool windows = content.text.contains(u"\r\n"_s);
    content.lineEnds = windows ? u"CRLF"_s : content.text.contains(u'\n') ? u"LF"_s : QString();
    content.text.replace(u"\r\n"_s, u"\n"_s);
    content.text.replace(u'\r', u'\n');
    content.text.replace(QChar(0), QChar(0x2400));
}

} // namespace

bool isImageName(const QString &name)
{
    static const QStringList endings { u"png"_s, u"jpg"_s, u"jpeg"_s, u"gif"_s, u"svg"_s, u"webp"_s, u"bmp"_s };
    return endings.contains(endingOf(name));
}

qint64 wantedBytes(const FileInfo &file)
{
    if (file.type != FileInfo::Type::File || !RemotePath::refusal(file.path).isEmpty() || file.size <= 0)
        return 0;
    if (isImageName(RemotePath::name(file.path)))
        return file.size <= ImageBytes ? file.size : 0;
    return qMin(file.size, TextBytes);
}

QChar findDelimiter(const QString &text)
{
    const QString line = text.section(u'\n', 0, 0);
    QChar best = u',';
    qsizetype most = 0;
    for (const QChar candidate : { QChar(u','), QChar(u';'), QChar(u'\t'), QChar(u'|') }) {
        const qsizetype count = line.count(candidate);
        if (count > most) {
            most = count;
            best = candidate;
        }
    }
    return best;
}

QList<QStringList> parseTable(const QString &text, QChar delimiter, bool whole)
{
    QList<QStringList> rows;
    QStringList row;
    QString cell;
    bool quoted = false;
    bool any = false;
    const auto endRow = [&] {
        row.append(cell);
        cell.clear();
        // A blank line is no row.
        if (row.size() > 1 || !row.first().isEmpty())
            rows.append(row);
        row.clear();
        any = false;
    };
    for (qsizetype i = 0; i < text.size() && rows.size() <= RowsAtMost; ++i) {
        const QChar c = text[i];
        if (quoted) {
            if (c != u'"') {
                cell.append(c);
            } else if (i + 1 < text.size() && text[i + 1] == u'"') {
                cell.append(c);
                ++i;
            } else {
                quoted = false;
            }
            continue;
        }
        any = true;
        if (c == u'"' && cell.isEmpty()) {
            quoted = true;
        } else if (c == delimiter) {
            row.append(cell);
            cell.clear();
        } else if (c == u'\n') {
            endRow();
        } else {
            cell.append(c);
        }
    }
    if (whole && (any || !row.isEmpty()) && rows.size() <= RowsAtMost)
        endRow();
    return rows;
}

PreviewContent parse(const FileInfo &file, const QByteArray &bytes)
{
    PreviewContent content;
    const QString name = RemotePath::name(file.path);
    content.whole = bytes.size() >= file.size;
    if (bytes.isEmpty()) {
        content.note = Text::tr("The file is empty.");
        return content;
    }
    if (isImageName(name)) {
        ImageDecoder::Request request;
        request.data = bytes;
        request.svg = endingOf(name) == "svg"_L1;
        const QSize size = ImageDecoder::headerSize(bytes);
        request.maxWidth = size.isValid() ? size.scaled(LongestSide, LongestSide, Qt::KeepAspectRatio).width() : LongestSide;
        const ImageDecoder::Picture picture = ImageDecoder::decode(request);
        content.image = picture.image;
        content.imageSize = picture.pixelSize;
        if (!content.image.isNull()) {
            content.kind = PreviewContent::Kind::Image;
            if (endingOf(name) == "svg"_L1)
                decode(content, bytes.first(qMin(bytes.size(), TextBytes)));
            return content;
        }
        content.note = Text::tr("The picture could not be read: %1").arg(picture.error);
    }
    const bool wide = bytes.startsWith("\xFF\xFE") || bytes.startsWith("\xFE\xFF");
    if (!wide && bytes.first(qMin<qsizetype>(bytes.size(), 8192)).contains('\0')) {
        content.kind = PreviewContent::Kind::Bytes;
        content.encoding = Text::tr("binary");
        content.text = hexView(bytes.first(qMin<qsizetype>(bytes.size(), ShownBytes)));
        content.whole = file.size <= ShownBytes;
        return content;
    }
    decode(content, bytes);
    content.kind = PreviewContent::Kind::Text;
    const QString ending = endingOf(name);
    if (ending == "csv"_L1 || ending == "tsv"_L1) {
        content.delimiter = findDelimiter(content.text);
        QList<QStringList> rows = parseTable(content.text, content.delimiter, content.whole);
        if (rows.size() > 1 && rows.first().size() > 1) {
            content.kind = PreviewContent::Kind::Table;
            const QStringList first = rows.takeFirst();
            content.header = first.first(qMin(first.size(), qsizetype(ColumnsAtMost)));
            for (qsizetype column = 0; column < content.header.size(); ++column) {
                bool all = true;
                bool some = false;
                for (const QStringList &row : std::as_const(rows)) {
                    const QString cell = row.value(column);
                    if (cell.isEmpty())
                        continue;
                    some = true;
                    if (!looksNumeric(cell)) {
                        all = false;
                        break;
                    }
                }
                content.numeric.append(all && some);
            }
            content.rows = rows;
        }
    }
    return content;
}

} // namespace Files::PreviewWork
