// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// Markdown of text cells and outputs: what it shows, that it loads nothing, and that no text of it holds up the window.
#include "notebook/formula.h"
#include "notebook/htmldata.h"
#include "notebook/htmlexport.h"
#include "notebook/markdownhtml.h"
#include "notebook/outputblock.h"
#include "notebook/pileblock.h"
#include "notebook/richblocks.h"
#include "theme/fonts.h"
#include "theme/theme.h"
#include "theme/workbenchstyle.h"

#include <opensandbox/notebook/document.h>

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QDir>
#include <QPainter>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>

using namespace Qt::StringLiterals;
using HtmlData::Markup;
using Notebook::Cell;
using Notebook::CellKind;

namespace {

QByteArray png(const QImage &image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

/// Markdown in one piece, laid out.
std::unique_ptr<RichBlock> rich(const QString &markdown, SealedDocument::Attachment attachment = {})
{
    const auto parts = MarkdownHtml::parse(markdown);
    auto block = std::make_unique<RichBlock>(parts.isEmpty() ? Markup() : std::get<Markup>(parts.constFirst()), std::move(attachment));
    block->layout(600, 1);
    return block;
}

QImage painted(RichBlock &block)
{
    QImage image(600, std::max(1, int(block.height())), QImage::Format_RGB32);
    image.fill(Theme::current().base);
    QPainter painter(&image);
    block.paint(&painter, image.rect(), false);
    return image;
}

/// The longest run of one colour in a column of a picture.
int longestRun(const QImage &image, int x, QRgb color)
{
    int longest = 0;
    for (int y = 0, now = 0; y < image.height(); ++y) {
        now = image.pixel(x, y) == color ? now + 1 : 0;
        longest = std::max(longest, now);
    }
    return longest;
}

QString htmlOf(const QString &markdown)
{
    QString html;
    const auto parts = MarkdownHtml::parse(markdown);
    for (const HtmlData::Part &part : parts) {
        if (const auto *markup = std::get_if<Markup>(&part))
            html += markup->html;
    }
    return html;
}

} // namespace

class CellsMarkdown : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::setStyle(new WorkbenchStyle); }

    void formulasAreNoMarkdown_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("text"); ///< What is read.
        QTest::addColumn<QString>("formula"); ///< The source of the first one; empty: there is none.
        QTest::newRow("inline") << u"a $x_1 + y_1$ b"_s << u"a x₁ + y₁ b"_s << u"$x_1 + y_1$"_s;
        QTest::newRow("money") << u"it costs $5 and $6 more"_s << u"it costs $5 and $6 more"_s << QString();
        QTest::newRow("code") << u"`$a$` and \\$3"_s << u"$a$ and $3"_s << QString();
        QTest::newRow("block of code") << u"```\n$x$\n```"_s << u"$x$"_s << QString();
        QTest::newRow("brackets") << u"\\(a_1\\) and \\*no emphasis\\*"_s << u"a₁ and *no emphasis*"_s << u"\\(a_1\\)"_s;
        QTest::newRow("not closed") << u"not closed: $$ x and \\begin{x}"_s << u"not closed: $$ x and \\begin{x}"_s << QString();
        QTest::newRow("a path") << u"C:\\dir\\"_s << u"C:\\dir\\"_s << QString();
        QTest::newRow("lines") << u"so\n$$\na_1 &= b_1 \\\\\na_2 &= b_2\n$$\nthen"_s << u"so\na₁ = b₁\na₂ = b₂\nthen"_s << u"$$\na_1 &= b_1 \\\\\na_2 &= b_2\n$$"_s;
        QTest::newRow("an environment") << u"\\begin{align}x_1*y*z_1\\end{align}"_s << u"x₁*y*z₁"_s << u"\\begin{align}x_1*y*z_1\\end{align}"_s;
        QTest::newRow("a matrix") << u"$\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}$"_s << u"$\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}$"_s << u"$\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}$"_s;
        QTest::newRow("in a table") << u"|a|b|\n|-|-|\n|$|x|_1$|2|"_s << u"a\nb\n|x|₁\n2"_s << u"$|x|_1$"_s;
        QTest::newRow("in a list") << u"- a\n  $$\n  x_1\n  $$\n- b"_s << u"a\nx₁\nb"_s << u"$$\n  x_1\n  $$"_s;
        QTest::newRow("in a quotation") << u"> $$\n> x_1\n> $$"_s << u"x₁"_s << u"$$\nx_1\n$$"_s;
        QTest::newRow("no emphasis") << u"$a_1*b*c_2$ and *b*"_s << u"a₁*b*c₂ and b"_s << u"$a_1*b*c_2$"_s;
    }

    void formulasAreNoMarkdown()
    {
        QFETCH(QString, source);
        QFETCH(QString, text);
        QFETCH(QString, formula);
        const auto block = rich(source);
        QStringList lines;
        QString title;
        for (QTextBlock line = block->document()->begin(); line.isValid(); line = line.next()) {
            if (!line.text().trimmed().isEmpty())
                lines.append(QString(line.text()).replace(QChar::LineSeparator, u'\n').trimmed());
            for (auto it = line.begin(); !it.atEnd(); ++it) {
                const QTextCharFormat format = it.fragment().charFormat();
                if (!format.toolTip().isEmpty() && title.isEmpty()) {
                    title = format.toolTip();
                    QVERIFY(format.font().families() == Fonts::output().families() || format.font().families() == Fonts::code().families());
                    QVERIFY(!format.fontItalic());
                }
            }
        }
        QCOMPARE(lines.join(u'\n'), text);
        QCOMPARE(title, formula);
    }

    void formulasAreReadable_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("shown");
        for (const auto &[source, shown] : std::initializer_list<std::pair<QString, QString>> {
                 { u"$\\alpha_1 \\le x^2$"_s, u"α₁ ≤ x²"_s },
                 { u"$e^{i\\pi}+1=0$"_s, u"e^(iπ)+1=0"_s },
                 { u"$$\\int_0^\\infty e^{-x^2}dx=\\frac{\\sqrt\\pi}{2}$$"_s, u"∫₀^∞ e^(-x²)dx=(√π)/2"_s },
                 { u"$\\sum_{i=1}^{10} x_{i}$"_s, u"∑_(i=1)¹⁰ x_i"_s },
                 { u"$\\mathbb{R}^n, \\sin x$"_s, u"ℝ^n, sin x"_s },
                 { u"$\\left( a \\right) \\text{ if } b$"_s, u"( a ) if b"_s },
                 { u"$\\unknown{x}$"_s, u"\\unknown{x}"_s },
                 { u"$f'_{max}$"_s, u"f'_max"_s },
                 { u"$x$"_s, u"x"_s },
                 { u"$\\{a\\}$"_s, u"{a}"_s },
                 { u"$\\begin{cases}a\\end{cases}$"_s, u"$\\begin{cases}a\\end{cases}$"_s } })
            QTest::newRow(source.toUtf8().constData()) << source << shown;
    }

    void formulasAreReadable()
    {
        QFETCH(QString, source);
        QFETCH(QString, shown);
        QCOMPARE(Formula::readable(source), shown);
    }

    void markdownIsThatOfGitHub_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("html");
        QTest::newRow("emphasis") << u"*a* **b** ~~c~~ `d`"_s << u"<p><i>a</i> <b>b</b> <s>c</s> <code>d</code></p>"_s;
        QTest::newRow("tasks") << u"- [ ] a\n- [x] b"_s << u"<ul><li class=\"unchecked\">a</li><li class=\"checked\">b</li></ul>"_s;
        QTest::newRow("lists") << u"3. a\n   - b\n4. c"_s << u"<ol start=\"3\"><li>a<ul><li>b</li></ul></li><li>c</li></ol>"_s;
        QTest::newRow("bare links") << u"https://example.org/a www.example.org"_s
                                    << u"<p><a href=\"https://example.org/a\">https://example.org/a</a> <a href=\"http://www.example.org\">www.example.org</a></p>"_s;
        QTest::newRow("table") << u"|a|b|\n|:-:|--:|\n|*1*|2|"_s
                               << u"<table><tr><th style=\"text-align:center;\">a</th><th style=\"text-align:right;\">b</th></tr><tr><td style=\"text-align:center;\"><i>1</i></td><td style=\"text-align:right;\">2</td></tr></table>"_s;
        QTest::newRow("notes") << u"a[^x] b[^y] c[^none]\n\n[^x]: the *note*\n[^y]: more"_s
                               << u"<p>a<sup title=\"the *note*\">1</sup> b<sup title=\"more\">2</sup> c[^none]</p><hr><ol><li>the <i>note</i></li><li>more</li></ol>"_s;
        QTest::newRow("a note in code") << u"`[^x]`\n\n[^x]: note"_s << u"<p><code>[^x]</code></p>"_s;
        QTest::newRow("code") << u"```python\na < b\n```"_s << u"<pre class=\"language-python\">a &lt; b</pre>"_s;
        QTest::newRow("quotation") << u"> a\n> > b"_s << u"<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>"_s;
        QTest::newRow("inline HTML") << u"<b>b</b> H<sub>2</sub>O <kbd>K</kbd> <span style='color:red' onclick=x>r</span><br>n"_s
                                     << u"<p><b>b</b> H<sub>2</sub>O <code>K</code> <span style=\"color:#ff0000;\">r</span><br>n</p>"_s;
        QTest::newRow("blocks of HTML") << u"<div class=\"alert alert-info\" align=center>\n<h4>Note</h4>\n\n**text**\n\n</div>"_s << u"<div style=\"text-align:center;\">\n<h3>Note</h3>\n<p><b>text</b></p></div>"_s;
        QTest::newRow("details") << u"<details><summary>More</summary>\n\nhidden\n\n</details>"_s << u"<div><p style=\"font-weight:bold;\">More</p>\n<p>hidden</p></div>"_s;
        QTest::newRow("center") << u"<center>a</center>"_s << u"<div style=\"text-align:center;\">a</div>"_s;
        QTest::newRow("script") << u"a <script>evil()</script> b <blink>c</blink>"_s << u"<p>a  b c</p>"_s;
        QTest::newRow("a tag that is only named") << u"use <select> here"_s << u"<p>use  here</p>"_s;
        QTest::newRow("links that lead elsewhere") << u"[a](javascript:x) [b](file:///etc/passwd) [c](other.ipynb)"_s << u"<p><a>a</a> <a>b</a> <a>c</a></p>"_s;
        QTest::newRow("a table of HTML") << u"<table><tr><td><b>x</b></td></tr></table>"_s << u"<table><tr><td style=\"text-align:left;\"><b>x</b></td></tr></table>"_s;
    }

    void markdownIsThatOfGitHub()
    {
        QFETCH(QString, source);
        QFETCH(QString, html);
        QCOMPARE(htmlOf(source).trimmed(), html);
    }

    /// A picture that must not be loaded is told in words, with the reason; a hole tells nothing.
    void picturesOfFilesAreNamed_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("text");
        QTest::newRow("beside the notebook") << u"Local: ![my pic](pic.png)"_s << u"my pic · pic.png is not shown: pictures of files are not loaded"_s;
        QTest::newRow("without a name") << u"![](img/pic.png)"_s << u"img/pic.png is not shown: pictures of files are not loaded"_s;
        QTest::newRow("remote") << u"![x](https://example.org/a/x.png?size=1)"_s << u"x · x.png is not shown: pictures from the network are not loaded"_s;
        QTest::newRow("of the user") << u"![y](file:///etc/passwd)"_s << u"y · /etc/passwd is not shown: pictures of files are not loaded"_s;
        QTest::newRow("inline HTML") << u"<img src='a.png' alt='b' width=300>"_s << u"b · a.png is not shown: pictures of files are not loaded"_s;
        QTest::newRow("a badge") << u"[![Open in Colab](https://example.org/b.svg)](https://example.org/)"_s << u"Open in Colab"_s;
        QTest::newRow("no attachment") << u"![z](attachment:z.png)"_s << u"z · z.png is not shown: the cell has no such picture"_s;
        QTest::newRow("no picture") << u"![d](data:image/png;base64,AAAA)"_s << u"d · The picture cannot be read"_s;
    }

    void picturesOfFilesAreNamed()
    {
        QFETCH(QString, source);
        QFETCH(QString, text);
        const auto block = rich(source);
        painted(*block);
        QTRY_VERIFY2(QString(block->plainText()).replace(QChar::Nbsp, u' ').contains(text), qPrintable(block->plainText()));
        const QImage image = painted(*block);
        int framed = 0;
        for (int x = 0; x < image.width(); ++x)
            framed += longestRun(image, x, Theme::current().border.rgb()) >= 10;
        QVERIFY2(framed >= 2, qPrintable(QString::number(framed)));
    }

    void tasksHaveTheirMarks()
    {
        const auto block = rich(u"- [ ] a\n- [x] b\n- c"_s);
        QList<QTextBlockFormat::MarkerType> marks;
        for (QTextBlock line = block->document()->begin(); line.isValid(); line = line.next())
            marks.append(line.blockFormat().marker());
        QCOMPARE(marks, (QList { QTextBlockFormat::MarkerType::Unchecked, QTextBlockFormat::MarkerType::Checked, QTextBlockFormat::MarkerType::NoMarker }));
    }

    /// Whatever else was painted before.
    void aTaskThatIsDoneIsSeen()
    {
        for (const QString &more : { QString(), u"\n\n![x](pic.png)"_s }) {
            const auto block = rich(u"- [ ] a\n- [x] a"_s + more);
            const QImage image = painted(*block);
            const int ground = qGray(Theme::current().base.rgb());
            QList<int> ink;
            for (QTextBlock line = block->document()->begin(); line.isValid() && ink.size() < 2; line = line.next()) {
                const QRectF place = block->document()->documentLayout()->blockBoundingRect(line);
                const int text = int(line.layout()->position().x() + line.layout()->lineAt(0).x());
                int count = 0;
                for (int y = std::max(0, int(place.top())); y < std::min(image.height(), int(place.bottom())); ++y) {
                    for (int x = 0; x < text; ++x)
                        count += std::abs(qGray(image.pixel(x, y)) - ground) > 100;
                }
                ink.append(count);
            }
            QVERIFY2(ink.value(0) > 0 && ink.value(1) >= ink.value(0) + 6, qPrintable(u"%1 %2 %3"_s.arg(ink.value(0)).arg(ink.value(1)).arg(more)));
        }
    }

    /// An edge as usual, without gaps between paragraphs, one more for an inner quotation, at the side where reading begins.
    void aQuotationHasAnEdge()
    {
        const auto block = rich(u"before\n\n> first\n>\n> second\n>\n> > inner\n\nafter\n\n> \u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd"_s);
        const QImage image = painted(*block);
        const QRgb edge = Theme::current().border.rgb();
        const auto run = [&](int x) { return longestRun(image, x, edge); };
        QVERIFY2(run(1) >= 70, qPrintable(QString::number(run(1))));
        QVERIFY(image.pixel(1, 5) != edge);
        QVERIFY2(run(15) >= 15 && run(15) <= 40, qPrintable(QString::number(run(15))));
        QCOMPARE(run(5), 0);
        const int width = int(block->document()->textWidth());
        QVERIFY2(run(width - 2) >= 15 && run(width - 2) <= 40, qPrintable(QString::number(run(width - 2))));
        RichBlock html(std::get<Markup>(HtmlData::parse(u"<p>a</p><blockquote>b</blockquote>"_s).constFirst()));
        html.layout(600, 1);
        QVERIFY(longestRun(painted(html), 1, edge) >= 15);
    }

    /// One ground under all lines of it, empty ones too, in the colours of its language.
    void aBlockOfCodeHasOneGround()
    {
        const auto block = rich(u"before\n\n```python\nfor x in y:\n\n    print(\"x\")\n```\n\n```\nother\n```\n\nafter"_s);
        const QImage image = painted(*block);
        const int x = int(block->document()->textWidth()) - 20;
        const int longest = longestRun(image, x, Theme::current().sunken.rgb());
        QVERIFY2(longest >= 3 * Fonts::lineHeight(Fonts::Role::Code) + 8, qPrintable(QString::number(longest)));
        QVERIFY2(longest < 4 * Fonts::lineHeight(Fonts::Role::Code) + 8, qPrintable(QString::number(longest))); // The other block is another one.
        QSet<QRgb> colors;
        for (QTextBlock line = block->document()->begin(); line.isValid(); line = line.next()) {
            const QList<QTextLayout::FormatRange> ranges = line.layout()->formats();
            for (const QTextLayout::FormatRange &range : ranges)
                colors.insert(range.format.foreground().color().rgb());
        }
        QVERIFY(colors.contains(Theme::current().synKeyword.rgb()));
        QVERIFY(colors.contains(Theme::current().synString.rgb()));
        // A line that is too long goes on below, inside.
        const auto wide = rich(u"```\n"_s + u"word "_s.repeated(60) + u"\n```"_s);
        QVERIFY(wide->document()->idealWidth() <= 600);
        QVERIFY(wide->height() > 3 * Fonts::lineHeight(Fonts::Role::Code));
    }

    /// As much of it above its lines as below them, where it begins and ends the text.
    void theGroundOfCodeIsEven()
    {
        const auto block = rich(u"```\none\ntwo\n```"_s);
        const QImage image = painted(*block);
        const auto *const layout = block->document()->documentLayout();
        const qreal above = layout->blockBoundingRect(block->document()->firstBlock()).top();
        const qreal below = block->height() - layout->blockBoundingRect(block->document()->lastBlock()).bottom();
        QCOMPARE(above, qreal(Metrics::scaled(6)));
        QVERIFY2(std::abs(above - below) <= 1, qPrintable(u"%1 %2"_s.arg(above).arg(below)));
        const int run = longestRun(image, image.width() / 2, Theme::current().sunken.rgb());
        QVERIFY2(run >= image.height() - 1, qPrintable(u"%1 of %2"_s.arg(run).arg(image.height())));
    }

    /// Each time takes a whole layout.
    void picturesThatFailAreNamedTogether()
    {
        QString source;
        for (int i = 0; i < 90; ++i)
            source += u"![](attachment:p%1.png) "_s.arg(i).repeated(3);
        const auto block = rich(source);
        QSignalSpy changes(block->document(), &SealedDocument::sizeChanged);
        painted(*block);
        QTRY_COMPARE(block->plainText().count("is not shown"_L1), 270);
        QVERIFY2(changes.count() <= 3, qPrintable(QString::number(changes.count())));
    }

    void theExportShowsTheSame()
    {
        Notebook::Document document;
        Cell *cell = document.insertCell(0, CellKind::Markdown, u"# T\n\n![p](pic.png) ![z](attachment:z.png)\n\n```python\nfor x in y: pass\n```\n\n$x_1$ <b>b</b> <script>evil()</script>\n\n- [x] done\n\n> quoted\n\n|a|\n|-|\n|1|"_s);
        for (const bool paper : { false, true }) {
            const QString html = HtmlExport::cell(*cell, paper);
            for (const QString &part : { u"<h1>T</h1>"_s, u"pic.png is not shown"_s, u"z.png is not shown"_s, u">for</span>"_s, u"x₁"_s, u"<b>b</b>"_s, u"<li class=\"checked\">done"_s, u"<blockquote>"_s, u"<td"_s })
                QVERIFY2(html.contains(part), qPrintable(part + u"\n"_s + html));
            QVERIFY(!html.contains("evil"_L1));
            QVERIFY(!html.contains("src="_L1));
        }
    }

    void markdownLoadsNothing()
    {
        const auto block = rich(u"# Title\n\n![x](http://example.org/x.png) ![y](file:///etc/passwd) <script>evil()</script>\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- one\n- two"_s);
        QVERIFY(block->height() > 60);
        painted(*block);
        QVERIFY(block->plainText().contains("Title"_L1));
        QVERIFY(!block->plainText().contains("evil"_L1));
        // A picture stored with the cell is shown.
        const QByteArray bytes = png(QImage(120, 80, QImage::Format_RGB32));
        QString asked;
        const auto own = rich(u"![z](attachment:z.png)"_s, [&](const QString &name) {
            asked = name;
            return bytes;
        });
        painted(*own);
        QTRY_VERIFY(own->height() >= 80);
        QCOMPARE(asked, u"z.png"_s);
    }

    /// A text document takes its time for each cell, so a table with many is no part of one.
    void aLongTableOfMarkdownIsNoText_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<bool>("text");
        QTest::newRow("20") << 20 << true;
        QTest::newRow("320") << 320 << false;
        QTest::newRow("12,000") << 12'000 << false;
    }

    void aLongTableOfMarkdownIsNoText()
    {
        QFETCH(int, rows);
        QFETCH(bool, text);
        QString source = u"Before\n\n| name | n | share | note |\n|:--|--:|--:|---|\n"_s;
        for (int i = 0; i < rows; ++i)
            source += u"|r|%1|0|**x**|\n"_s.arg(i);
        const auto parts = MarkdownHtml::parse(source + u"\nAfter"_s);
        int cells = 0;
        const HtmlData::Table *table = nullptr;
        for (const HtmlData::Part &part : parts) {
            if (const auto *markup = std::get_if<HtmlData::Markup>(&part))
                cells += int(markup->html.count("<td"_L1));
            else
                table = &std::get<HtmlData::Table>(part);
        }
        QCOMPARE(table == nullptr, text);
        QCOMPARE(cells, text ? rows * 4 : 0);
        if (text)
            return;
        QCOMPARE(table->rows, rows + 1);
        QCOMPARE(table->columns, 4);
        QCOMPARE(table->cells.at(7).text, u"x"_s);
        QVERIFY(table->numeric.at(1) && !table->numeric.at(0));
        const auto block = OutputBlocks::markdown(source);
        auto *pile = qobject_cast<PileBlock *>(block.get());
        QVERIFY(pile);
        pile->layout(700, 1);
        QTRY_VERIFY_WITH_TIMEOUT(pile->isSettled() && pile->count() == 2, 60'000);
        QVERIFY(qobject_cast<TableBlock *>(pile->part(1)));
        QVERIFY2(pile->height() < 500, qPrintable(QString::number(pile->height())));
        QSignalSpy requests(pile, &OutputBlock::requested);
        const auto links = pile->links();
        QCOMPARE(links.size(), 1);
        QCOMPARE(links.first().second.kind, OutputRequest::Kind::OpenTable);
        QCOMPARE(links.first().second.text, u"text/markdown:0"_s);
    }

    /// Many small tables as well: none of their parts is much for a text document.
    void manySmallTablesComeInParts()
    {
        const auto parts = MarkdownHtml::parse(u"|a|b|c|\n|-|-|-|\n|1|2|3|\n|1|2|3|\n|1|2|3|\n\n"_s.repeated(2000));
        QVERIFY(parts.size() > 60);
        for (const HtmlData::Part &part : parts)
            QVERIFY(std::get<HtmlData::Markup>(part).html.count("<td"_L1) <= HtmlData::MaxTextCells + 10);
    }

    /// Nothing hangs, nothing is lost without a word, and no part is more than one turn can lay out.
    void hostileMarkdownIsBounded_data()
    {
        QTest::addColumn<QString>("source");
        const int size = 200'000;
        QString columns = u"|a"_s.repeated(127) + u"|\n"_s + u"|-"_s.repeated(127) + u"|\n"_s;
        QTest::newRow("rows that are filled up") << columns + u"|x|\n"_s.repeated(size / 4);
        QTest::newRow("quotations") << u"> "_s.repeated(size / 2) + u"x"_s;
        QTest::newRow("lists in lists") << u"- "_s.repeated(size / 2) + u"x"_s;
        QTest::newRow("a list of many") << u"- item of a list\n"_s.repeated(size / 17);
        QTest::newRow("brackets") << u"["_s.repeated(size);
        QTest::newRow("pictures in pictures") << u"!["_s.repeated(size / 2);
        QTest::newRow("emphasis") << u"*a _b "_s.repeated(size / 6);
        QTest::newRow("formulas without an end") << u"\\( $ $$ \\[ "_s.repeated(size / 11);
        QTest::newRow("ticks") << u"` `` ``` "_s.repeated(size / 9);
        QTest::newRow("notes") << u"[^1]"_s.repeated(size / 4) + u"\n\n[^1]: "_s + u"n "_s.repeated(1000);
        QTest::newRow("tags without an end") << u"<select><b>"_s.repeated(size / 11);
        QTest::newRow("one line of code") << u"```python\n"_s + u"x"_s.repeated(size) + u"\n```"_s;
        QTest::newRow("code of many lines") << u"```python\n"_s + u"for x in range(10): pass\n"_s.repeated(size / 25) + u"```"_s;
        QTest::newRow("a paragraph like a book") << u"words and words "_s.repeated(size / 16);
        QTest::newRow("exponents") << u"$"_s + u"^"_s.repeated(3000) + u"$ $"_s + u"{"_s.repeated(3000) + u"$ $"_s + u"\\frac"_s.repeated(700) + u"$"_s;
        QTest::newRow("words that stand for others") << QString(QChar(char16_t(0xfdd0))).repeated(100) + u"$x$"_s + QChar(char16_t(0xfdd1));
    }

    void hostileMarkdownIsBounded()
    {
        QFETCH(QString, source);
        const auto block = OutputBlocks::markdown(source);
        block->layout(600, 1);
        const auto *pile = qobject_cast<PileBlock *>(block.get());
        QTRY_VERIFY_WITH_TIMEOUT(!pile || pile->isSettled(), 120'000);
        QVERIFY(block->height() > 0);
        QVERIFY(!block->plainText().trimmed().isEmpty());
    }

    void pictures_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<qreal>("scale");
        QTest::newRow("light") << int(Theme::Kind::Light) << 1.0;
        QTest::newRow("dark") << int(Theme::Kind::Dark) << 1.0;
        QTest::newRow("contrast") << int(Theme::Kind::HighContrast) << 1.0;
        QTest::newRow("light-200") << int(Theme::Kind::Light) << 2.0;
    }

    /// All of it on one picture, to be looked at; and every piece is on it.
    void pictures()
    {
        QFETCH(int, kind);
        QFETCH(qreal, scale);
        const auto back = qScopeGuard([before = Theme::current().kind] {
            Fonts::setScale(1);
            Theme::setCurrent(before);
        });
        Theme::setCurrent(Theme::Kind(kind));
        Fonts::setScale(scale);
        const QString source = u"# Heading *slanted* `code`\n\nText with **bold**, ~~strike~~, [link](https://example.org), <b>html bold</b>, <span style='color:red'>red</span>, H<sub>2</sub>O, x<sup>2</sup>, <kbd>Ctrl</kbd> and a note[^1].\n\n[^1]: The note, with `code`.\n\n"
            "| a | b | c |\n|:--|:-:|--:|\n| 1 | two | 3.5 |\n| **long** text here | x | 1000 |\n\n- [ ] to do\n- [x] done\n  - nested\n    1. one\n    2. two\n\n      ```bash\n      ls -l # in a list\n      ```\n\n"
            "> quoted\n>\n> again\n> > nested\n\n---\n\n```python\ndef f(x):\n    # why\n\n    return \"x\" + str(x**2)\n```\n\n```\nno language, and a line that is longer than the column has room for, so it goes on below it\n```\n\n"
            "Inline $e^{i\\pi}+1=0$ and $\\alpha_1 \\le x^2$:\n\n$$\\int_0^\\infty e^{-x^2}dx=\\frac{\\sqrt\\pi}{2}$$\n\nLocal file: ![pic](pic.png)\n\n![](https://example.org/plot.svg)\n\n[![Open in Colab](https://example.org/b.svg)](https://example.org)\n\n"
            "<div class=\"alert alert-info\" style=\"background-color:#cfe2ff\">\n<b>Note:</b> a box of HTML\n</div>\n\n<center>in the middle</center>\n\n<details><summary>More</summary>\n\nwhat is inside\n\n</details>\n\n"
            "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd, **\u05de\u05d5\u05d3\u05d2\u05e9**\n\n> \u05e6\u05d9\u05d8\u05d5\u05d8\n\n![att](attachment:a.png)\n"_s;
        QImage chart(160, 40, QImage::Format_RGB32);
        chart.fill(Theme::current().accent);
        const auto block = OutputBlocks::markdown(source, [bytes = png(chart)](const QString &) { return bytes; });
        auto *text = qobject_cast<RichBlock *>(block.get());
        QVERIFY(text);
        const int width = int(640 * scale);
        text->layout(width, 1);
        QImage image;
        const auto paint = [&]() {
            image = QImage(width + 32, int(text->height()) + 32, QImage::Format_RGB32);
            image.fill(Theme::current().base);
            QPainter painter(&image);
            painter.translate(16, 16);
            text->paint(&painter, QRectF(0, 0, width, text->height()), false);
        };
        paint();
        QTRY_VERIFY(!text->document()->resource(QTextDocument::ImageResource, QUrl(u"attachment:a.png"_s)).isNull());
        QTRY_COMPARE(text->document()->resource(QTextDocument::ImageResource, QUrl(u"attachment:a.png"_s)).value<QImage>().height(), 40);
        paint();
        for (const QString &word : { u"Heading"_s, u"html bold"_s, u"to do"_s, u"nested"_s, u"ls -l"_s, u"pic.png is not shown"_s, u"plot.svg is not shown"_s, u"Open in Colab"_s, u"a box of HTML"_s, u"what is inside"_s, u"The note"_s, u"e^(iπ)+1=0"_s })
            QVERIFY2(text->plainText().contains(word), qPrintable(word));
        QDir().mkpath(QStringLiteral(WB_PICTURES));
        const QString path = QStringLiteral(WB_PICTURES) + u"/markdown-"_s + QString::fromLatin1(QTest::currentDataTag()) + u".png"_s;
        QVERIFY(image.save(path));
        QFile::setPermissions(path, QFile::permissions(path) | QFile::ReadOther | QFile::ReadGroup);
    }
};

QTEST_MAIN(CellsMarkdown)
#include "tst_cells_markdown.moc"
