// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// Markdown that is broken, unfinished or hostile: reading it never fails, and nothing of it becomes more than a window can show.
#include "notebook/formula.h"
#include "notebook/htmldata.h"
#include "notebook/markdownhtml.h"

#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using HtmlData::Markup;

namespace {

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

class CellsSoup : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void unfinishedFormulasStayAsTheyAre()
    {
        for (const QString &source : { u"$$\\begin{x$$"_s, u"$\\begin{$"_s, u"\\[\\begin{a\\]"_s, u"\\(\\begin\\)"_s }) {
            QCOMPARE(Formula::readable(source), source);
            QVERIFY2(htmlOf(source).contains(source.toHtmlEscaped()), qPrintable(source));
        }
    }

    void marksOfTheReaderAreNoMarksInASource_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("html");
        // What marks a formula inside the reader, written by the author. No address with it is followed or reaches beyond the formulas.
        for (const QString &rest : { QString(), u" $x$"_s }) {
            const QString formula = rest.isEmpty() ? QString() : u" <code class=\"math\" title=\"$x$\">x</code>"_s;
            const char *const where = rest.isEmpty() ? "without" : "with";
            QTest::addRow("marks in a link, %s a formula", where) << u"[a](&#xfdd0;A&#xfdd1;)"_s + rest << u"<p><a>a</a>"_s + formula + u"</p>"_s;
            QTest::addRow("digits in a link, %s a formula", where) << u"[a](&#xfdd0;"_s + u"&#xfde1;"_s.repeated(40) + u"&#xfdd1;)"_s + rest << u"<p><a>a</a>"_s + formula + u"</p>"_s;
            QTest::addRow("the first word in a link, %s a formula", where) << u"[a](https://example.org/&#xfdd0;&#xfdd2;&#xfdd1;)"_s + rest
                                                                           << u"<p><a href=\"https://example.org/%EF%B7%90%EF%B7%92%EF%B7%91\">a</a>"_s + formula + u"</p>"_s;
            QTest::addRow("marks of code, %s a formula", where) << u"```&#xfdd0;A&#xfdd1;\nb\n```\n"_s + rest.trimmed() << u"<pre>b</pre>"_s + (rest.isEmpty() ? QString() : u"<p>"_s + formula.trimmed() + u"</p>"_s);
        }
        QTest::newRow("marks in a picture") << u"![a](data:image/png;base64,&#xfdd0;A&#xfdd1;)"_s << u"<p><img src=\"data:image/png;base64,\ufdd0A\ufdd1\" alt=\"a\"></p>"_s;
    }

    void marksOfTheReaderAreNoMarksInASource()
    {
        QFETCH(QString, source);
        QFETCH(QString, html);
        QCOMPARE(htmlOf(source).trimmed(), html);
    }

    /// It is read while the window waits: what becomes much out of little is shown as it was written.
    void muchOutOfLittleIsGivenUp_data()
    {
        QTest::addColumn<QString>("source");
        QTest::newRow("rows that are filled up") << u"|a"_s.repeated(128) + u"|\n"_s + u"|-"_s.repeated(128) + u"|\n"_s + u"|\n"_s.repeated(5000);
        QTest::newRow("one note, called again and again") << u"[^1]"_s.repeated(2500) + u"\n\n[^1]: "_s + u"\""_s.repeated(200);
    }

    void muchOutOfLittleIsGivenUp()
    {
        QFETCH(QString, source);
        const QString html = MarkdownHtml::toHtml(source);
        QVERIFY2(html.size() <= 64 * 1024 + 40 * source.size(), qPrintable(QString::number(html.size())));
        QCOMPARE(html, u"<pre>"_s + source.toHtmlEscaped() + u"</pre>"_s);
    }

    /// The same on each run. Whole inputs of a few of the signs only: so they often meet in the orders that matter.
    void anySoupIsRead_data()
    {
        QTest::addColumn<QStringList>("signs"); ///< Empty: any bytes.
        QTest::addColumn<int>("inputs");
        const QStringList links { u"[a]("_s, u"![a]("_s, u")"_s, u"&#xfdd0;"_s, u"&#xfdd1;"_s, u"&#xfdd3;"_s, u"A"_s, u"$x$"_s, u"\n```"_s };
        const QStringList formulas { u"$"_s, u"$$"_s, u"\\("_s, u"\\)"_s, u"\\["_s, u"\\]"_s, u"\\begin{"_s, u"\\end{"_s, u"align"_s, u"}"_s, u"{"_s, u"x"_s, u"^"_s, u"\\frac"_s, u"\\left"_s, u"\n"_s, u" "_s };
        const QStringList blocks { u"\n"_s, u"\n\n"_s, u"- "_s, u"- [x] "_s, u"1. "_s, u"> "_s, u"    "_s, u"```"_s, u"~~~"_s, u"{r}"_s, u"|a|b|\n"_s, u"|-|-|\n"_s, u"|"_s, u"# "_s, u"---\n"_s, u"[^1]"_s, u"[^1]: "_s, u"$x$"_s, u"a"_s };
        const QStringList html { u"<table>"_s, u"</table>"_s, u"<tr>"_s, u"<td colspan=3>"_s, u"<td rowspan=9>"_s, u"<th>"_s, u"<b>"_s, u"</b>"_s, u"<pre class=math title='"_s, u"'>"_s, u"<script>"_s, u"</script>"_s, u"<style>"_s, u"<!--"_s, u"-->"_s, u"<img src="_s, u"<"_s, u"&#"_s, u";"_s, u"\n\n"_s, u"$x$"_s, u"a"_s };
        QTest::newRow("links") << links << 4000;
        QTest::newRow("formulas") << formulas << 4000;
        QTest::newRow("blocks") << blocks << 3000;
        QTest::newRow("inline HTML") << html << 3000;
        QTest::newRow("all of it") << links + formulas + blocks + html << 3000;
        QTest::newRow("bytes") << QStringList() << 3000;
    }

    void anySoupIsRead()
    {
        QFETCH(QStringList, signs);
        QFETCH(int, inputs);
        QRandomGenerator random(20'000);
        for (int i = 0; i < inputs; ++i) {
            QString source;
            if (signs.isEmpty()) {
                QByteArray bytes(random.bounded(1, 120), Qt::Uninitialized);
                for (char &byte : bytes)
                    byte = char(random.bounded(256));
                source = i % 2 ? QString::fromUtf8(bytes) : QString::fromLatin1(bytes);
            } else {
                QStringList few;
                for (int sign = 0; sign < 8; ++sign)
                    few.append(signs[random.bounded(signs.size())]);
                for (int sign = 0, count = random.bounded(2, 25); sign < count; ++sign)
                    source += few[random.bounded(few.size())];
            }
            const auto parts = MarkdownHtml::parse(source);
            for (const HtmlData::Part &part : parts) {
                const auto *markup = std::get_if<Markup>(&part);
                QVERIFY2(!markup || (!markup->html.contains("<script"_L1) && !markup->html.contains("src=\"http"_L1)), qPrintable(source));
            }
            for (qsizetype at = 0; at < source.size(); ++at) {
                const Formula::Place place = Formula::at(source, at);
                QVERIFY2(place.end == -1 || (place.end > at && place.end <= source.size()), qPrintable(source));
                if (place.end > at)
                    QVERIFY2(!Formula::readable(source.sliced(at, place.end - at)).isEmpty(), qPrintable(source));
            }
            (void)Formula::readable(source);
        }
    }
};

QTEST_GUILESS_MAIN(CellsSoup)
#include "tst_cells_soup.moc"
