// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "htmlexport.h"

#include "htmldata.h"
#include "imagedecoder.h"
#include "markdownhtml.h"
#include "outputblock.h"
#include "pictureground.h"
#include "richblocks.h"
#include "syntax.h"
#include "theme/theme.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/file.h>

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QFont>
#include <QPainter>
#include <QPdfWriter>
#include <QTextDocument>

#include <algorithm>

using namespace Qt::StringLiterals;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::OutputType;
using Notebook::TextColor;

namespace {

/// The names of classes in the style sheet, and the colours they have in a theme.
struct Style
{
    const char *name;
    QColor Theme::*color;
};

constexpr Style codeStyles[] = { { "k", &Theme::synKeyword }, { "s", &Theme::synString },  { "n", &Theme::synNumber },   { "f", &Theme::synFunction },
                                 { "c", &Theme::synComment }, { "b", &Theme::synBuiltin }, { "t", &Theme::synType },     { "o", &Theme::synOperator },
                                 { "e", &Theme::synEscape },  { "x", &Theme::bad } };
constexpr Style terminalStyles[] = { { "a1", &Theme::bad }, { "a2", &Theme::ok }, { "a3", &Theme::warn }, { "a4", &Theme::busy }, { "a5", &Theme::rest }, { "a6", &Theme::synType }, { "a7", &Theme::text2 } };

QColor Theme::*colorOf(const QString &name)
{
    for (const Style &style : codeStyles) {
        if (name == QLatin1StringView(style.name))
            return style.color;
    }
    for (const Style &style : terminalStyles) {
        if (name == QLatin1StringView(style.name))
            return style.color;
    }
    return &Theme::text;
}

/// Qt's documents know classes only with effort, so on paper a colour stands in the text.
QString span(const QString &name, const QString &escaped, bool paper)
{
    if (name.isEmpty())
        return escaped;
    if (paper)
        return u"<span style=\"color:%1\">%2</span>"_s.arg((Theme::of(Theme::Kind::Light).*colorOf(name)).name(), escaped);
    return u"<span class=\"%1\">%2</span>"_s.arg(name, escaped);
}

class ClassHighlighter : public KSyntaxHighlighting::AbstractHighlighter
{
public:
    explicit ClassHighlighter(const QString &language)
    {
        // That of the window belongs to its thread.
        thread_local const KSyntaxHighlighting::Repository repository;
        setDefinition(Syntax::find(repository, language));
    }

    QString next(const QString &line, bool paper)
    {
        m_runs.clear();
        if (line.size() < 8192)
            m_state = highlightLine(line, m_state);
        QString result;
        qsizetype at = 0;
        for (const auto &[start, length, name] : std::as_const(m_runs)) {
            if (start < at)
                continue;
            result += line.mid(at, start - at).toHtmlEscaped();
            result += span(name, line.mid(start, length).toHtmlEscaped(), paper);
            at = start + length;
        }
        return result + line.mid(at).toHtmlEscaped();
    }

private:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format) override
    {
        using S = KSyntaxHighlighting::Theme::TextStyle;
        QString name;
        switch (format.textStyle()) {
        case S::Keyword:
        case S::ControlFlow:
        case S::Import:
        case S::Preprocessor: name = u"k"_s; break;
        case S::Function:
        case S::Extension: name = u"f"_s; break;
        case S::DataType:
        case S::Attribute:
        case S::Others: name = u"t"_s; break;
        case S::BuiltIn:
        case S::Variable: name = u"b"_s; break;
        case S::DecVal:
        case S::BaseN:
        case S::Float:
        case S::Constant: name = u"n"_s; break;
        case S::String:
        case S::VerbatimString:
        case S::Char:
        case S::SpecialString: name = u"s"_s; break;
        case S::SpecialChar:
        case S::Annotation:
        case S::CommentVar: name = u"e"_s; break;
        case S::Comment:
        case S::Documentation:
        case S::RegionMarker:
        case S::Information: name = u"c"_s; break;
        case S::Operator: name = u"o"_s; break;
        case S::Error:
        case S::Alert: name = u"x"_s; break;
        default: return;
        }
        if (length > 0)
            m_runs.append({ offset, length, name });
    }

    KSyntaxHighlighting::State m_state;
    QList<std::tuple<int, int, QString>> m_runs;
};

