// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "markdownhtml.h"

#include "formula.h"

#include <QHash>
#include <QRegularExpression>

#include <md4c.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace MarkdownHtml {
namespace {

// Formulas and references to notes stand in the source as words that Markdown cannot take apart: a number between two marks. They are
// no characters of Unicode, so no text has them.
constexpr char16_t wordBegin = 0xfdd0;
constexpr char16_t wordEnd = 0xfdd1;
constexpr char16_t digitZero = 0xfdd2; ///< To 15, which is 0xfde1.
constexpr char16_t lastMark = 0xfdef;

constexpr qsizetype longestTitle = 200; ///< Of a note where something refers to it.

/// Of HTML for so many bytes of Markdown. More comes only of short rows that a wide table fills up, and of the like.
qsizetype mostHtml(qsizetype markdown)
{
    return std::min<qsizetype>(HtmlData::MaxHtmlLength, 64 * 1024 + 20 * markdown);
}

/// What a word stands for.
struct Piece
{
    QString source;
    QString note; ///< Of a reference to a note: its text. Empty: it is a formula.
    int number = 0; ///< Of the note.
    bool display = false;
};

QString wordOf(qsizetype number)
{
    QString word = QChar(wordEnd);
    do {
        word.prepend(QChar(char16_t(digitZero + number % 16)));
        number /= 16;
    } while (number > 0);
    return QChar(wordBegin) + word;
}

/// Calls `plain` and `word` by turns. What looks like a word and stands for none of the pieces is left out.
template <typename Text, typename Word>
void takeApart(QStringView text, const QList<Piece> &pieces, const Text &plain, const Word &word)
{
    qsizetype copied = 0;
    while (true) {
        const qsizetype begin = text.indexOf(QChar(wordBegin), copied);
        const qsizetype end = begin < 0 ? -1 : text.indexOf(QChar(wordEnd), begin);
        if (end < 0)
            break;
        qsizetype number = 0;
        for (const QChar letter : text.sliced(begin + 1, end - begin - 1)) {
            const int digit = letter.unicode() - digitZero;
            number = digit < 0 || digit > 15 ? pieces.size() : number * 16 + digit;
            if (number >= pieces.size()) // And no larger one, however many digits follow.
                break;
        }
        plain(text.sliced(copied, begin - copied));
        if (number < pieces.size())
            word(pieces[number]);
        copied = end + 1;
    }
    plain(text.sliced(copied));
}

/// The source without its formulas and notes, and what they are.
class Preparation
{
public:
    explicit Preparation(const QString &markdown)
    {
        QString text = markdown;
        for (QChar &c : text) {
            if (c.unicode() >= wordBegin && c.unicode() <= lastMark)
                c = QChar::ReplacementCharacter;
        }
        text.replace(u"\r\n"_s, u"\n"_s);
        if (text.contains("[^"_L1))
            text = withoutNotes(text);
        m_text = withWords(text);
        if (m_used.isEmpty())
            return;
        m_text += m_fence.isEmpty() ? u"\n\n---\n\n"_s : u'\n' + m_fence + u"\n\n---\n\n"_s;
        m_fence.clear();
        for (qsizetype i = 0; i < m_used.size(); ++i) // Notes may refer to further notes.
            m_text += u"%1. "_s.arg(i + 1) + withWords(m_notes.value(m_used[i])) + u'\n';
    }

    const QString &text() const { return m_text; }
    const QList<Piece> &pieces() const { return m_pieces; }

private:
    /// What opens or closes a block of code: in a quotation and in an item of a list, too. Empty: nothing.
    static QString fenceOf(QStringView line)
    {
        qsizetype at = 0;
        while (at < line.size() && (line[at].isSpace() || line[at] == u'>'))
            ++at;
        if (at + 1 < line.size() && (line[at] == u'-' || line[at] == u'*' || line[at] == u'+') && line[at + 1] == u' ') {
            at += 2;
            while (at < line.size() && line[at] == u' ')
                ++at;
        }
        const QStringView rest = line.sliced(at);
        if (!rest.startsWith("```"_L1) && !rest.startsWith("~~~"_L1))
            return {};
        qsizetype length = 3;
        while (length < rest.size() && rest[length] == rest[0])
            ++length;
        // A code span on one line begins like this as well.
        return rest[0] == u'`' && rest.sliced(length).contains(u'`') ? QString() : QString(length, rest[0]);
    }

