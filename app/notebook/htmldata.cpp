// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "htmldata.h"

#include <QCoreApplication>
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

    qsizetype position() const { return m_at; }
    void goTo(qsizetype position) { m_at = position; }

    /// There is an end tag of that name from here on. Each name is looked for in vain only once.
    bool hasEnd(const QString &name)
    {
        if (m_endless.contains(name))
            return false;
        if (qsizetype &known = m_ends[name]; known < m_at) {
            known = m_html.indexOf(QString("</"_L1 + name), m_at, Qt::CaseInsensitive);
            if (known < 0)
                m_endless.insert(name);
            return known >= 0;
        }
        return true;
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
    QHash<QString, qsizetype> m_ends; ///< Where the next end tag stands, as far as it was asked for.
    QSet<QString> m_endless;
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
                m_table.simple = m_table.simple && !start;
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
            } else if (start && m_inCell && token->name == "img"_L1) {
                if (const QString name = token->attribute("alt"_L1).simplified(); !name.isEmpty())
                    m_cell.text += u'[' + name.left(200) + u']';
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
        m_table.simple = m_table.simple && span == 1 && m_cell.rowSpan == 1;
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
        { u"center"_s, u"div"_s }, { u"details"_s, u"div"_s }, { u"summary"_s, u"p"_s }, { u"figure"_s, u"div"_s }, { u"figcaption"_s, u"p"_s },
        { u"ins"_s, u"u"_s }, { u"strike"_s, u"s"_s }, { u"var"_s, u"i"_s }, { u"cite"_s, u"i"_s }, { u"dfn"_s, u"i"_s },
        { u"span"_s, u"span"_s }, { u"font"_s, u"span"_s }, { u"mark"_s, u"span"_s },
    };
    return tags.value(name);
}

/// A word that can stand in an attribute as it is.
bool isWord(QStringView text)
{
    return !text.isEmpty() && text.size() <= 30 && std::ranges::all_of(text, [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'-' || c == u'+' || c == u'#' || c == u'_' || c == u'.';
    });
}

/// Where a picture comes from, short enough for a line.
QString placeOf(const QString &address)
{
    constexpr qsizetype longest = 80;
    QString place = address.simplified();
    if (place.startsWith("data:"_L1))
        return QCoreApplication::translate("HtmlData", "Picture");
    if (place.startsWith("file:"_L1, Qt::CaseInsensitive)) {
        place = QUrl(place).path();
    } else if (place.contains("://"_L1)) {
        const QString name = QUrl(place).fileName();
        place = name.isEmpty() ? QUrl(place).host() : name;
    }
    if (place.isEmpty())
        return QCoreApplication::translate("HtmlData", "Picture");
    return place.size() <= longest ? place : place.left(longest / 2) + u'\u2026' + place.right(longest / 2);
}