QString rowHtml(const Notebook::TextRow &row, bool paper)
{
    QString result;
    qsizetype at = 0;
    for (const Notebook::TextRun &run : row.runs) {
        result += row.text.mid(at, run.start - at).toHtmlEscaped();
        at = run.start + run.length;
        if (run.style.concealed)
            continue;
        QString piece = row.text.mid(run.start, run.length).toHtmlEscaped();
        const TextColor &color = run.style.inverse ? run.style.background : run.style.foreground;
        if (color.kind == TextColor::Kind::Palette && color.index < 16 && color.index % 8 != 0)
            piece = span(u"a%1"_s.arg(color.index % 8), piece, paper);
        else if (color.kind != TextColor::Kind::Default && color.fixedRgb() != 0)
            piece = u"<span style=\"color:%1\">%2</span>"_s.arg(QColor::fromRgb(color.fixedRgb()).name(), piece);
        if (run.style.bold)
            piece = u"<b>"_s + piece + u"</b>"_s;
        if (run.style.italic)
            piece = u"<i>"_s + piece + u"</i>"_s;
        if (run.style.underline)
            piece = u"<u>"_s + piece + u"</u>"_s;
        result += piece;
    }
    return result + row.text.mid(at).toHtmlEscaped();
}

/// The author's colours, with text that can be read in each theme of the page.
QString cssOf(const HtmlStyle::Style &style, bool paper)
{
    const Theme &light = Theme::of(Theme::Kind::Light);
    const Theme &dark = Theme::of(Theme::Kind::Dark);
    const auto on = [&style](const Theme &theme) {
        return HtmlStyle::textOf(style, theme.text, theme.base).name();
    };
    const auto barOn = [&style, &on](const Theme &theme) {
        return HtmlStyle::barOf(style, QColor(on(theme)), theme.base);
    };
    HtmlStyle::Style drawn = style;
    if (style.bar != 0)
        drawn.bar = barOn(light).rgb();
    QString css = drawn.toCss();
    // Older browsers do not know light-dark() and leave out what says it.
    if (style.bar != 0 && !paper && barOn(dark) != barOn(light)) {
        HtmlStyle::Style bar;
        bar.bar = drawn.bar;
        bar.barFrom = style.barFrom;
        bar.barTo = style.barTo;
        css += bar.toCss().replace(barOn(light).name(), u"light-dark(%1,%2)"_s.arg(barOn(light).name(), barOn(dark).name()));
    }
    if (style.color == 0 && style.background == 0)
        return css;
    css += "color:"_L1 + on(light) + u';';
    if (!paper && on(dark) != on(light))
        css += u"color:light-dark(%1,%2);"_s.arg(on(light), on(dark));
    return css;
}

/// What fits on a page, in the pixels of 96 to an inch that its document is laid out in.
constexpr qreal paperWidth = 672;
constexpr qreal countWidth = 40; ///< Of the column of execution numbers.

/// The columns from `from` to before `to`, behind the first `labels` ones.
HtmlData::Table columnsOf(const HtmlData::Table &table, int labels, int from, int to)
{
    HtmlData::Table part;
    part.rows = table.rows;
    part.headerRows = table.headerRows;
    part.columns = labels + to - from;
    part.numeric = table.numeric.first(std::min<qsizetype>(labels, table.numeric.size())) + table.numeric.mid(from, to - from);
    for (HtmlData::TableCell cell : table.cells) {
        const int end = cell.column + cell.columnSpan;
        const bool label = cell.column < labels;
        const int first = label ? cell.column : std::max(cell.column, from);
        const int last = label ? std::min(end, labels) : std::min(end, to);
        if (first >= last)
            continue;
        cell.column = label ? first : first - from + labels;
        cell.columnSpan = last - first;
        part.cells.append(cell);
    }
    return part;
}

/// A table on paper: in smaller type where that lets it fit, else in blocks of columns below each other, each behind the names of the rows.
struct PaperTable
{
    QList<HtmlData::Table> blocks;
    qreal points = 9;
};

