// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "htmldata.h"

#include <QHash>
#include <QSet>
#include <QUrl>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace HtmlData {
namespace {

struct Token
{
    enum class Kind { Text, Start, End };
    Kind kind = Kind::Text;
    QString name; ///< Lower case.
    QStringView text; ///< Undecoded.
    QList<std::pair<QString, QString>> attributes;

    QString attribute(QLatin1StringView wanted) const
    {
        for (const auto &[key, value] : attributes) {
            if (key == wanted)
                return value;
        }
        return {};
    }
};

bool isSpace(QChar c)
{
    return c == u' ' || c == u'\t' || c == u'\n' || c == u'\r' || c == u'\f';
}

/// Elements whose content is not text for a reader.
bool hidesContent(const QString &name)
{
    static const QSet<QString> names { u"script"_s, u"style"_s, u"head"_s, u"title"_s, u"template"_s, u"noscript"_s, u"iframe"_s,
                                       u"object"_s, u"embed"_s, u"svg"_s, u"math"_s, u"textarea"_s, u"select"_s, u"audio"_s, u"video"_s, u"canvas"_s };
    return names.contains(name);
}

class Tokenizer
{
public:
    explicit Tokenizer(QStringView html) : m_html(html) { }

    std::optional<Token> next()
    {
        while (m_at < m_html.size()) {
            if (m_html[m_at] != u'<') {
                qsizetype end = m_html.indexOf(u'<', m_at);
                if (end < 0)
                    end = m_html.size();
                return text(end);
            }
            const QStringView rest = m_html.sliced(m_at);
            if (rest.startsWith("<!--"_L1)) {
                const qsizetype end = m_html.indexOf("-->"_L1, m_at + 4);
                m_at = end < 0 ? m_html.size() : end + 3;
                continue;
            }
            if (rest.size() > 1 && (rest[1] == u'!' || rest[1] == u'?')) {
                const qsizetype end = m_html.indexOf(u'>', m_at);
                m_at = end < 0 ? m_html.size() : end + 1;
                continue;
            }
            const bool closing = rest.size() > 1 && rest[1] == u'/';
            const qsizetype nameAt = m_at + (closing ? 2 : 1);
            if (nameAt >= m_html.size() || !m_html[nameAt].isLetter()) {
                // A lone '<' is text.
                qsizetype end = m_html.indexOf(u'<', m_at + 1);
                if (end < 0)
                    end = m_html.size();
                return text(end);
            }
            return tag(nameAt, closing);
        }
        return std::nullopt;
    }

    /// Skips what belongs to a hidden element whose start tag was just read, and returns it.
    QStringView skipContent(const QString &name)
    {
        const QString end = "</"_L1 + name;
        const qsizetype begin = m_at;
        qsizetype at = m_at;
        while (true) {
            at = m_html.indexOf(end, at, Qt::CaseInsensitive);
            if (at < 0) {
                m_at = m_html.size();
                return m_html.sliced(begin);
            }
            const qsizetype after = at + end.size();
            if (after >= m_html.size() || isSpace(m_html[after]) || m_html[after] == u'>' || m_html[after] == u'/') {
                const qsizetype close = m_html.indexOf(u'>', after);
                m_at = close < 0 ? m_html.size() : close + 1;
                return m_html.sliced(begin, at - begin);
            }
            at = after;
        }
    }

private:
    Token text(qsizetype end)
    {
        Token token;
        token.text = m_html.sliced(m_at, end - m_at);
        m_at = end;
        return token;
    }