    void follow(QStringView line)
    {
        const QString fence = fenceOf(line);
        if (fence.isEmpty())
            return;
        if (m_fence.isEmpty())
            m_fence = fence;
        else if (fence[0] == m_fence[0] && fence.size() >= m_fence.size() && line.trimmed().endsWith(fence))
            m_fence.clear();
    }

    QString withoutNotes(const QString &text)
    {
        static const QRegularExpression begin(u"^ {0,3}\\[\\^([^\\]\\s]{1,60})\\]:[ \\t]*"_s);
        QString rest;
        QString *note = nullptr;
        for (const QStringView line : QStringView(text).tokenize(u'\n')) {
            const bool code = !m_fence.isEmpty();
            follow(line);
            const QRegularExpressionMatch match = code || !line.contains("[^"_L1) ? QRegularExpressionMatch() : begin.matchView(line);
            if (match.hasMatch()) {
                note = &m_notes[match.captured(1)];
                *note = line.sliced(match.capturedEnd()).toString();
            } else if (note && !line.trimmed().isEmpty()) {
                *note += u' ' + line.trimmed();
            } else {
                note = nullptr;
                rest += line;
                rest += u'\n';
            }
        }
        m_fence.clear();
        return rest;
    }

    QString withWords(const QString &text)
    {
        if (!text.contains(u'$') && !text.contains(u'\\') && !(text.contains("[^"_L1) && !m_notes.isEmpty()))
            return text;
        QString out;
        out.reserve(text.size());
        qsizetype lineAt = 0;
        bool lineStart = true;
        for (qsizetype at = 0; at < text.size();) {
            if (lineStart) {
                lineStart = false;
                lineAt = at;
                qsizetype end = text.indexOf(u'\n', at);
                end = end < 0 ? text.size() : end + 1;
                const QStringView line = QStringView(text).sliced(at, end - at);
                const bool code = !m_fence.isEmpty();
                follow(line);
                if (code || !m_fence.isEmpty()) {
                    out += line;
                    at = end;
                    lineStart = true;
                    continue;
                }
            }
            const QChar c = text[at];
            if (c == u'`') { // A code span is left alone.
                qsizetype ticks = 0;
                while (at + ticks < text.size() && text[at + ticks] == u'`')
                    ++ticks;
                const qsizetype end = QStringView(text).sliced(at + ticks, std::min(text.size() - at - ticks, Formula::Longest)).indexOf(QString(ticks, u'`'));
                const qsizetype next = end < 0 ? at + ticks : at + ticks + end + ticks;
                const QStringView span = QStringView(text).sliced(at, next - at);
                out += span;
                at = next;
                continue;
            }
            if (c == u'$' || c == u'\\') {
                const Formula::Place place = Formula::at(text, at);
                const QStringView source = place.end < 0 ? QStringView() : QStringView(text).sliced(at, place.end - at);
                if (!source.isEmpty() && !source.contains(u'`') && !source.contains("\n~~~"_L1)) {
                    m_pieces.append({ withoutQuotation(source, QStringView(text).sliced(lineAt, at - lineAt)), {}, 0, place.display });
                    out += wordOf(m_pieces.size() - 1);
                    at = place.end;
                    continue;
                }
                if (c == u'\\' && at + 1 < text.size() && text[at + 1] != u'\n') { // An escape of Markdown, both letters of it.
                    out += QStringView(text).sliced(at, 2);
                    at += 2;
                    continue;
                }
            }
            if (c == u'[' && at + 1 < text.size() && text[at + 1] == u'^') {
                const qsizetype close = QStringView(text).sliced(at, std::min<qsizetype>(text.size() - at, 64)).indexOf(u']');
                const QString name = close < 0 ? QString() : text.sliced(at + 2, close - 2);
                if (const auto note = m_notes.constFind(name); note != m_notes.constEnd()) {
                    qsizetype number = m_numbers.value(name, -1);
                    if (number < 0) {
                        number = m_used.size();
                        m_used.append(name);
                        m_numbers.insert(name, number);
                    }
                    m_pieces.append({ text.sliced(at, close + 1), note->isEmpty() ? u" "_s : note->left(longestTitle), int(number) + 1, false });
                    out += wordOf(m_pieces.size() - 1);
                    at += close + 1;
                    continue;
                }
            }
            out += c;
            lineStart = c == u'\n';
            ++at;
        }
        return out;
    }