PaperTable onPaper(const HtmlData::Table &table)
{
    // Letters of Inter are about so wide, numbers a little wider; the rest is what stands around a text.
    const auto widthOf = [](qsizetype letters, qreal points) { return qreal(letters) * points * .78 + 9; };
    constexpr qsizetype longest = 48; // Longer texts wrap.
    QList<qsizetype> letters(table.columns, 1);
    int labels = 0;
    for (const HtmlData::TableCell &cell : table.cells) {
        if (cell.columnSpan == 1)
            letters[cell.column] = std::max(letters[cell.column], std::min(cell.text.size(), longest));
        if (cell.row >= table.headerRows && cell.header && cell.column == labels)
            ++labels;
    }
    const auto total = [&](int from, int to, qreal points) {
        qreal width = 0;
        for (int column = from; column < to; ++column)
            width += widthOf(letters[column], points);
        return width;
    };
    const qreal room = paperWidth - countWidth;
    for (const qreal points : { 9.0, 8.0, 7.0 }) {
        if (total(0, table.columns, points) <= room)
            return { { table }, points };
    }
    constexpr qreal points = 8;
    if (total(0, labels, points) > room / 2)
        labels = 0;
    const qreal left = room - total(0, labels, points);
    PaperTable result { {}, points };
    for (int from = labels; from < table.columns;) {
        int to = from + 1;
        while (to < table.columns && total(from, to + 1, points) <= left)
            ++to;
        result.blocks.append(columnsOf(table, labels, from, to));
        from = to;
    }
    return result;
}

QString tableHtml(const HtmlData::Table &table, bool paper, qreal points = 0)
{
    if (paper && points == 0) {
        const PaperTable parts = onPaper(table);
        QString html;
        for (const HtmlData::Table &block : parts.blocks)
            html += tableHtml(block, true, parts.points) + (parts.blocks.size() > 1 ? u"<p style=\"margin:0;font-size:4pt\">&nbsp;</p>"_s : QString());
        return html;
    }
    QString html = paper ? u"<table cellpadding=\"3\" cellspacing=\"0\" border=\"0\" style=\"margin-left:%1px;font-size:%2pt\">"_s.arg(countWidth).arg(points) : u"<div class=\"wide\"><table>"_s;
    int row = -1;
    for (const HtmlData::TableCell &cell : table.cells) {
        if (cell.row != row) {
            html += row < 0 ? u"<tr>"_s : u"</tr>\n<tr>"_s;
            row = cell.row;
        }
        const QString tag = cell.header ? u"th"_s : u"td"_s;
        html += u'<' + tag;
        if (cell.columnSpan > 1)
            html += u" colspan=\"%1\""_s.arg(cell.columnSpan);
        if (cell.rowSpan > 1)
            html += u" rowspan=\"%1\""_s.arg(cell.rowSpan);
        if (table.numeric.value(cell.column))
            html += u" align=\"right\""_s;
        if (const QString css = cssOf(cell.style, paper); !css.isEmpty())
            html += " style=\""_L1 + css + u'"';
        // The size does not come into cells from around them, and numbers do not break.
        const QString text = cell.text.toHtmlEscaped();
        html += u'>' + (paper ? u"<span style=\"font-size:%1pt%2\">%3</span>"_s.arg(points).arg(table.numeric.value(cell.column) ? u";white-space:nowrap"_s : QString(), text) : text) + u"</"_s + tag + u'>';
    }
    return html + (row < 0 ? QString() : u"</tr>"_s) + (paper ? u"</table>"_s : u"</table></div>"_s);
}

/// Its styles were made by HtmlStyle; on the page they get letters that can be read in each of its themes.
QString markupHtml(const QString &markup, bool paper)
{
    static const QRegularExpression styles(u" style=\"([^\"]*)\""_s);
    QString html;
    qsizetype copied = 0;
    for (const QRegularExpressionMatch &match : styles.globalMatch(markup)) {
        html += QStringView(markup).sliced(copied, match.capturedStart() - copied);
        html += " style=\""_L1 + cssOf(HtmlStyle::parse(match.capturedView(1)), paper) + u'"';
        copied = match.capturedEnd();
    }
    return html + QStringView(markup).sliced(copied);
}