    Token tag(qsizetype at, bool closing)
    {
        Token token;
        token.kind = closing ? Token::Kind::End : Token::Kind::Start;
        const qsizetype nameAt = at;
        while (at < m_html.size() && !isSpace(m_html[at]) && m_html[at] != u'>' && m_html[at] != u'/')
            ++at;
        token.name = m_html.sliced(nameAt, std::min<qsizetype>(at - nameAt, 40)).toString().toLower();
        while (at < m_html.size() && m_html[at] != u'>') {
            if (isSpace(m_html[at]) || m_html[at] == u'/') {
                ++at;
                continue;
            }
            const qsizetype keyAt = at;
            while (at < m_html.size() && !isSpace(m_html[at]) && m_html[at] != u'>' && m_html[at] != u'=' && m_html[at] != u'/')
                ++at;
            if (at == keyAt) { // A stray '='.
                ++at;
                continue;
            }
            const QString key = m_html.sliced(keyAt, at - keyAt).toString().toLower();
            while (at < m_html.size() && isSpace(m_html[at]))
                ++at;
            QString value;
            if (at < m_html.size() && m_html[at] == u'=') {
                ++at;
                while (at < m_html.size() && isSpace(m_html[at]))
                    ++at;
                if (at < m_html.size() && (m_html[at] == u'"' || m_html[at] == u'\'')) {
                    const QChar quote = m_html[at++];
                    qsizetype end = m_html.indexOf(quote, at);
                    if (end < 0)
                        end = m_html.size();
                    value = decodeEntities(m_html.sliced(at, end - at));
                    at = std::min(end + 1, m_html.size());
                } else {
                    const qsizetype valueAt = at;
                    while (at < m_html.size() && !isSpace(m_html[at]) && m_html[at] != u'>')
                        ++at;
                    value = decodeEntities(m_html.sliced(valueAt, at - valueAt));
                }
            }
            if (token.attributes.size() < 64)
                token.attributes.append({ key, value });
        }
        m_at = std::min(at + 1, m_html.size());
        return token;
    }

    QStringView m_html;
    qsizetype m_at = 0;
};

/// Runs of white space become one space, as a browser shows them.
void appendCollapsed(QString &target, const QString &text)
{
    for (const QChar c : text) {
        if (isSpace(c)) {
            if (!target.isEmpty() && !target.back().isSpace())
                target += u' ';
        } else {
            target += c;
        }
    }
}

/// What a tag says about its looks; the older attributes count less.
HtmlStyle::Style styleOf(const Token &token, const HtmlStyle::Sheet &sheet)
{
    HtmlStyle::Style style;
    if (token.attributes.isEmpty())
        return style;
    if (token.name == "font"_L1)
        style.color = HtmlStyle::color(token.attribute("color"_L1));
    style.background = HtmlStyle::color(token.attribute("bgcolor"_L1));
    if (const QString align = token.attribute("align"_L1); !align.isEmpty())
        style.align = HtmlStyle::parse(QString(u"text-align:"_s + align)).align;
    if (!sheet.isEmpty())
        style = style.under(sheet.of(token.attribute("id"_L1)));
    if (const QString own = token.attribute("style"_L1); !own.isEmpty())
        style = style.under(HtmlStyle::parse(own));
    return style;
}

class TableReader
{
public:
    /// `table` is its start tag.
    TableReader(Tokenizer &tokens, const Token &table, HtmlStyle::Sheet &sheet) : m_tokens(tokens), m_sheet(sheet), m_id(table.attribute("id"_L1)) { }

    Table read()
    {
        int depth = 1;
        while (depth > 0) {
            const auto token = m_tokens.next();
            if (!token)
                break;
            if (token->kind == Token::Kind::Text) {
                if (m_inCell)
                    appendCollapsed(m_cell.text, decodeEntities(token->text));
                else if (m_inCaption)
                    appendCollapsed(m_table.caption, decodeEntities(token->text));
                continue;
            }
            const bool start = token->kind == Token::Kind::Start;
            if (start && hidesContent(token->name)) {
                const QStringView content = m_tokens.skipContent(token->name);
                if (token->name == "style"_L1)
                    m_sheet.add(content);
            } else if (token->name == "table"_L1) {
                depth += start ? 1 : -1;
            } else if (depth > 1) {
                if (m_inCell && (token->name == "td"_L1 || token->name == "th"_L1 || token->name == "tr"_L1))
                    appendCollapsed(m_cell.text, u" "_s); // A table inside a cell is its text.
            } else if (token->name == "tr"_L1) {
                endRow();
                if (start) {
                    startRow();
                    m_rowStyle = styleOf(*token, m_sheet);
                    m_rowStyle.align = HtmlStyle::Align::None; // pandas says it of the heads of all columns, whatever is below them.
                }
            } else if (token->name == "td"_L1 || token->name == "th"_L1) {
                endCell();
                if (start)
                    startCell(*token);
            } else if (token->name == "caption"_L1) {
                m_inCaption = start;
            } else if (token->name == "thead"_L1 || token->name == "tbody"_L1 || token->name == "tfoot"_L1) {
                endRow();
            } else if (m_inCell && (token->name == "br"_L1 || (token->name == "p"_L1 && !m_cell.text.isEmpty()))) {
                m_cell.text += u'\n';
            } else if (start && m_inCell && m_cell.text.isEmpty()) {
                m_cell.style = m_cell.style.under(styleOf(*token, m_sheet)); // Of the text that comes now.
            }
        }
        endRow();
        finish();
        return std::move(m_table);
    }

private:
    void startRow()
    {
        m_inRow = true;
        m_column = 0;
        m_rowIsHeader = true;
        m_rowHasCells = false;
        m_rowStyle = {};
    }