    /// The lines of a formula inside a quotation begin with its marks.
    static QString withoutQuotation(QStringView source, QStringView before)
    {
        QString result = source.toString();
        if (before.contains(u'>') && source.contains(u'\n')) {
            static const QRegularExpression marks(u"\n[ >]+"_s);
            result.replace(marks, u"\n"_s);
        }
        return result;
    }

    QString m_text;
    QString m_fence; ///< The one that is open.
    QList<Piece> m_pieces;
    QHash<QString, QString> m_notes;
    QHash<QString, qsizetype> m_numbers; ///< Of the notes that something refers to, from 0.
    QStringList m_used;
};

/// Writes the HTML while md4c reads.
class Writer
{
public:
    explicit Writer(const QList<Piece> &pieces) : m_pieces(pieces) { }

    bool write(const QByteArray &markdown)
    {
        MD_PARSER parser = {};
        // Indented code, too, and no formulas: those are words by now.
        parser.flags = MD_DIALECT_GITHUB;
        parser.enter_block = [](MD_BLOCKTYPE type, void *detail, void *self) { return static_cast<Writer *>(self)->enter(type, detail); };
        parser.leave_block = [](MD_BLOCKTYPE type, void *detail, void *self) { return static_cast<Writer *>(self)->leave(type, detail); };
        parser.enter_span = [](MD_SPANTYPE type, void *detail, void *self) { return static_cast<Writer *>(self)->begin(type, detail); };
        parser.leave_span = [](MD_SPANTYPE type, void *detail, void *self) { return static_cast<Writer *>(self)->end(type, detail); };
        parser.text = [](MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *self) { return static_cast<Writer *>(self)->text(type, QString::fromUtf8(text, qsizetype(size))); };
        // What becomes much out of little is given up: it is read while the window waits.
        m_most = mostHtml(markdown.size());
        return md_parse(markdown.constData(), MD_SIZE(markdown.size()), &parser, this) == 0 && !isTooMuch();
    }

    QString html() const { return m_html; }

private:
    bool isTooMuch() const { return m_html.size() > m_most; }

    int enter(MD_BLOCKTYPE type, void *detail)
    {
        switch (type) {
        case MD_BLOCK_QUOTE: m_html += "<blockquote>"_L1; break;
        case MD_BLOCK_UL: m_html += "<ul>"_L1; break;
        case MD_BLOCK_OL: m_html += u"<ol start=\"%1\">"_s.arg(static_cast<MD_BLOCK_OL_DETAIL *>(detail)->start); break;
        case MD_BLOCK_LI: {
            const auto *item = static_cast<MD_BLOCK_LI_DETAIL *>(detail);
            m_html += !item->is_task ? "<li>"_L1 : item->task_mark == ' ' ? "<li class=\"unchecked\">"_L1 : "<li class=\"checked\">"_L1;
            break;
        }
        case MD_BLOCK_HR: m_html += "<hr>"_L1; break;
        case MD_BLOCK_H:
            m_html += u"<h%1>"_s.arg(static_cast<MD_BLOCK_H_DETAIL *>(detail)->level);
            ++m_inLine;
            break;
        case MD_BLOCK_CODE:
            m_language = attribute(static_cast<MD_BLOCK_CODE_DETAIL *>(detail)->lang);
            if (m_language.startsWith(u'{') && m_language.endsWith(u'}')) // As other notebooks write it.
                m_language = m_language.sliced(1).chopped(1);
            m_isCode = true;
            m_code.clear();
            break;
        case MD_BLOCK_P:
            m_paragraph = Paragraph::Empty;
            break;
        case MD_BLOCK_TABLE: m_html += "<table>"_L1; break;
        case MD_BLOCK_TR: m_html += "<tr>"_L1; break;
        case MD_BLOCK_TH:
        case MD_BLOCK_TD: {
            const MD_ALIGN align = static_cast<MD_BLOCK_TD_DETAIL *>(detail)->align;
            m_html += type == MD_BLOCK_TH ? "<th"_L1 : "<td"_L1;
            m_html += align == MD_ALIGN_LEFT ? " align=\"left\">"_L1 : align == MD_ALIGN_CENTER ? " align=\"center\">"_L1 : align == MD_ALIGN_RIGHT ? " align=\"right\">"_L1 : ">"_L1;
            ++m_inLine;
            break;
        }
        case MD_BLOCK_DOC:
        case MD_BLOCK_HTML:
        case MD_BLOCK_THEAD:
        case MD_BLOCK_TBODY: break;
        }
        return isTooMuch();
    }