QString imageHtml(const Notebook::Output &output, const QString &mime, bool paper)
{
    const QJsonObject metadata = output.metadata().value(mime).toObject();
    const int width = metadata.value(u"width"_s).toInt();
    const PictureGround::Ground ground = PictureGround::of(output.metadata(), mime);
    // Paper is light; a page has the ground of its reader's choice, and the picture keeps its own.
    const QByteArray data = output.data().bytes(mime);
    const QString bytes = QString::fromLatin1((paper ? PictureGround::onPaper(data, mime, ground) : data).toBase64());
    const QString style = paper || ground == PictureGround::Ground::Any ? QString() : u" style=\"background:%1;border-radius:4px\""_s.arg(PictureGround::paper(ground));
    const QString text = output.data().text(u"text/plain"_s).left(200).toHtmlEscaped();
    return (paper ? u"<p style=\"margin-left:%1px\">"_s.arg(countWidth) : u"<p>"_s) + u"<img alt=\"%1\" src=\"data:%2;base64,%3\"%4%5></p>"_s.arg(text, mime, bytes, width > 0 ? u" width=\"%1\""_s.arg(width) : QString(), style);
}

/// `count`: what stands beside it on paper, where HTML has it beside the whole cell; null: it begins at the edge.
QString pre(const QString &name, const QString &html, bool paper, const QString &count = {})
{
    if (!paper)
        return u"<pre class=\"%1\">%2</pre>\n"_s.arg(name, html);
    const Theme &theme = Theme::of(Theme::Kind::Light);
    const QString background = name == "in"_L1 ? theme.code.name() : name == "error"_L1 ? theme.badTint.name() : theme.base.name();
    const QString beside = count.isNull() ? QString() : u"<td width=\"%1\" style=\"padding-left:0\"><span style=\"font-family:'JetBrains Mono','DejaVu Sans Mono';font-size:8pt;color:%2\">%3</span></td>"_s.arg(countWidth).arg(theme.text2.name(), count);
    return u"<table width=\"100%\" cellpadding=\"5\" cellspacing=\"0\"><tr>%3<td bgcolor=\"%1\"><pre style=\"white-space:pre-wrap;font-family:'JetBrains Mono','DejaVu Sans Mono';font-size:8pt\">%2</pre></td></tr></table>\n"_s.arg(background, html, beside);
}

/// Shows the pictures that stand in the text as data. For all else it has a picture of nothing: Qt would look for a file of that name.
class PaperDocument : public QTextDocument
{
protected:
    QVariant loadResource(int type, const QUrl &name) override
    {
        if (type != QTextDocument::ImageResource)
            return {};
        const QString text = name.toString();
        const qsizetype comma = text.indexOf(u',');
        ImageDecoder::Request request;
        if (comma > 0 && text.startsWith("data:image/"_L1))
            request.data = QByteArray::fromBase64(QStringView(text).sliced(comma + 1).toLatin1());
        request.svg = text.startsWith("data:image/svg"_L1);
        // As wide as the page at most.
        request.maxWidth = int(paperWidth - countWidth);
        request.devicePixelRatio = 2;
        ImageDecoder::Picture picture = request.data.isEmpty() ? ImageDecoder::Picture() : ImageDecoder::decode(request);
        if (picture.image.isNull()) {
            QImage nothing(1, 1, QImage::Format_ARGB32_Premultiplied);
            nothing.fill(Qt::transparent);
            return nothing;
        }
        picture.image.setDevicePixelRatio(picture.image.width() / picture.logicalSize.width());
        return picture.image;
    }
};

/// Code in the colours of its language, and formulas apart from it.
QString codeHtml(const QString &markup, bool paper)
{
    static const QRegularExpression blocks(u"<pre( class=\"([^\"]*)\")?([^>]*)>([^<]*)</pre>"_s);
    QString html;
    qsizetype copied = 0;
    for (const QRegularExpressionMatch &match : blocks.globalMatch(markup)) {
        html += QStringView(markup).sliced(copied, match.capturedStart() - copied);
        copied = match.capturedEnd();
        const QString kind = match.captured(2);
        if (kind == "math"_L1)
            html += match.captured();
        else
            html += pre(u"in"_s, HtmlExport::code(HtmlData::decodeEntities(match.capturedView(4)), kind.startsWith("language-"_L1) ? kind.sliced(9) : QString(), paper), paper);
    }
    return html + QStringView(markup).sliced(copied);
}