    void endRow()
    {
        endCell();
        if (!m_inRow)
            return;
        m_inRow = false;
        if (!m_rowHasCells && m_occupied.value(m_row).isEmpty())
            return;
        if (m_rowIsHeader && m_rowHasCells && m_table.headerRows == m_row)
            m_table.headerRows = m_row + 1;
        m_occupied.remove(m_row);
        ++m_row;
    }

    void startCell(const Token &token)
    {
        if (!m_inRow)
            startRow();
        m_inCell = true;
        m_cell = {};
        m_cell.header = token.name == "th"_L1;
        m_cell.style = m_rowStyle;
        if (!m_sheet.isEmpty())
            m_cell.style = m_cell.style.under(m_sheet.of(m_id, token.name));
        m_cell.style = m_cell.style.under(styleOf(token, m_sheet));
        m_cell.columnSpan = std::clamp(token.attribute("colspan"_L1).toInt(), 1, MaxTableColumns);
        m_cell.rowSpan = std::clamp(token.attribute("rowspan"_L1).toInt(), 1, 1000);
        if (!m_cell.header)
            m_rowIsHeader = false;
        m_rowHasCells = true;
    }

    void endCell()
    {
        if (!m_inCell)
            return;
        m_inCell = false;
        const auto &taken = m_occupied[m_row];
        while (taken.contains(m_column))
            ++m_column;
        if (m_row >= MaxTableRows || m_column >= MaxTableColumns) {
            m_table.truncated = true;
            return;
        }
        m_cell.text = m_cell.text.trimmed();
        m_cell.row = m_row;
        m_cell.column = m_column;
        int span = 1; // Never over a cell that hangs down from above.
        while (span < m_cell.columnSpan && m_column + span < MaxTableColumns && !taken.contains(m_column + span))
            ++span;
        m_cell.columnSpan = span;
        for (int row = 1; row < m_cell.rowSpan; ++row) {
            for (int column = 0; column < span; ++column)
                m_occupied[m_row + row].insert(m_column + column);
        }
        m_table.columns = std::max(m_table.columns, m_column + span);
        m_column += span;
        m_table.cells.append(std::move(m_cell));
    }

    void finish()
    {
        m_table.rows = m_row;
        for (TableCell &cell : m_table.cells)
            cell.rowSpan = std::min(cell.rowSpan, std::max(1, m_row - cell.row));
        QList<int> numbers(m_table.columns, 0);
        QList<int> others(m_table.columns, 0);
        for (const TableCell &cell : std::as_const(m_table.cells)) {
            if (cell.row < m_table.headerRows || cell.header || cell.columnSpan > 1 || cell.text.isEmpty() || cell.text == "..."_L1)
                continue;
            ++(looksNumeric(cell.text) ? numbers : others)[cell.column];
        }
        for (int column = 0; column < m_table.columns; ++column)
            m_table.numeric.append(numbers.at(column) > 0 && others.at(column) * 5 <= numbers.at(column));
    }