    int leave(MD_BLOCKTYPE type, void *detail)
    {
        switch (type) {
        case MD_BLOCK_QUOTE: m_html += "</blockquote>"_L1; break;
        case MD_BLOCK_UL: m_html += "</ul>"_L1; break;
        case MD_BLOCK_OL: m_html += "</ol>"_L1; break;
        case MD_BLOCK_LI: m_html += "</li>"_L1; break;
        case MD_BLOCK_H:
            m_html += u"</h%1>"_s.arg(static_cast<MD_BLOCK_H_DETAIL *>(detail)->level);
            --m_inLine;
            break;
        case MD_BLOCK_CODE: endCode(); break;
        case MD_BLOCK_P: endParagraph(); break;
        case MD_BLOCK_TABLE: m_html += "</table>"_L1; break;
        case MD_BLOCK_TR: m_html += "</tr>"_L1; break;
        case MD_BLOCK_TH:
        case MD_BLOCK_TD:
            m_html += type == MD_BLOCK_TH ? "</th>"_L1 : "</td>"_L1;
            --m_inLine;
            break;
        case MD_BLOCK_DOC:
        case MD_BLOCK_HTML:
        case MD_BLOCK_HR:
        case MD_BLOCK_THEAD:
        case MD_BLOCK_TBODY: break;
        }
        return 0;
    }

    int begin(MD_SPANTYPE type, void *detail)
    {
        if (m_pictures > 0) { // In the words of a picture.
            m_pictures += type == MD_SPAN_IMG;
            return 0;
        }
        if (type == MD_SPAN_IMG) {
            m_pictures = 1;
            m_picture = attribute(static_cast<MD_SPAN_IMG_DETAIL *>(detail)->src);
            m_alternative.clear();
            return 0;
        }
        beginText();
        ++m_inLine;
        switch (type) {
        case MD_SPAN_EM: m_html += "<i>"_L1; break;
        case MD_SPAN_STRONG: m_html += "<b>"_L1; break;
        case MD_SPAN_DEL: m_html += "<s>"_L1; break;
        case MD_SPAN_CODE: m_html += "<code>"_L1; break;
        case MD_SPAN_A: m_html += "<a href=\""_L1 + attribute(static_cast<MD_SPAN_A_DETAIL *>(detail)->href).toHtmlEscaped() + "\">"_L1; break;
        default: break;
        }
        return 0;
    }

    int end(MD_SPANTYPE type, void *)
    {
        if (m_pictures > 0) {
            m_pictures -= type == MD_SPAN_IMG;
            if (m_pictures == 0) {
                beginText();
                m_html += "<img src=\""_L1 + m_picture.toHtmlEscaped() + "\" alt=\""_L1 + m_alternative.toHtmlEscaped() + "\">"_L1;
            }
            return 0;
        }
        --m_inLine;
        switch (type) {
        case MD_SPAN_EM: m_html += "</i>"_L1; break;
        case MD_SPAN_STRONG: m_html += "</b>"_L1; break;
        case MD_SPAN_DEL: m_html += "</s>"_L1; break;
        case MD_SPAN_CODE: m_html += "</code>"_L1; break;
        case MD_SPAN_A: m_html += "</a>"_L1; break;
        default: break;
        }
        return 0;
    }

    int text(MD_TEXTTYPE type, const QString &text)
    {
        if (m_pictures > 0) {
            m_alternative += type == MD_TEXT_ENTITY ? HtmlData::decodeEntities(text) : type == MD_TEXT_SOFTBR || type == MD_TEXT_BR ? u" "_s : restored(text);
            return 0;
        }
        switch (type) {
        case MD_TEXT_NORMAL:
            takeApart(text, m_pieces, [this](QStringView plain) {
                if (plain.isEmpty())
                    return;
                beginText();
                m_html += plain.toString().toHtmlEscaped();
            }, [this](const Piece &piece) { add(piece); });
            break;
        case MD_TEXT_NULLCHAR:
            beginText();
            m_html += QChar(QChar::ReplacementCharacter);
            break;
        case MD_TEXT_BR: m_html += "<br>"_L1; break;
        case MD_TEXT_SOFTBR: m_html += u'\n'; break;
        case MD_TEXT_ENTITY:
            beginText();
            m_html += text;
            break;
        case MD_TEXT_CODE:
            if (m_isCode)
                m_code += restored(text);
            else
                m_html += restored(text).toHtmlEscaped();
            break;
        case MD_TEXT_HTML:
            beginText();
            m_html += restoredHtml(text);
            break;
        case MD_TEXT_LATEXMATH: break; // The flag for it is not set.
        }
        return isTooMuch();
    }