class MarkupWriter
{
public:
    MarkupWriter(const HtmlStyle::Sheet &sheet, Source source) : m_sheet(sheet), m_source(source) { }

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
            if (start)
                addPicture(token);
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
            if (token.name == "center"_L1)
                marked.align = HtmlStyle::Align::Center;
            if (token.name == "summary"_L1)
                marked.weight = HtmlStyle::Weight::Bold;
            const QString css = marked.under(styleOf(token, m_sheet)).toCss();
            open(name, marksOf(token, name) + (css.isEmpty() ? QString() : " style=\""_L1 + css + u'"'));
        } else {
            close(name);
        }
        static const QSet<QString> inlines { u"span"_s, u"b"_s, u"i"_s, u"u"_s, u"s"_s, u"sub"_s, u"sup"_s, u"code"_s };
        if (!inlines.contains(name) && !m_markup.text.isEmpty() && !m_markup.text.endsWith(u'\n'))
            m_markup.text += u'\n';
    }

    /// A table that stays in the text, with all that its cells hold. Its start tag was read; its end tag is taken.
    void addTable(Tokenizer &tokens, const QString &caption)
    {
        if (!caption.isEmpty())
            m_markup.html += "<p><b>"_L1 + caption.toHtmlEscaped() + "</b></p>"_L1;
        m_markup.html += "<table>"_L1;
        const qsizetype floor = std::exchange(m_floor, m_open.size());
        QString cell; ///< The tag of the one that is open.
        bool row = false;
        const auto endCell = [&]() {
            while (m_open.size() > m_floor)
                m_markup.html += "</"_L1 + m_open.takeLast().name + u'>';
            if (!cell.isEmpty()) {
                m_markup.html += "</"_L1 + cell + u'>';
                m_markup.text += u'\t';
            }
            cell.clear();
        };
        const auto endRow = [&]() {
            endCell();
            if (std::exchange(row, false)) {
                m_markup.html += "</tr>"_L1;
                m_markup.text += u'\n';
            }
        };
        while (const auto token = tokens.next()) {
            const bool tag = token->kind != Token::Kind::Text;
            const bool start = token->kind == Token::Kind::Start;
            if (start && hidesContent(token->name) && tokens.hasEnd(token->name)) {
                tokens.skipContent(token->name);
            } else if (tag && token->name == "table"_L1) {
                break;
            } else if (tag && (token->name == "tr"_L1 || token->name == "thead"_L1 || token->name == "tbody"_L1 || token->name == "tfoot"_L1)) {
                endRow();
                if (start && token->name == "tr"_L1) {
                    row = true;
                    m_markup.html += "<tr>"_L1;
                }
            } else if (tag && (token->name == "td"_L1 || token->name == "th"_L1)) {
                endCell();
                if (!start)
                    continue;
                if (!std::exchange(row, true))
                    m_markup.html += "<tr>"_L1;
                HtmlStyle::Style style;
                style.align = HtmlStyle::Align::Left; // Or heads would stand in the middle.
                style = style.under(styleOf(*token, m_sheet));
                cell = token->name;
                m_markup.html += u'<' + cell + " style=\""_L1 + style.toCss() + "\">"_L1;
                ++m_cells;
            } else if (!cell.isEmpty()) {
                add(*token);
            }
        }
        endRow();
        m_markup.html += "</table>"_L1;
        m_floor = floor;
    }

    /// What is there by now can stand alone, and it is enough for a document of its own.
    bool isPart(const Token &last) const
    {
        static const QSet<QString> blocks { u"p"_s, u"div"_s, u"br"_s, u"hr"_s, u"pre"_s, u"blockquote"_s, u"ul"_s, u"ol"_s, u"dl"_s, u"li"_s, u"h1"_s, u"h2"_s, u"h3"_s, u"section"_s, u"article"_s, u"table"_s };
        constexpr qsizetype cellCost = 40; // What a cell takes beyond its letters.
        if (m_markup.html.size() + m_cells * cellCost < PartLength || last.kind == Token::Kind::Text || !blocks.contains(last.name))
            return false;
        int lists = 0;
        for (const Open &open : m_open) {
            if (open.name == "ul"_L1 || open.name == "ol"_L1)
                ++lists;
            else if (open.name != "div"_L1)
                return false;
        }
        return lists == 0 || (lists == 1 && last.kind == Token::Kind::End && last.name == "li"_L1);
    }

    /// Ends a part; what is open goes on in the next one.
    std::optional<Markup> takePart()
    {
        QList<Open> open = m_open;
        std::optional<Markup> part = take();
        for (Open &one : open) {
            if (one.name == "ol"_L1) {
                one.first += std::exchange(one.items, 0);
                one.attributes = u" start=\"%1\""_s.arg(one.first);
            }
            m_markup.html += u'<' + one.name + one.attributes + u'>';
        }
        m_open = open;
        return part;
    }

    /// Nothing when a reader would see nothing.
    std::optional<Markup> take()
    {
        while (!m_open.isEmpty())
            m_markup.html += "</"_L1 + m_open.takeLast().name + u'>';
        m_cells = 0;
        Markup result = std::exchange(m_markup, {});
        const bool image = std::exchange(m_hasImage, false);
        result.text = result.text.trimmed();
        if (result.text.isEmpty() && !image)
            return std::nullopt;
        return result;
    }