    Tokenizer &m_tokens;
    HtmlStyle::Sheet &m_sheet;
    const QString m_id;
    HtmlStyle::Style m_rowStyle;
    Table m_table;
    TableCell m_cell;
    QHash<int, QSet<int>> m_occupied; ///< Columns of later rows that a row span fills.
    int m_row = 0;
    int m_column = 0;
    bool m_inRow = false;
    bool m_inCell = false;
    bool m_inCaption = false;
    bool m_rowIsHeader = true;
    bool m_rowHasCells = false;
};

QString allowedTag(const QString &name)
{
    static const QHash<QString, QString> tags {
        { u"p"_s, u"p"_s }, { u"div"_s, u"div"_s }, { u"br"_s, u"br"_s }, { u"b"_s, u"b"_s }, { u"strong"_s, u"b"_s }, { u"i"_s, u"i"_s },
        { u"em"_s, u"i"_s }, { u"u"_s, u"u"_s }, { u"s"_s, u"s"_s }, { u"del"_s, u"s"_s }, { u"sub"_s, u"sub"_s }, { u"sup"_s, u"sup"_s },
        { u"code"_s, u"code"_s }, { u"kbd"_s, u"code"_s }, { u"samp"_s, u"code"_s }, { u"tt"_s, u"code"_s }, { u"pre"_s, u"pre"_s },
        { u"blockquote"_s, u"blockquote"_s }, { u"hr"_s, u"hr"_s }, { u"ul"_s, u"ul"_s }, { u"ol"_s, u"ol"_s }, { u"li"_s, u"li"_s },
        { u"dl"_s, u"dl"_s }, { u"dt"_s, u"dt"_s }, { u"dd"_s, u"dd"_s }, { u"h1"_s, u"h1"_s }, { u"h2"_s, u"h2"_s }, { u"h3"_s, u"h3"_s },
        { u"h4"_s, u"h3"_s }, { u"h5"_s, u"h3"_s }, { u"h6"_s, u"h3"_s }, { u"section"_s, u"div"_s }, { u"article"_s, u"div"_s },
        { u"span"_s, u"span"_s }, { u"font"_s, u"span"_s }, { u"mark"_s, u"span"_s },
    };
    return tags.value(name);
}

class MarkupWriter
{
public:
    explicit MarkupWriter(const HtmlStyle::Sheet &sheet) : m_sheet(sheet) { }

    void add(const Token &token)
    {
        if (token.kind == Token::Kind::Text) {
            const QString text = decodeEntities(token.text);
            m_markup.html += text.toHtmlEscaped();
            m_markup.text += text;
            return;
        }
        const bool start = token.kind == Token::Kind::Start;
        if (token.name == "a"_L1) {
            if (start) {
                const QUrl url(token.attribute("href"_L1), QUrl::StrictMode);
                const bool good = url.isValid() && (url.scheme() == "https"_L1 || url.scheme() == "http"_L1 || url.scheme() == "mailto"_L1);
                open(u"a"_s, good ? " href=\""_L1 + url.toString(QUrl::FullyEncoded).toHtmlEscaped() + "\""_L1 : QString());
            } else {
                close(u"a"_s);
            }
            return;
        }
        if (token.name == "img"_L1) {
            const QString source = token.attribute("src"_L1);
            if (source.startsWith("data:image/"_L1)) {
                m_markup.html += "<img src=\""_L1 + source.toHtmlEscaped() + "\">"_L1;
                m_hasImage = true;
            } else if (const QString name = token.attribute("alt"_L1); !name.isEmpty()) {
                m_markup.html += u'[' + name.toHtmlEscaped() + u']';
                m_markup.text += u'[' + name + u']';
            }
            return;
        }
        const QString name = allowedTag(token.name);
        if (name.isEmpty())
            return;
        if (name == "br"_L1 || name == "hr"_L1) {
            if (start) {
                m_markup.html += u'<' + name + u'>';
                m_markup.text += u'\n';
            }
            return;
        }
        if (start) {
            HtmlStyle::Style marked;
            if (token.name == "mark"_L1)
                marked.background = HtmlStyle::marked;
            const QString css = marked.under(styleOf(token, m_sheet)).toCss();
            open(name, css.isEmpty() ? QString() : " style=\""_L1 + css + u'"');
        } else {
            close(name);
        }
        static const QSet<QString> inlines { u"span"_s, u"b"_s, u"i"_s, u"u"_s, u"s"_s, u"sub"_s, u"sup"_s, u"code"_s };
        if (!inlines.contains(name) && !m_markup.text.isEmpty() && !m_markup.text.endsWith(u'\n'))
            m_markup.text += u'\n';
    }

    /// What is there by now can stand alone, and it is enough for a document of its own.
    bool isPart(const Token &last) const
    {
        static const QSet<QString> blocks { u"p"_s, u"div"_s, u"br"_s, u"hr"_s, u"pre"_s, u"blockquote"_s, u"ul"_s, u"ol"_s, u"dl"_s, u"h1"_s, u"h2"_s, u"h3"_s, u"section"_s, u"article"_s };
        if (m_markup.html.size() < PartLength || last.kind == Token::Kind::Text || !blocks.contains(last.name))
            return false;
        return std::all_of(m_open.begin(), m_open.end(), [](const Open &open) { return open.name == "div"_L1; });
    }