    void add(const Piece &piece)
    {
        if (!piece.note.isEmpty()) {
            beginText();
            m_html += u"<sup title=\"%1\">%2</sup>"_s.arg(piece.note.toHtmlEscaped()).arg(piece.number);
            return;
        }
        const QString shown = Formula::readable(piece.source).toHtmlEscaped();
        const QString title = piece.source.trimmed().toHtmlEscaped();
        if (piece.display && m_inLine == 0) {
            const bool again = m_paragraph != Paragraph::None;
            endParagraph();
            m_html += u"<pre class=\"math\" title=\"%1\">"_s.arg(title) + shown + "</pre>"_L1;
            m_paragraph = again ? Paragraph::Empty : Paragraph::None;
            return;
        }
        beginText();
        m_html += u"<code class=\"math\" title=\"%1\">"_s.arg(title) + QString(shown).replace(u'\n', u' ') + "</code>"_L1;
    }

    void beginText()
    {
        if (m_paragraph != Paragraph::Empty)
            return;
        m_paragraph = Paragraph::Begun;
        m_html += "<p>"_L1;
    }

    void endParagraph()
    {
        if (m_paragraph == Paragraph::Begun)
            m_html += "</p>"_L1;
        m_paragraph = Paragraph::None;
    }

    void endCode()
    {
        m_isCode = false;
        if (m_code.endsWith(u'\n'))
            m_code.chop(1);
        const QString begin = m_language.isEmpty() ? u"<pre>"_s : u"<pre class=\"language-%1\">"_s.arg(m_language.toHtmlEscaped());
        // Much of it in several, so that each can be laid out by itself.
        QStringView rest = m_code;
        do {
            qsizetype length = rest.size();
            if (length > HtmlData::PartLength * 3 / 2) {
                const qsizetype line = rest.lastIndexOf(u'\n', HtmlData::PartLength);
                length = line > 0 ? line : HtmlData::PartLength;
            }
            m_html += begin + rest.first(length).toString().toHtmlEscaped() + "</pre>"_L1;
            rest = rest.sliced(length);
            if (rest.startsWith(u'\n'))
                rest = rest.sliced(1);
        } while (!rest.isEmpty());
    }

    QString restored(QStringView text) const
    {
        QString result;
        takeApart(text, m_pieces, [&result](QStringView plain) { result += plain; }, [&result](const Piece &piece) { result += piece.source; });
        return result;
    }

    /// Inside of tags there are no formulas.
    QString restoredHtml(QStringView text) const
    {
        QString result;
        takeApart(text, m_pieces, [&result](QStringView plain) { result += plain; }, [&result](const Piece &piece) { result += piece.source.toHtmlEscaped(); });
        return result;
    }

    QString attribute(const MD_ATTRIBUTE &attribute) const
    {
        QString result;
        for (size_t i = 0; attribute.text && attribute.substr_offsets[i] < attribute.size; ++i) {
            const MD_OFFSET from = attribute.substr_offsets[i];
            const QString part = QString::fromUtf8(attribute.text + from, qsizetype(attribute.substr_offsets[i + 1] - from));
            // An entity may name any character, the marks of a word as well: what it becomes is not looked at again.
            result += attribute.substr_types[i] == MD_TEXT_ENTITY ? HtmlData::decodeEntities(part) : restored(part);
        }
        return result;
    }

    enum class Paragraph { None, Empty, Begun };

    const QList<Piece> &m_pieces;
    qsizetype m_most = 0;
    QString m_html;
    QString m_language;
    QString m_code;
    QString m_picture;
    QString m_alternative;
    Paragraph m_paragraph = Paragraph::None;
    int m_pictures = 0; ///< One in the words of another, as it is written.
    int m_inLine = 0; ///< Spans, headings and cells around: nothing stands by itself there.
    bool m_isCode = false;
};

} // namespace

QString toHtml(const QString &markdown)
{
    const Preparation prepared(markdown);
    Writer writer(prepared.pieces());
    return writer.write(prepared.text().toUtf8()) ? writer.html() : u"<pre>"_s + markdown.toHtmlEscaped() + u"</pre>"_s;
}

QList<HtmlData::Part> parse(const QString &markdown)
{
    return HtmlData::parse(toHtml(markdown), HtmlData::Source::Markdown);
}

} // namespace MarkdownHtml