private:
    void addPicture(const Token &token)
    {
        const QString source = token.attribute("src"_L1).trimmed();
        const QString name = token.attribute("alt"_L1).simplified();
        const bool own = m_source == Source::Markdown && source.startsWith("attachment:"_L1);
        if (source.startsWith("data:image/"_L1) || own) {
            const int width = m_source == Source::Markdown ? token.attribute("width"_L1).toInt() : 0;
            m_markup.html += "<img src=\""_L1 + source.toHtmlEscaped() + u'"';
            if (width > 0 && width <= 600)
                m_markup.html += u" width=\"%1\""_s.arg(width);
            if (m_source == Source::Markdown && !name.isEmpty())
                m_markup.html += " alt=\""_L1 + name.left(200).toHtmlEscaped() + u'"';
            m_markup.html += u'>';
            m_hasImage = true;
            return;
        }
        if (m_source == Source::Output) {
            if (!name.isEmpty()) {
                m_markup.html += u'[' + name.toHtmlEscaped() + u']';
                m_markup.text += u'[' + name + u']';
            }
            return;
        }
        // In words, with the reason: a hole in a text is worse than no picture.
        const bool remote = (source.contains("://"_L1) && !source.startsWith("file:"_L1, Qt::CaseInsensitive)) || source.startsWith("//"_L1);
        const QString place = placeOf(source);
        const QString reason = remote ? QCoreApplication::translate("HtmlData", "%1 is not shown: pictures from the network are not loaded").arg(place)
                                      : QCoreApplication::translate("HtmlData", "%1 is not shown: pictures of files are not loaded").arg(place);
        const bool linked = std::any_of(m_open.begin(), m_open.end(), [](const Open &open) { return open.name == "a"_L1; });
        // A badge says itself where it leads.
        const QString shown = name.isEmpty() ? reason : linked ? name.left(200) : name.left(200) + u" \u00b7 "_s + reason;
        m_markup.html += u"<span class=\"not-shown\" title=\"%1\">\u00a0%2\u00a0</span>"_s.arg(QString(linked ? reason : source.left(500)).toHtmlEscaped(), shown.toHtmlEscaped());
        m_markup.text += shown;
    }

    /// Attributes that say more than looks.
    QString marksOf(const Token &token, const QString &name) const
    {
        QString marks;
        if (name == "ol"_L1) {
            if (const int first = token.attribute("start"_L1).toInt(); first > 1)
                marks += u" start=\"%1\""_s.arg(first);
        }
        if (m_source != Source::Markdown)
            return marks;
        const QString kind = token.attribute("class"_L1);
        const bool known = name == "pre"_L1 ? kind == "math"_L1 || (kind.startsWith("language-"_L1) && isWord(kind))
            : name == "li"_L1               ? kind == "checked"_L1 || kind == "unchecked"_L1
                                            : name == "code"_L1 && kind == "math"_L1;
        if (known)
            marks += " class=\""_L1 + kind + u'"';
        if ((known && name != "li"_L1) || name == "sup"_L1) {
            if (const QString title = token.attribute("title"_L1); !title.isEmpty())
                marks += " title=\""_L1 + title.left(4000).toHtmlEscaped() + u'"';
        }
        return marks;
    }

    void open(const QString &name, const QString &attributes)
    {
        if (m_open.size() >= 60) // Deeper nesting shows nothing new and costs the layout its stack.
            return;
        if (name == "li"_L1 && !m_open.isEmpty())
            ++m_open.last().items;
        m_open.append({ name, attributes });
        if (name == "ol"_L1 && attributes.startsWith(" start=\""_L1))
            m_open.last().first = QStringView(attributes).sliced(8).split(u'"').first().toInt();
        m_markup.html += u'<' + name + attributes + u'>';
    }

    void close(const QString &name)
    {
        qsizetype at = m_open.size() - 1;
        while (at >= m_floor && m_open[at].name != name)
            --at;
        if (at < m_floor)
            return;
        while (m_open.size() > at)
            m_markup.html += "</"_L1 + m_open.takeLast().name + u'>';
    }

    struct Open
    {
        QString name;
        QString attributes;
        int first = 1; ///< Of a list with numbers.
        int items = 0; ///< That began in it.
    };

    const HtmlStyle::Sheet &m_sheet;
    const Source m_source;
    Markup m_markup;
    QList<Open> m_open;
    qsizetype m_floor = 0; ///< What was open before the present table stays so.
    qsizetype m_cells = 0;
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
        // No further than the longest name: the whole rest, for each of many, would take for ever.
        const qsizetype length = text.sliced(i, std::min<qsizetype>(13, text.size() - i)).indexOf(u';');
        if (length < 0) {
            out += text[i++];
            continue;
        }
        const qsizetype end = i + length;
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

QList<Part> parse(QStringView html, Source source)
{
    QList<Part> parts;
    if (html.size() > MaxHtmlLength)
        return parts;
    Tokenizer tokens(html);
    HtmlStyle::Sheet sheet;
    MarkupWriter writer(sheet, source);
    const auto endPart = [&](const Token &last) {
        if (!writer.isPart(last))
            return;
        if (auto markup = writer.takePart())
            parts.append(std::move(*markup));
    };
    while (const auto token = tokens.next()) {
        // In a text about HTML a tag without an end is just named; it does not hide the rest.
        if (token->kind == Token::Kind::Start && hidesContent(token->name) && (source == Source::Output || tokens.hasEnd(token->name))) {
            const QStringView content = tokens.skipContent(token->name);
            if (token->name == "style"_L1)
                sheet.add(content);
        } else if (token->kind == Token::Kind::Start && token->name == "table"_L1) {
            const qsizetype begin = tokens.position();
            Table table = TableReader(tokens, *token, sheet).read();
            if (table.cells.isEmpty())
                continue;
            if (source == Source::Markdown && table.simple && table.cells.size() <= MaxTextCells && qsizetype(table.rows) * table.columns <= MaxTextCells) {
                tokens.goTo(begin);
                writer.addTable(tokens, table.caption);
                endPart(*token);
                continue;
            }
            if (auto markup = writer.take())
                parts.append(std::move(*markup));
            parts.append(std::move(table));
        } else {
            writer.add(*token);
            endPart(*token);
        }
    }
    if (auto markup = writer.take())
        parts.append(std::move(*markup));
    return parts;
}

} // namespace HtmlData