    /// Ends a part; what is open goes on in the next one.
    std::optional<Markup> takePart()
    {
        const QList<Open> open = m_open;
        std::optional<Markup> part = take();
        m_open = open;
        for (const Open &one : open)
            m_markup.html += u'<' + one.name + one.attributes + u'>';
        return part;
    }

    /// Nothing when a reader would see nothing.
    std::optional<Markup> take()
    {
        while (!m_open.isEmpty())
            m_markup.html += "</"_L1 + m_open.takeLast().name + u'>';
        Markup result = std::exchange(m_markup, {});
        const bool image = std::exchange(m_hasImage, false);
        result.text = result.text.trimmed();
        if (result.text.isEmpty() && !image)
            return std::nullopt;
        return result;
    }

private:
    void open(const QString &name, const QString &attributes)
    {
        if (m_open.size() >= 60) // Deeper nesting shows nothing new and costs the layout its stack.
            return;
        m_open.append({ name, attributes });
        m_markup.html += u'<' + name + attributes + u'>';
    }

    void close(const QString &name)
    {
        qsizetype at = m_open.size() - 1;
        while (at >= 0 && m_open[at].name != name)
            --at;
        if (at < 0)
            return;
        while (m_open.size() > at)
            m_markup.html += "</"_L1 + m_open.takeLast().name + u'>';
    }

    struct Open
    {
        QString name;
        QString attributes;
    };

    const HtmlStyle::Sheet &m_sheet;
    Markup m_markup;
    QList<Open> m_open;
    bool m_hasImage = false;
};

} // namespace

QString Table::toText() const
{
    QString out;
    int row = 0;
    int column = 0;
    for (const TableCell &cell : cells) {
        for (; row < cell.row; ++row, column = 0)
            out += u'\n';
        for (; column < cell.column; ++column)
            out += u'\t';
        QString text = cell.text;
        text.replace(u'\n', u' ').replace(u'\t', u' ');
        out += text;
    }
    return out;
}

QString Table::toCsv() const
{
    QString out;
    int row = 0;
    int column = 0;
    for (const TableCell &cell : cells) {
        for (; row < cell.row; ++row, column = 0)
            out += u'\n';
        for (; column < cell.column; ++column)
            out += u',';
        QString text = cell.text;
        if (text.contains(u',') || text.contains(u'"') || text.contains(u'\n'))
            text = u'"' + text.replace(u'"', u"\"\""_s) + u'"';
        out += text;
    }
    out += u'\n';
    return out;
}

bool looksNumeric(QStringView text)
{
    text = text.trimmed();
    static const QSet<QString> words { u"nan"_s, u"inf"_s, u"-inf"_s, u"none"_s, u"<na>"_s, u"nat"_s };
    if (text.size() > 40)
        return false;
    if (words.contains(text.toString().toLower()))
        return true;
    if (text.endsWith(u'%'))
        text.chop(1);
    text = text.trimmed();
    if (!text.isEmpty() && (text[0] == u'-' || text[0] == u'+' || text[0] == u'\u2212'))
        text = text.sliced(1);
    bool digit = false;
    bool exponent = false;
    bool point = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c >= u'0' && c <= u'9') {
            digit = true;
        } else if (c == u',' || c == u'_' || c == u'\u2009' || c == u'\u202f') {
            if (!digit || exponent)
                return false;
        } else if (c == u'.') {
            if (point || exponent)
                return false;
            point = true;
        } else if ((c == u'e' || c == u'E') && digit && !exponent) {
            exponent = true;
            if (i + 1 < text.size() && (text[i + 1] == u'-' || text[i + 1] == u'+'))
                ++i;
        } else {
            return false;
        }
    }
    return digit;
}