/// Pictures of the cell itself, as data; one that it does not have is told of.
QString withPictures(const QString &markup, const Cell *cell)
{
    constexpr qsizetype mostData = 256 << 20;
    static const QRegularExpression kinds(u"^image/[A-Za-z0-9.+-]+$"_s);
    static const QRegularExpression pictures(u"<img src=\"attachment:([^\"]*)\"([^>]*)>"_s);
    QString html;
    qsizetype copied = 0;
    for (const QRegularExpressionMatch &match : pictures.globalMatch(markup)) {
        html += QStringView(markup).sliced(copied, match.capturedStart() - copied);
        copied = match.capturedEnd();
        const QString name = HtmlData::decodeEntities(match.capturedView(1));
        QString type;
        const QByteArray bytes = cell ? cell->attachment(name, &type) : QByteArray();
        if (!bytes.isEmpty() && kinds.match(type).hasMatch() && html.size() < mostData)
            html += u"<img src=\"data:%1;base64,%2\""_s.arg(type.toHtmlEscaped(), QString::fromLatin1(bytes.toBase64())) + match.capturedView(2) + u'>';
        else
            html += "<span class=\"not-shown\">"_L1 + HtmlExport::tr("%1 is not shown: the cell has no such picture").arg(name.left(80)).toHtmlEscaped() + "</span>"_L1;
    }
    return html + QStringView(markup).sliced(copied);
}

QString markdownHtml(const Cell *cell, const QString &source, bool paper)
{
    if (source.size() > OutputBlocks::MaxMarkdown)
        return pre(u"out"_s, source.toHtmlEscaped(), paper);
    QString html;
    const QList<HtmlData::Part> parts = MarkdownHtml::parse(source);
    for (const HtmlData::Part &part : parts) {
        if (const auto *table = std::get_if<HtmlData::Table>(&part))
            html += tableHtml(*table, paper);
        else
            html += withPictures(codeHtml(markupHtml(std::get<HtmlData::Markup>(part).html, paper), paper), cell);
    }
    return html;
}

QString outputHtml(const Notebook::Output &output, bool paper)
{
    const QString beside = u""_s; // Below the number.
    switch (output.type()) {
    case OutputType::Stream: return pre(output.streamName() == Notebook::StreamName::Stderr ? u"err"_s : u"out"_s, HtmlExport::terminal(output.stream(), paper), paper, beside);
    case OutputType::Error:
        return pre(u"error"_s, output.traceback().isEmpty() ? QString(output.errorName() + u": "_s + output.errorValue()).toHtmlEscaped() : HtmlExport::terminal(output.traceback(), paper), paper, beside);
    case OutputType::Display:
    case OutputType::Result: {
        const QStringList types = OutputBlocks::ranked(output);
        for (const QString &mime : types) {
            if (mime.startsWith("image/"_L1))
                return imageHtml(output, mime, paper);
            if (mime == "text/html"_L1) {
                QString html;
                const QList<HtmlData::Part> parts = HtmlData::parse(output.data().text(mime));
                for (const HtmlData::Part &part : parts) {
                    if (const auto *table = std::get_if<HtmlData::Table>(&part))
                        html += tableHtml(*table, paper);
                    else
                        html += (paper ? u"<div style=\"margin-left:%1px\">"_s.arg(countWidth) : QString()) + markupHtml(std::get<HtmlData::Markup>(part).html, paper) + (paper ? u"</div>"_s : QString());
                }
                if (!html.isEmpty())
                    return u"<div class=\"rich\">"_s + html + u"</div>\n"_s;
            } else if (mime == "text/markdown"_L1) {
                return u"<div class=\"rich\">"_s + markdownHtml(nullptr, output.data().text(mime), paper) + u"</div>\n"_s;
            } else {
                QString text = output.data().text(mime);
                if (text.size() > HtmlExport::maximumText)
                    text = text.left(HtmlExport::maximumText / 2) + u"\n\u2026\n"_s + text.right(HtmlExport::maximumText / 2);
                Notebook::StreamText shown;
                shown.append(text);
                return pre(u"out"_s, HtmlExport::terminal(shown, paper), paper, beside);
            }
        }
        return {};
    }
    case OutputType::Notice:
    case OutputType::Unknown: break;
    }
    return {};
}

QString variables(const Theme &theme)
{
    QString css;
    const auto put = [&css](const QString &name, const QColor &color) { css += u"--%1:%2;"_s.arg(name, color.name()); };
    put(u"base"_s, theme.base);
    put(u"text"_s, theme.text);
    put(u"text2"_s, theme.text2);
    put(u"text3"_s, theme.text3);
    put(u"code"_s, theme.code);
    put(u"sunken"_s, theme.sunken);
    put(u"line"_s, theme.hairline);
    put(u"border"_s, theme.border);
    put(u"link"_s, theme.link);
    put(u"bad"_s, theme.badTint);
    put(u"badFill"_s, theme.badFill);
    put(u"warnFill"_s, theme.warnFill);
    for (const Style &style : codeStyles)
        put(QString::fromLatin1(style.name), theme.*style.color);
    for (const Style &style : terminalStyles)
        put(QString::fromLatin1(style.name), theme.*style.color);
    return css;
}

} // namespace