QString decodeEntities(QStringView text)
{
    if (!text.contains(u'&'))
        return text.toString();
    static const QHash<QString, char32_t> names {
        { u"amp"_s, U'&' }, { u"lt"_s, U'<' }, { u"gt"_s, U'>' }, { u"quot"_s, U'"' }, { u"apos"_s, U'\'' }, { u"nbsp"_s, U'\u00a0' },
        { u"hellip"_s, U'\u2026' }, { u"mdash"_s, U'\u2014' }, { u"ndash"_s, U'\u2013' }, { u"times"_s, U'\u00d7' }, { u"middot"_s, U'\u00b7' },
        { u"bull"_s, U'\u2022' }, { u"deg"_s, U'\u00b0' }, { u"plusmn"_s, U'\u00b1' }, { u"micro"_s, U'\u00b5' }, { u"larr"_s, U'\u2190' },
        { u"rarr"_s, U'\u2192' }, { u"uarr"_s, U'\u2191' }, { u"darr"_s, U'\u2193' }, { u"laquo"_s, U'\u00ab' }, { u"raquo"_s, U'\u00bb' },
        { u"lsquo"_s, U'\u2018' }, { u"rsquo"_s, U'\u2019' }, { u"ldquo"_s, U'\u201c' }, { u"rdquo"_s, U'\u201d' }, { u"copy"_s, U'\u00a9' },
        { u"reg"_s, U'\u00ae' }, { u"trade"_s, U'\u2122' }, { u"euro"_s, U'\u20ac' }, { u"pound"_s, U'\u00a3' }, { u"sect"_s, U'\u00a7' },
        { u"infin"_s, U'\u221e' }, { u"le"_s, U'\u2264' }, { u"ge"_s, U'\u2265' }, { u"ne"_s, U'\u2260' }, { u"asymp"_s, U'\u2248' },
        { u"minus"_s, U'\u2212' }, { u"alpha"_s, U'\u03b1' }, { u"beta"_s, U'\u03b2' }, { u"gamma"_s, U'\u03b3' }, { u"delta"_s, U'\u03b4' },
        { u"lambda"_s, U'\u03bb' }, { u"mu"_s, U'\u03bc' }, { u"pi"_s, U'\u03c0' }, { u"sigma"_s, U'\u03c3' }, { u"auml"_s, U'\u00e4' },
        { u"ouml"_s, U'\u00f6' }, { u"uuml"_s, U'\u00fc' }, { u"szlig"_s, U'\u00df' }, { u"eacute"_s, U'\u00e9' }, { u"egrave"_s, U'\u00e8' },
        { u"check"_s, U'\u2713' }, { u"thinsp"_s, U'\u2009' }, { u"emsp"_s, U'\u2003' }, { u"ensp"_s, U'\u2002' }, { u"zwnj"_s, U'\u200c' },
    };
    QString out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size();) {
        if (text[i] != u'&') {
            out += text[i++];
            continue;
        }
        const qsizetype end = text.indexOf(u';', i);
        if (end < 0 || end - i > 12) {
            out += text[i++];
            continue;
        }
        const QStringView name = text.sliced(i + 1, end - i - 1);
        char32_t code = 0;
        if (name.startsWith(u'#')) {
            bool ok = false;
            const bool hex = name.size() > 1 && (name[1] == u'x' || name[1] == u'X');
            code = name.sliced(hex ? 2 : 1).toUInt(&ok, hex ? 16 : 10);
            if (!ok || code == 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
                code = ok ? U'\ufffd' : 0;
        } else {
            code = names.value(name.toString(), 0);
        }
        if (code == 0) {
            out += text[i++];
            continue;
        }
        out += QString::fromUcs4(&code, 1);
        i = end + 1;
    }
    return out;
}

QList<Part> parse(QStringView html)
{
    QList<Part> parts;
    if (html.size() > MaxHtmlLength)
        return parts;
    Tokenizer tokens(html);
    HtmlStyle::Sheet sheet;
    MarkupWriter writer(sheet);
    while (const auto token = tokens.next()) {
        if (token->kind == Token::Kind::Start && hidesContent(token->name)) {
            const QStringView content = tokens.skipContent(token->name);
            if (token->name == "style"_L1)
                sheet.add(content);
        } else if (token->kind == Token::Kind::Start && token->name == "table"_L1) {
            if (auto markup = writer.take())
                parts.append(std::move(*markup));
            Table table = TableReader(tokens, *token, sheet).read();
            if (!table.cells.isEmpty())
                parts.append(std::move(table));
        } else {
            writer.add(*token);
            if (writer.isPart(*token)) {
                if (auto markup = writer.takePart())
                    parts.append(std::move(*markup));
            }
        }
    }
    if (auto markup = writer.take())
        parts.append(std::move(*markup));
    return parts;
}

} // namespace HtmlData