namespace {

QString head(const QString &name, bool paper)
{
    const QString title = name.toHtmlEscaped();
    if (paper)
        return u"<html><head><meta charset=\"utf-8\"><title>%1</title><style>.not-shown, blockquote { color: %2 } .math { font-family: 'JetBrains Mono', 'DejaVu Sans Mono' }</style></head><body style=\"font-family:Inter,'Noto Sans','DejaVu Sans';font-size:10pt\">\n"_s.arg(title, Theme::of(Theme::Kind::Light).text2.name());
    QString classes;
    for (const Style &style : codeStyles)
        classes += u".%1{color:var(--%1)}"_s.arg(QLatin1StringView(style.name));
    for (const Style &style : terminalStyles)
        classes += u".%1{color:var(--%1)}"_s.arg(QLatin1StringView(style.name));
    return uR"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>%1</title>
<style>
:root{color-scheme:light dark;%2}
@media (prefers-color-scheme:dark){:root{%3}}
body{margin:0;background:var(--base);color:var(--text);font:13px/20px Inter,"Noto Sans",sans-serif}
main{max-width:960px;margin:24px auto;padding:0 24px}
pre{font:12px/17px "JetBrains Mono","DejaVu Sans Mono",monospace;margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
section{margin:0 0 12px;position:relative;padding-left:58px}
section.text{max-width:720px}
.count{position:absolute;left:0;width:48px;text-align:right;top:7px;color:var(--text2);font:12px/19px "JetBrains Mono",monospace}
.in{background:var(--code);border:1px solid var(--line);border-radius:5px;padding:5px 10px;font-size:13px;line-height:19px}
.out,.err,.error,.rich{margin:6px 0 0 11px}
.err{border-left:2px solid var(--warnFill);padding-left:8px;margin-left:1px}
.error{border-left:3px solid var(--badFill);background:var(--bad);padding:6px 10px;margin-left:0}
.wide{overflow-x:auto}
.where{color:var(--text3);font-size:12px;margin:2px 0 0 11px}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:3px 12px 3px 0;border-bottom:1px solid var(--line);text-align:left;white-space:nowrap}
th{border-bottom-color:var(--border)}
td[align=right],th[align=right]{text-align:right}
img{max-width:100%;height:auto}
a{color:var(--link)}
code{font-family:"JetBrains Mono",monospace}
pre.math{margin:8px 20px}
blockquote{margin:8px 0;padding-left:11px;border-left:3px solid var(--border);color:var(--text2)}
li.checked,li.unchecked{list-style:none}
li.unchecked::before{content:"\2610";margin:0 .4em 0 -1.3em}
li.checked::before{content:"\2611";margin:0 .4em 0 -1.3em}
.not-shown{border:1px solid var(--border);background:var(--sunken);color:var(--text2);font-size:12px}
section.text .in{background:var(--sunken);border-color:transparent;margin:8px 0}
h1{font-size:20px}h2{font-size:15px}h3,h4,h5,h6{font-size:13px}
%4
@media print{main{max-width:none;margin:0}section{break-inside:avoid-page}}
</style>
</head>
<body>
<main>
)"_s.arg(title, variables(Theme::of(Theme::Kind::Light)), variables(Theme::of(Theme::Kind::Dark)), classes);
}

} // namespace

QByteArray HtmlExport::page(const Notebook::Document &document, const QString &title, bool paper)
{
    QByteArray html = head(title, paper).toUtf8();
    for (const Cell *one : document.cells())
        html += cell(*one, paper).toUtf8();
    html += paper ? "</body></html>\n" : "</main>\n</body>\n</html>\n";
    return html;
}

QString HtmlExport::cell(const Cell &cell, bool paper)
{
    if (cell.source().trimmed().isEmpty() && (cell.kind() != CellKind::Code || cell.outputs()->isEmpty()))
        return {};
    if (cell.kind() == CellKind::Markdown)
        return paper ? markdownHtml(&cell, cell.source(), paper) : u"<section class=\"text\">"_s + markdownHtml(&cell, cell.source(), paper) + u"</section>\n"_s;
    if (cell.kind() != CellKind::Code) {
        const QString raw = pre(u"out"_s, cell.source().toHtmlEscaped(), paper);
        return paper ? raw : u"<section>"_s + raw + u"</section>\n"_s;
    }
    QString html;
    const QString count = cell.executionCount() >= 0 ? u"[%1]"_s.arg(cell.executionCount()) : QString();
    if (!paper)
        html += u"<section><div class=\"count\">"_s + count + u"</div>"_s;
    if (!cell.isSourceHidden())
        html += pre(u"in"_s, code(cell.source(), cell.language(), paper), paper, count.isNull() ? u""_s : count);
    if (!cell.areOutputsHidden()) {
        for (int i = 0; i < cell.outputs()->count(); ++i)
            html += outputHtml(cell.outputs()->at(i), paper);
    }
    return html + (paper ? u"<p></p>"_s : u"</section>\n"_s);
}

QString HtmlExport::code(const QString &source, const QString &language, bool paper)
{
    ClassHighlighter highlighter(language);
    QString html;
    const QStringList lines = source.split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i)
        html += (i > 0 ? u"\n"_s : QString()) + highlighter.next(lines[i], paper);
    return html;
}

QString HtmlExport::terminal(const Notebook::StreamText &text, bool paper)
{
    QString html;
    const qint64 rows = text.rowCount();
    const bool all = text.size() <= maximumText;
    const qint64 head = all ? rows : std::min<qint64>(rows, 500);
    const auto add = [&](qint64 row) {
        const Notebook::TextRow shown = text.row(row);
        html += rowHtml(shown, paper);
        if (!shown.continues && row < rows - 1)
            html += u'\n';
    };
    for (qint64 row = 0; row < head; ++row)
        add(row);
    if (!all) {
        const qint64 tail = std::max(head, rows - 500);
        if (tail > head)
            html += u"\u2026 "_s + tr("%L1 lines between").arg(tail - head).toHtmlEscaped() + u" \u2026\n"_s;
        for (qint64 row = tail; row < rows; ++row)
            add(row);
    }
    return html;
}

QString writePdf(const QString &path, const QByteArray &html, const QString &title)
{
    // Whole before anything that is there is replaced: a page writer on a full disk says nothing.
    QBuffer pages;
    pages.open(QIODevice::WriteOnly);
    QPdfWriter writer(&pages);
    writer.setTitle(title);
    writer.setCreator(u"OpenSandbox Workbench"_s);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(16, 15, 16, 15), QPageLayout::Millimeter);
    writer.setResolution(96);
    const QRect page = writer.pageLayout().paintRectPixels(96);
    const int foot = 28; // For the number of the page.
    PaperDocument document;
    document.documentLayout()->setPaintDevice(&writer);
    document.setDocumentMargin(0);
    document.setPageSize(QSizeF(page.width(), page.height() - foot));
    document.setHtml(QString::fromUtf8(html));
    const Theme &light = Theme::of(Theme::Kind::Light);
    const int count = document.pageCount();
    QPainter painter(&writer);
    QFont small(u"Inter"_s);
    small.setPointSizeF(8);
    for (int i = 0; i < count; ++i) {
        if (i > 0)
            writer.newPage();
        const QRectF part(0, i * document.pageSize().height(), page.width(), document.pageSize().height());
        painter.save();
        painter.translate(0, -part.top());
        painter.setClipRect(part);
        QAbstractTextDocumentLayout::PaintContext context;
        context.palette.setColor(QPalette::Text, light.text);
        context.clip = part;
        document.documentLayout()->draw(&painter, context);
        painter.restore();
        painter.setFont(small);
        painter.setPen(light.text2);
        painter.drawText(QRectF(0, page.height() - foot, page.width(), foot), Qt::AlignRight | Qt::AlignBottom, u"%1 / %2"_s.arg(i + 1).arg(count));
    }
    painter.end();
    pages.close();
    if (!pages.data().startsWith("%PDF"))
        return HtmlExport::tr("%1 was not written.").arg(path);
    const auto written = Notebook::File::write(path, pages.data());
    return written ? QString() : QString(written.error().message + u' ' + written.error().hint).trimmed();
}
