// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// What comes out of a sandbox is data: HTML, SVG, pictures, terminal text, tracebacks.
#include "notebook/codelayout.h"
#include "notebook/datagrid.h"
#include "notebook/htmldata.h"
#include "notebook/htmlexport.h"
#include "notebook/htmlstyle.h"
#include "notebook/imagedecoder.h"
#include "notebook/outputblock.h"
#include "notebook/picturediff.h"
#include "notebook/richblocks.h"
#include "notebook/svgcleaner.h"
#include "notebook/textblock.h"
#include "notebook/tracebackblock.h"
#include "theme/fonts.h"
#include "theme/theme.h"

#include <opensandbox/notebook/document.h>

#include <QBuffer>
#include <QClipboard>
#include <QElapsedTimer>
#include <QJsonObject>
#include <QMenu>
#include <QPainter>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTextBlock>
#include <QtEndian>

using namespace Qt::StringLiterals;
using HtmlData::Markup;
using HtmlData::Table;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::MimeBundle;

namespace {

QByteArray cleaned(const QByteArray &svg)
{
    return SvgCleaner::clean(svg, [](const QByteArray &bytes) { return bytes; }).svg;
}

QByteArray png(const QImage &image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

const Table *tableOf(const QList<HtmlData::Part> &parts)
{
    for (const HtmlData::Part &part : parts) {
        if (const auto *table = std::get_if<Table>(&part))
            return table;
    }
    return nullptr;
}

QString markupOf(const QList<HtmlData::Part> &parts)
{
    QString html;
    for (const HtmlData::Part &part : parts) {
        if (const auto *markup = std::get_if<Markup>(&part))
            html += markup->html;
    }
    return html;
}

} // namespace

class CellsOutput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void htmlIsReducedToWhatIsAllowed_data()
    {
        QTest::addColumn<QString>("html");
        QTest::addColumn<QString>("kept");
        QTest::newRow("plain") << u"a <b>b</b>"_s << u"a <b>b</b>"_s;
        QTest::newRow("script") << u"x<script>alert(1)</script>y"_s << u"xy"_s;
        QTest::newRow("script without end") << u"x<script>alert(1)"_s << u"x"_s;
        QTest::newRow("style") << u"<style scoped>b {color: red}</style>x"_s << u"x"_s;
        QTest::newRow("handler") << u"<b onclick=\"evil()\">x</b>"_s << u"<b>x</b>"_s;
        QTest::newRow("javascript link") << u"<a href=\"javascript:evil()\">x</a>"_s << u"<a>x</a>"_s;
        QTest::newRow("file link") << u"<a href='file:///etc/passwd'>x</a>"_s << u"<a>x</a>"_s;
        QTest::newRow("https link") << u"<a href='https://example.org/?a=1&amp;b=2' target=_top>x</a>"_s << u"<a href=\"https://example.org/?a=1&amp;b=2\">x</a>"_s;
        QTest::newRow("remote picture") << u"<img src='http://example.org/a.png' alt='a dog'>"_s << u"[a dog]"_s;
        QTest::newRow("data picture") << u"<img src=\"data:image/png;base64,AAAA\" onerror=x>"_s << u"<img src=\"data:image/png;base64,AAAA\">"_s;
        QTest::newRow("frame") << u"<iframe src='https://example.org'>inner</iframe>x"_s << u"x"_s;
        QTest::newRow("comment") << u"a<!-- <b> -->b"_s << u"ab"_s;
        QTest::newRow("unknown tag keeps its text") << u"<blink>a</blink>"_s << u"a"_s;
        QTest::newRow("unclosed") << u"<b><i>a"_s << u"<b><i>a</i></b>"_s;
        QTest::newRow("wrong order") << u"<b><i>a</b>c"_s << u"<b><i>a</i></b>c"_s;
        QTest::newRow("stray end") << u"</b>a"_s << u"a"_s;
        QTest::newRow("lone angle") << u"1 < 2 and <3"_s << u"1 &lt; 2 and &lt;3"_s;
        QTest::newRow("entities") << u"&lt;b&gt; &amp;amp; &#65;&#x42;&nbsp;&unknown;"_s << u"&lt;b&gt; &amp;amp; AB\u00a0&amp;unknown;"_s;
        QTest::newRow("colour") << u"<span style='color:Red; position:fixed'>a</span>"_s << u"<span style=\"color:#ff0000;\">a</span>"_s;
        QTest::newRow("colours of a block") << u"<div style=\"background-color: rgb(0, 128 , 255); text-align:center;width:9px\"><span>a</span>b</div>"_s
                                            << u"<div style=\"background-color:#0080ff;text-align:center;\"><span>a</span>b</div>"_s;
        QTest::newRow("weight and slant") << u"<p style='font-weight:700;font-style:italic'>a</p>"_s << u"<p style=\"font-weight:bold;font-style:italic;\">a</p>"_s;
        QTest::newRow("a font") << u"<font color=#0f0 face=x>a</font>"_s << u"<span style=\"color:#00ff00;\">a</span>"_s;
        QTest::newRow("background that is loaded") << u"<b style=\"background:url(http://example.org/x.png)\">a</b>"_s << u"<b>a</b>"_s;
        QTest::newRow("colour with more in it") << u"<b style=\"color:red&quot; onclick=&quot;x;color:expression(1)\">a</b>"_s << u"<b>a</b>"_s;
        QTest::newRow("colours by id") << u"<style>#a, p#b { color: red } #c{color:blue}</style><b id=a>x</b><b id=b>y</b>"_s << u"<b style=\"color:#ff0000;\">x</b><b>y</b>"_s;
        QTest::newRow("only script") << u"<div><script src='https://cdn.example.org/x.js'></script></div>"_s << QString();
    }

    void htmlIsReducedToWhatIsAllowed()
    {
        QFETCH(QString, html);
        QFETCH(QString, kept);
        QCOMPARE(markupOf(HtmlData::parse(html)), kept);
    }

    void onlyPlainColoursAreColours_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("color");
        for (const auto &[value, color] : std::initializer_list<std::pair<const char *, const char *>> {
                 { "red", "#ff0000" }, { " #AbC ", "#aabbcc" }, { "#12345678", "" }, { "#123456ff", "#123456" }, { "rgb(1,2,3)", "#010203" }, { "RGBA(1, 2, 3, .9)", "#010203" },
                 { "rgb(100% 0% 50% / 80%)", "#ff0080" }, { "rgba(1,2,3,0.1)", "" }, { "transparent", "" }, { "inherit", "" }, { "rgb(1,2)", "" }, { "rgb(a,b,c)", "" }, { "rgb(-1,2,3)", "" },
                 { "rgb(999,2,3)", "#ff0203" }, { "#12", "" }, { "#ggg", "" }, { "url(x)", "" }, { "red;", "" }, { "", "" }, { "rgb(1,2,3", "" }, { "rgbx(1,2,3)", "" } })
            QTest::newRow(*value ? value : "empty") << QString::fromLatin1(value) << QString::fromLatin1(color);
    }

    void onlyPlainColoursAreColours()
    {
        QFETCH(QString, value);
        QFETCH(QString, color);
        const QRgb read = HtmlStyle::color(value);
        QCOMPARE(read == 0 ? QString() : QColor(read).name(), color);
    }

    // What df.style writes: the colours are the point of the table.
    void colouredTablesKeepTheirColours()
    {
        const auto parts = HtmlData::parse(u"<style type=\"text/css\">\n/* of { T_x } */ @media print { #T_x_row0_col0 { color: blue } }\n#T_x th { font-style: italic }\n"
            u"#T_x_row0_col0, #T_x_row1_col1 {\n  background-color: #023858;\n  color: #f1f1f1;\n}\n#T_x_row1_col0 { font-weight: bold; text-align: center; width: 10em; }\n</style>\n"
            u"<table id=\"T_x\"><thead><tr style=\"text-align: right;\"><th>a</th><th>b</th></tr></thead><tbody>"
            u"<tr><td id=\"T_x_row0_col0\">1</td><td bgcolor=yellow>2</td></tr><tr style='color:green'><td id=\"T_x_row1_col0\">3</td><td id=\"T_x_row1_col1\">4</td></tr>"
            u"<tr><td><b><span style='color:#c00'>up</span></b> or down</td><td>no<i style='color:red'>thing</i></td></tr></tbody></table>"_s);
        const Table *table = tableOf(parts);
        QVERIFY(table);
        QStringList styles;
        for (const HtmlData::TableCell &cell : table->cells)
            styles.append(cell.style.toCss());
        QCOMPARE(styles, (QStringList { u"font-style:italic;"_s, u"font-style:italic;"_s, u"color:#f1f1f1;background-color:#023858;"_s, u"background-color:#ffff00;"_s,
                                        u"color:#008000;text-align:center;font-weight:bold;"_s, u"color:#f1f1f1;background-color:#023858;"_s, u"color:#cc0000;"_s, QString() }));
    }

    void colouredTextCanBeReadInEachTheme()
    {
        for (const Theme::Kind kind : { Theme::Kind::Light, Theme::Kind::Dark, Theme::Kind::HighContrast }) {
            const Theme &theme = Theme::of(kind);
            for (const char *name : { "red", "navy", "yellow", "white", "black", "gray", "#f1f1f1", "lime" }) {
                const QColor color(QString::fromLatin1(name));
                QVERIFY2(HtmlStyle::contrast(HtmlStyle::readable(color, theme.base), theme.base) >= 4.5, name);
                QVERIFY2(HtmlStyle::contrast(HtmlStyle::readable(theme.text, color), color) >= 4.5, name);
            }
        }
        QCOMPARE(HtmlStyle::readable(Qt::black, Qt::white), QColor(Qt::black));
        // And as it is painted: the cell has its colour, the text on it another one.
        const Theme::Kind before = Theme::current().kind;
        Theme::setCurrent(Theme::Kind::Dark);
        TableBlock block(*tableOf(HtmlData::parse(u"<table><tr><th>n</th></tr><tr><td style='background:#ffff00'>88888888</td></tr></table>"_s)));
        block.layout(300, 1);
        QImage picture(300, 80, QImage::Format_RGB32);
        picture.fill(Theme::current().base);
        QPainter painter(&picture);
        block.paint(&painter, QRectF(0, 0, 300, 80), false);
        painter.end();
        Theme::setCurrent(before);
        int yellow = 0;
        int dark = 0;
        for (int x = 0; x < 50; ++x) {
            for (int y = int(block.height() * .6); y < int(block.height()) - 2; ++y) {
                const QColor pixel = picture.pixelColor(x, y);
                yellow += pixel == QColor(0xff, 0xff, 0);
                dark += pixel.green() < 128;
            }
        }
        QVERIFY(yellow > 200);
        QVERIFY(dark > 20);
        // Running text as well.
        SealedDocument document;
        document.showHtml(std::get<Markup>(HtmlData::parse(u"<p>plain <span style='color:#000001'>odd</span></p>"_s).constFirst()));
        bool found = false;
        for (auto it = document.begin().begin(); !it.atEnd(); ++it) {
            if (it.fragment().text() == "odd"_L1) {
                found = true;
                QVERIFY(HtmlStyle::contrast(it.fragment().charFormat().foreground().color(), Theme::current().base) >= 4.5);
            }
        }
        QVERIFY(found);
    }

    void whatIsFoundCanBeReadInEachTheme()
    {
        const Theme::Kind before = Theme::current().kind;
        for (const Theme::Kind kind : { Theme::Kind::Light, Theme::Kind::Dark, Theme::Kind::HighContrast }) {
            Theme::setCurrent(kind);
            const Theme &theme = Theme::current();
            QVERIFY(HtmlStyle::contrast(theme.onFind(false), theme.find) >= 4.5);
            QVERIFY(HtmlStyle::contrast(theme.onFind(true), theme.findActive) >= 4.5);
            // Letters without a colour of their own are no shade between: grey on yellow.
            for (const char *name : { "yellow", "#ffdd00", "lightgreen", "#888888", "navy" }) {
                const QColor text = HtmlStyle::plain(theme.text, QColor(QString::fromLatin1(name)));
                QVERIFY2(HtmlStyle::contrast(text, QColor(QString::fromLatin1(name))) >= 4.5, name);
                QVERIFY2(text == theme.text || text == QColor(Qt::black) || text == QColor(Qt::white), name);
            }
            // Code: a comment, the faintest of all, within a match.
            CodeLayout code;
            code.build(u"# MMMMMMMM"_s, u"python"_s, 400, false);
            QImage picture(400, 40, QImage::Format_RGB32);
            picture.fill(theme.code);
            QPainter painter(&picture);
            code.paint(&painter, {}, QRectF(0, 0, 400, 40), { { 2, 8, theme.findActive, theme.onFind(true) } });
            painter.end();
            const QRect place = code.rectOf(2, 8).toRect().adjusted(1, 1, -1, -1);
            double best = 0;
            for (int x = place.left(); x < place.right(); ++x) {
                for (int y = place.top(); y < place.bottom(); ++y)
                    best = std::max(best, HtmlStyle::contrast(picture.pixelColor(x, y), theme.findActive));
            }
            QVERIFY2(best >= 4.5, qPrintable(u"%1 in theme %2"_s.arg(best).arg(int(kind))));
        }
        Theme::setCurrent(before);
    }

    void barsAreParsed_data()
    {
        QTest::addColumn<QString>("css");
        QTest::addColumn<QString>("kept");
        QTest::newRow("from the left") << u"background: linear-gradient(90deg, #d65f5f 25.5%, transparent 25.5%)"_s
                                       << u"background-image:linear-gradient(90deg,transparent 0%,#d65f5f 0%,#d65f5f 25.5%,transparent 25.5%);"_s;
        QTest::newRow("from the middle") << u"width: 10em; background: linear-gradient(90deg, transparent 50.0%, rgb(0, 128, 0) 50.0%, rgb(0, 128, 0) 75.0%, transparent 75.0%)"_s
                                         << u"background-image:linear-gradient(90deg,transparent 50%,#008000 50%,#008000 75%,transparent 75%);"_s;
        QTest::newRow("without a bar") << u"background: linear-gradient(90deg, transparent 50.0%, red 50.0%, red 50.0%, transparent 50%)"_s << QString();
        QTest::newRow("upwards") << u"background: linear-gradient(0deg, red 10%, transparent 10%)"_s << QString();
        QTest::newRow("many colours") << u"background: linear-gradient(90deg, red, blue)"_s << QString();
        QTest::newRow("what is loaded") << u"background: linear-gradient(90deg, url(x) 10%, red 10%)"_s << QString();
        QTest::newRow("nothing") << u"background: linear-gradient()"_s << QString();
        QTest::newRow("not closed") << u"background: linear-gradient(90deg, rgb(1 10%, red 10%)"_s << QString();
    }
    void barsAreParsed()
    {
        QFETCH(const QString, css);
        QFETCH(const QString, kept);
        QCOMPARE(HtmlStyle::parse(css).toCss(), kept);
        QCOMPARE(HtmlStyle::parse(kept).toCss(), kept); // What we write we read.
    }

    // The tab of a table and its page in an export have the colours of the output.
    void coloursStayInTheGridAndInTheExport()
    {
        const QString html = u"<p>a <mark>b</mark></p><table><tr><th>n</th><th>m</th></tr><tr><td style='background:#ffff00'>1</td>"
                             "<td style='background:linear-gradient(90deg,#336699 40%,transparent 40%);font-weight:bold'>2</td></tr></table>"_s;
        const auto parts = HtmlData::parse(html);
        DataGrid grid(*tableOf(parts));
        grid.resize(300, 200);
        const Theme::Kind before = Theme::current().kind;
        const QAbstractItemModel *model = grid.findChild<QTableView *>()->model();
        for (const Theme::Kind kind : { Theme::Kind::Light, Theme::Kind::Dark, Theme::Kind::HighContrast }) {
            Theme::setCurrent(kind);
            QCOMPARE(model->index(0, 0).data(Qt::BackgroundRole).value<QBrush>().color(), QColor(Qt::yellow));
            QVERIFY(HtmlStyle::contrast(model->index(0, 0).data(Qt::ForegroundRole).value<QColor>(), Qt::yellow) >= 4.5);
            const auto bar = model->index(0, 1).data(Qt::BackgroundRole).value<QBrush>();
            QVERIFY(bar.gradient());
            for (const QGradientStop &stop : bar.gradient()->stops())
                QVERIFY(HtmlStyle::contrast(Theme::current().text, stop.second) >= 4.5);
        }
        Theme::setCurrent(before);
        QVERIFY(model->index(0, 1).data(Qt::FontRole).value<QFont>().weight() >= QFont::DemiBold);

        Notebook::Document document;
        Notebook::Cell *cell = document.insertCell(0, Notebook::CellKind::Code, u"df.style"_s);
        cell->outputs()->appendDisplay(Notebook::MimeBundle::fromJson({ { u"text/html"_s, html } }), {}, {});
        const QString page = HtmlExport::cell(*cell, false);
        QVERIFY2(page.contains("background-color:#ffff00;"_L1), qPrintable(page));
        // Bars are thinned until the letters on them can be read, on the light and on the dark page.
        static const QRegularExpression bars(uR"(linear-gradient\(90deg,transparent 0%,(#\w{6}) 0%.*linear-gradient\(90deg,transparent 0%,light-dark\((#\w{6}),(#\w{6})\) 0%)"_s);
        const QRegularExpressionMatch bar = bars.match(page);
        QVERIFY2(bar.hasMatch(), qPrintable(page));
        QVERIFY(HtmlStyle::contrast(Theme::of(Theme::Kind::Light).text, QColor(bar.captured(1))) >= 4.5);
        QCOMPARE(bar.captured(2), bar.captured(1));
        QVERIFY(HtmlStyle::contrast(Theme::of(Theme::Kind::Dark).text, QColor(bar.captured(3))) >= 4.5);
        // On the dark page, too, the letters on yellow are dark.
        QVERIFY2(page.contains("<span style=\"background-color:#ffff00;color:"_L1), qPrintable(page));
        const qsizetype dark = page.indexOf("light-dark("_L1);
        if (dark >= 0)
            QVERIFY(HtmlStyle::contrast(QColor(page.mid(page.indexOf(u',', dark) + 1, 7)), Qt::yellow) >= 4.5);
    }

    void anyBytesGiveAnAnswer()
    {
        const QStringList hostile { u"<"_s, u"</"_s, u"<a"_s, u"<a href"_s, u"<a href="_s, u"<a href='"_s, u"<!"_s, u"<!--"_s, u"<table"_s, u"<table><tr><td"_s, u"&"_s, u"&#"_s, u"&#xffffffff;"_s,
                                    u"<table><td colspan=999999 rowspan=999999>x</table>"_s, QString(200000, u'<'), u"<b>"_s.repeated(20000), u"<table>"_s.repeated(5000), QString(QChar(0)) };
        for (const QString &html : hostile) {
            QElapsedTimer timer;
            timer.start();
            HtmlData::parse(html);
            QVERIFY2(timer.elapsed() < 2000, qPrintable(html.left(30)));
        }
    }

    // Pain 56: a data frame with scoped style, column spans, a script and a remote picture inside.
    void aDataFrameBecomesATable()
    {
        const auto parts = HtmlData::parse(u"<div><style scoped>.dataframe th { text-align: right; }</style><script>evil()</script>\n"
            u"<table border=\"1\" class=\"dataframe\"><thead><tr><th></th><th colspan=\"2\" halign=\"left\">group &amp; more</th><th>c</th></tr><tr><th></th><th>a</th><th>b</th><th></th></tr></thead>\n"
            u"<tbody><tr><th rowspan=\"2\">x</th><td>1,204</td><td>text</td><td>-1.5e-3</td></tr><tr><td>2</td><td><img src=\"http://example.org/t.png\">more<br>lines</td><td>NaN</td></tr></tbody></table>\n"
            u"<p>2 rows × 3 columns</p></div>"_s);
        const Table *table = tableOf(parts);
        QVERIFY(table);
        QCOMPARE(table->rows, 4);
        QCOMPARE(table->columns, 4);
        QCOMPARE(table->headerRows, 2);
        QCOMPARE(table->numeric, (QList<bool> { false, true, false, true }));
        const auto at = [table](int row, int column) {
            for (const HtmlData::TableCell &cell : table->cells) {
                if (cell.row == row && cell.column == column)
                    return cell;
            }
            return HtmlData::TableCell {};
        };
        QCOMPARE(at(0, 1).text, u"group & more"_s);
        QCOMPARE(at(0, 1).columnSpan, 2);
        QCOMPARE(at(0, 3).text, u"c"_s);
        QCOMPARE(at(2, 0).rowSpan, 2);
        QCOMPARE(at(3, 1).text, u"2"_s);
        QCOMPARE(at(3, 2).text, u"more\nlines"_s);
        QCOMPARE(at(3, 3).text, u"NaN"_s);
        const QString rest = markupOf(parts);
        QVERIFY(rest.contains(u"2 rows × 3 columns"_s));
        QVERIFY(!rest.contains("dataframe"_L1));
        QVERIFY(!rest.contains("evil"_L1));
    }

    void spansNeverLeaveTheTable()
    {
        const auto parts = HtmlData::parse(u"<table><tr><td rowspan=9>a</td><td colspan=3>b</td></tr><tr><td>c</td></tr></table>"_s);
        const Table *table = tableOf(parts);
        QVERIFY(table);
        for (const HtmlData::TableCell &cell : table->cells) {
            QVERIFY(cell.row + cell.rowSpan <= table->rows);
            QVERIFY(cell.column + cell.columnSpan <= table->columns);
        }
    }

    // pandas shortens a long frame to 11 rows: the last row is the point of that.
    void onlyTablesThatAreLongerFold()
    {
        const auto height = [](int rows) {
            const QString html = u"<table><tr><th>n</th></tr>"_s + u"<tr><td>1</td></tr>"_s.repeated(rows) + u"</table>"_s;
            TableBlock block(*tableOf(HtmlData::parse(html)));
            block.layout(600, 1);
            return block.height();
        };
        QCOMPARE(height(12) - height(11), height(11) - height(10));
        QVERIFY(height(12) > height(10));
        QCOMPARE(height(13), height(500));
    }

    void numbersAreKnown_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("numeric");
        for (const char *text : { "1", "-1", "+1.5", "1,204", "1e5", "2.5E-3", "12%", "NaN", "inf", "<NA>", ".5", "\xe2\x88\x92" "3" })
            QTest::newRow(text) << QString::fromUtf8(text) << true;
        for (const char *text : { "", "a", "1a", "-", "1.2.3", "2026-11-30", "1:20", "e5", "1e" })
            QTest::newRow(text[0] ? text : "empty") << QString::fromUtf8(text) << (QLatin1StringView(text) == "1e"_L1);
    }

    void numbersAreKnown()
    {
        QFETCH(QString, text);
        QFETCH(bool, numeric);
        if (text == "1e"_L1)
            return; // Either answer is right.
        QCOMPARE(HtmlData::looksNumeric(text), numeric);
    }

    void svgReachesNothingOutside()
    {
        const QByteArray svg = "<?xml version=\"1.0\"?><!DOCTYPE svg><svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"40\" height=\"20\" onload='evil()'>\n"
            "<script>evil()</script><style>@import url(http://example.org/a.css); rect { fill: red }</style><foreignObject><b>x</b></foreignObject>\n"
            "<image xlink:href=\"file:///etc/passwd\" width=\"5\" height=\"5\"/><image xlink:href=\"data:image/png;base64," + png(QImage(4, 4, QImage::Format_RGB32)).toBase64() + "\" width=\"5\" height=\"5\"/>\n"
            "<linearGradient id=\"g\"/><rect id=\"r\" width=\"10\" height=\"10\" fill='url(#g)' stroke='url(http://example.org/x)'/><use xlink:href=\"#r\"/><use xlink:href=\"http://example.org/#r\"/></svg>";
        const QByteArray clean = cleaned(svg);
        QVERIFY(!clean.isEmpty());
        for (const char *bad : { "evil", "example.org", "file:", "foreignObject", "script", "onload", "@import" })
            QVERIFY2(!clean.contains(bad), bad);
        QVERIFY(clean.contains("data:image/png"));
        QVERIFY(clean.contains("url(#g)"));
        ImageDecoder::Request request;
        request.data = svg;
        request.svg = true;
        const auto picture = ImageDecoder::decode(request);
        QCOMPARE(picture.logicalSize, QSizeF(40, 20));
        QVERIFY(!picture.image.isNull());
        const QByteArray hidden = cleaned("<svg><style>a{}<g/>@import url(http://example.org/x)</style><style>b{}</style></svg>");
        QVERIFY(hidden.contains("b{}") && !hidden.contains("example") && !hidden.contains("@import"));
        QVERIFY(cleaned("<html/>").isEmpty());
        QVERIFY(cleaned("nonsense").isEmpty());
        QVERIFY(cleaned("<svg><g></svg>").isEmpty());
        QVERIFY(cleaned("<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><svg>&b;</svg>").isEmpty());
    }

    // Pain 58: forged headers, huge pictures, long strips.
    void hugePicturesDoNotAllocate()
    {
        QByteArray forged = png(QImage(4, 4, QImage::Format_RGB32));
        qToBigEndian<quint32>(200000, forged.data() + 16);
        qToBigEndian<quint32>(200000, forged.data() + 20);
        ImageDecoder::Request request;
        request.data = forged;
        auto picture = ImageDecoder::decode(request);
        QVERIFY(picture.image.isNull());
        QVERIFY(!picture.error.isEmpty());

        QImage strip(40000, 10, QImage::Format_Grayscale8);
        strip.fill(90);
        request.data = png(strip);
        request.maxWidth = 600;
        picture = ImageDecoder::decode(request);
        QVERIFY2(!picture.image.isNull(), qPrintable(picture.error));
        QCOMPARE(picture.pixelSize, QSize(40000, 10));
        QCOMPARE(picture.logicalSize.width(), 600.0);
        QVERIFY(picture.image.width() <= 1200);

        QImage large(10538, 7310, QImage::Format_Grayscale8);
        large.fill(200);
        request.data = png(large);
        request.maxWidth = 620;
        picture = ImageDecoder::decode(request);
        QVERIFY2(!picture.image.isNull(), qPrintable(picture.error));
        QVERIFY(picture.reduced);
        QVERIFY(picture.image.sizeInBytes() < 16 << 20);

        request.data = "\x89PNG\r\n\x1a\nnonsense";
        QVERIFY(!ImageDecoder::decode(request).error.isEmpty());
        request.data = png(QImage(64, 64, QImage::Format_RGB32)).left(60);
        QVERIFY(!ImageDecoder::decode(request).error.isEmpty());
    }

    // Pain 59: the logical size follows the metadata, whatever the screen.
    void picturesKeepTheSizeTheyAskFor()
    {
        QCOMPARE(ImageDecoder::fit({ 640, 480 }, { 320, 240 }, 1000), QSizeF(320, 240));
        QCOMPARE(ImageDecoder::fit({ 640, 480 }, { 320, 0 }, 1000), QSizeF(320, 240));
        QCOMPARE(ImageDecoder::fit({ 640, 480 }, {}, 320), QSizeF(320, 240));
        QCOMPARE(ImageDecoder::fit({ 100, 50 }, {}, 320), QSizeF(100, 50));
        for (const qreal ratio : { 1.0, 1.5, 2.0 }) {
            ImageDecoder::Request request;
            request.data = png(QImage(640, 480, QImage::Format_RGB32));
            request.wanted = QSizeF(320, 240);
            request.devicePixelRatio = ratio;
            QCOMPARE(ImageDecoder::decode(request).logicalSize, QSizeF(320, 240));
        }
    }

    // A GIF plays while it is painted, stands still while nobody looks, and can be paused.
    void movingPicturesPlayWhileTheyAreSeen()
    {
        const QByteArray gif = "R0lGODlhCAAIAJEAAAAAANIoKChG0v///yH/C05FVFNDQVBFMi4wAwEAAAAh+QQEBQAAACwAAAAACAAIAAACJUyYMGHChAkTJkyYMGHChAkTJkyYMGHChAkTJkyYMGHChAkTJgUAIfkEBAUAAAAsAAAAAAgACAAAAiWUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUoFACH5BAQFAAAALAAAAAAIAAgAAAIl3Lhx48aNGzdu3Lhx48aNGzdu3Lhx48aNGzdu3Lhx48aNGzduBQA7";
        const ImageDecoder::Animation animation = ImageDecoder::animate({ gif, true, false, {}, 200, 1 });
        QCOMPARE(animation.frames.size(), 3);
        QCOMPARE(animation.delays, (QList<int> { 50, 50, 50 }));
        QCOMPARE(animation.loops, -1);
        QVERIFY(animation.frames[0].pixelColor(1, 1) != animation.frames[1].pixelColor(1, 1));

        ImageBlock block({ gif, true, false, {}, 0, 1 }, gif.size(), QSize(8, 8), u"image/gif"_s);
        block.layout(200, 1);
        QTRY_VERIFY(block.isMoving());
        QImage canvas(100, 100, QImage::Format_RGB32);
        const auto paint = [&]() {
            QPainter painter(&canvas);
            block.paint(&painter, canvas.rect(), false);
        };
        // Nobody paints: it waits.
        QTest::qWait(200);
        QCOMPARE(block.frame(), 0);
        QSet<int> seen;
        QSet<QRgb> colours;
        connect(&block, &OutputBlock::repaint, this, [&]() {
            paint();
            seen.insert(block.frame());
            colours.insert(canvas.pixel(2, 2));
        });
        paint();
        QTRY_COMPARE_WITH_TIMEOUT(seen.size(), 3, 10'000);
        QCOMPARE(colours.size(), 3);
        block.setPaused(true);
        const int stands = block.frame();
        QTest::qWait(200);
        QCOMPARE(block.frame(), stands);
        block.setPaused(false);
        QTRY_VERIFY(block.frame() != stands);
        block.disconnect(this);
        QVERIFY(block.plainText().contains("Moving"_L1));
    }

    void aPictureThatWouldTakeTooMuchStandsStill()
    {
        const QByteArray gif = "R0lGODlhCAAIAJEAAAAAANIoKChG0v///yH/C05FVFNDQVBFMi4wAwEAAAAh+QQEBQAAACwAAAAACAAIAAACJUyYMGHChAkTJkyYMGHChAkTJkyYMGHChAkTJkyYMGHChAkTJgUAIfkEBAUAAAAsAAAAAAgACAAAAiWUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUoFACH5BAQFAAAALAAAAAAIAAgAAAIl3Lhx48aNGzdu3Lhx48aNGzdu3Lhx48aNGzdu3Lhx48aNGzduBQA7";
        // Shown that large, its frames would not fit.
        ImageDecoder::Request request { gif, true, false, {}, 0, 1 };
        QVERIFY(!ImageDecoder::animate(request).frames.isEmpty());
        QByteArray huge = QByteArray::fromBase64(gif);
        huge[6] = huge[8] = char(0xff); // 32,767 pixels wide and high
        huge[7] = huge[9] = 0x7f;
        request = { huge, false, false, {}, 0, 1 };
        QVERIFY(ImageDecoder::animate(request).frames.isEmpty());
        request = { huge.first(40), false, false, {}, 0, 1 };
        QVERIFY(ImageDecoder::animate(request).frames.isEmpty());
    }

    // A figure that was drawn for a dark ground has light letters: on another one it brings its own.
    void aPictureStandsOnTheGroundItWasDrawnFor_data()
    {
        QTest::addColumn<QJsonObject>("metadata");
        QTest::addColumn<QString>("ground");
        const QString key = u"needs_background"_s;
        QTest::newRow("dark") << QJsonObject { { key, u"dark"_s } } << u"dark"_s;
        QTest::newRow("dark, of the type") << QJsonObject { { u"image/png"_s, QJsonObject { { key, u"dark"_s } } } } << u"dark"_s;
        QTest::newRow("light") << QJsonObject { { key, u"light"_s } } << u"light"_s;
        QTest::newRow("any") << QJsonObject {} << QString();
        QTest::newRow("unknown") << QJsonObject { { key, u"plaid"_s } } << QString();
        QTest::newRow("hostile") << QJsonObject { { key, QJsonObject { { key, key } } }, { u"image/png"_s, key } } << QString();
    }

    void aPictureStandsOnTheGroundItWasDrawnFor()
    {
        QFETCH(const QJsonObject, metadata);
        QFETCH(const QString, ground);
        QImage image(40, 30, QImage::Format_ARGB32);
        image.fill(Qt::transparent);
        image.setPixelColor(20, 15, Qt::green);
        Notebook::Document saved;
        saved.cell(0)->outputs()->appendDisplay(MimeBundle::fromJson({ { u"image/png"_s, QString::fromLatin1(png(image).toBase64()) } }), metadata, {});
        // As it comes from a file.
        Notebook::Document document;
        Cell *cell = document.cell(0);
        cell->outputs()->load(saved.cell(0)->outputs()->toJson());
        const OutputSource source(cell->outputs(), cell->outputs()->at(0).id());
        const QColor paper = ground.isEmpty() ? QColor() : Theme::of(ground == "dark"_L1 ? Theme::Kind::Dark : Theme::Kind::Light).base;
        const Theme::Kind before = Theme::current().kind;
        for (const Theme::Kind kind : { Theme::Kind::Light, Theme::Kind::Dark, Theme::Kind::HighContrast }) {
            Theme::setCurrent(kind);
            const auto blocks = OutputBlocks::make(source, {});
            auto *block = qobject_cast<ImageBlock *>(blocks.front().get());
            QVERIFY(block);
            block->layout(400, 1);
            QTRY_VERIFY(!block->picture().image.isNull());
            QImage canvas(60, 40, QImage::Format_RGB32);
            canvas.fill(Qt::magenta);
            QPainter painter(&canvas);
            block->paint(&painter, QRectF(0, 0, 60, 40), false);
            painter.end();
            const bool own = !ground.isEmpty() && (ground == "dark"_L1) != Theme::current().isDark();
            QCOMPARE(canvas.pixelColor(10, 10), own ? paper : QColor(Qt::magenta));
            QCOMPARE(canvas.pixelColor(20, 15), QColor(Qt::green));
            QCOMPARE(canvas.pixelColor(0, 0), QColor(Qt::magenta)); // Round corners.
            QCOMPARE(canvas.pixelColor(50, 35), QColor(Qt::magenta));
        }
        Theme::setCurrent(before);

        // Where it will be looked at nobody knows.
        const auto blocks = OutputBlocks::make(source, {});
        blocks.front()->layout(400, 1);
        QTRY_VERIFY(!qobject_cast<ImageBlock *>(blocks.front().get())->picture().image.isNull());
        QGuiApplication::clipboard()->clear();
        QMenu menu;
        blocks.front()->fillMenu(&menu);
        menu.actions().constFirst()->trigger();
        QTRY_VERIFY(!QGuiApplication::clipboard()->image().isNull());
        const auto cornerOf = [](const QImage &picture) { return picture.convertToFormat(QImage::Format_ARGB32).pixelColor(0, 0); };
        const QColor corner = ground.isEmpty() ? QColor(0, 0, 0, 0) : paper;
        QCOMPARE(cornerOf(QGuiApplication::clipboard()->image()), corner);
        const QByteArray bytes = PictureGround::onPaper(png(image), u"image/png"_s, PictureGround::of(cell->outputs()->at(0).metadata(), u"image/png"_s));
        QCOMPARE(cornerOf(QImage::fromData(bytes)), corner);
        QCOMPARE(cornerOf(PictureDifference::of(cell->outputs()->pictures().constFirst(), cell->outputs()->pictures().constFirst()).left), corner);

        const QString page = HtmlExport::cell(*cell, false);
        QCOMPARE(page.contains("background:"_L1), !ground.isEmpty());
        QVERIFY(ground.isEmpty() || page.contains(QString(u"style=\"background:"_s + paper.name())));
        const QString onPaper = HtmlExport::cell(*cell, true);
        const qsizetype from = onPaper.indexOf("base64,"_L1) + 7;
        QCOMPARE(cornerOf(QImage::fromData(QByteArray::fromBase64(onPaper.sliced(from, onPaper.indexOf(u'"', from) - from).toLatin1()))), corner);
    }

    void groundsOfEncodedPictures()
    {
        using PictureGround::Ground;
        using PictureGround::onPaper;
        const QByteArray svg = "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><path/></svg>";
        const QByteArray dark = onPaper(svg, u"image/svg+xml"_s, Ground::Dark);
        ImageDecoder::Request request { dark, false, true, {}, 0, 1 };
        QCOMPARE(ImageDecoder::decode(request).image.pixelColor(4, 4), Theme::of(Theme::Kind::Dark).base);
        QCOMPARE(onPaper(svg, u"image/svg+xml"_s, Ground::Any), svg);
        for (const QByteArray &odd : { QByteArray(), QByteArray("<svg"), QByteArray("<svg/>"), QByteArray("\x89PNG"), QByteArray(1000, '<') }) {
            for (const QString &mime : { u"image/svg+xml"_s, u"image/png"_s, u"image/jpeg"_s })
                QCOMPARE(onPaper(odd, mime, Ground::Dark), odd);
        }
        QImage opaque(8, 8, QImage::Format_RGB32);
        opaque.fill(Qt::white);
        QCOMPARE(onPaper(png(opaque), u"image/png"_s, Ground::Dark), png(opaque));
    }

    void transparencyIsKnown()
    {
        QImage image(8, 8, QImage::Format_ARGB32);
        image.fill(Qt::white);
        ImageDecoder::Request request;
        request.data = png(image);
        QVERIFY(ImageDecoder::decode(request).opaque);
        image.setPixelColor(3, 3, Qt::transparent);
        request.data = png(image).toBase64();
        request.base64 = true;
        QVERIFY(!ImageDecoder::decode(request).opaque);
    }

    void terminalColoursAreReadable()
    {
        for (const auto kind : { Theme::Kind::Light, Theme::Kind::Dark, Theme::Kind::HighContrast }) {
            Theme::setCurrent(kind);
            Notebook::StreamText text;
            for (int i = 0; i < 256; ++i)
                text.append(u"\x1b[38;5;%1mx\x1b[0m"_s.arg(i));
            text.append(u"\x1b[38;2;255;255;0my\x1b[38;2;1;2;3mz\x1b[0m");
            const auto formats = TerminalColors::formats(text.row(0), false);
            QVERIFY(formats.size() > 200);
            for (const auto &range : formats)
                QVERIFY(TerminalColors::contrast(range.format.foreground().color(), Theme::current().base) >= 4.4);
        }
        Theme::setCurrent(Theme::Kind::Light);
    }

    void everyMimeTypeIsShown_data()
    {
        QTest::addColumn<QJsonObject>("data");
        QTest::addColumn<QByteArray>("block");
        const QString picture = QString::fromLatin1(png(QImage(8, 8, QImage::Format_RGB32)).toBase64());
        QTest::newRow("text") << QJsonObject { { u"text/plain"_s, u"3"_s } } << QByteArray("TextBlock");
        QTest::newRow("html before text") << QJsonObject { { u"text/plain"_s, u"3"_s }, { u"text/html"_s, u"<b>3</b>"_s } } << QByteArray("RichBlock");
        QTest::newRow("table") << QJsonObject { { u"text/plain"_s, u"3"_s }, { u"text/html"_s, u"<table><tr><td>1</td></tr></table>"_s } } << QByteArray("TableBlock");
        QTest::newRow("script only falls back") << QJsonObject { { u"text/plain"_s, u"3"_s }, { u"text/html"_s, u"<script>x</script>"_s } } << QByteArray("TextBlock");
        QTest::newRow("png") << QJsonObject { { u"text/plain"_s, u"<Figure>"_s }, { u"image/png"_s, picture } } << QByteArray("ImageBlock");
        QTest::newRow("svg") << QJsonObject { { u"image/svg+xml"_s, u"<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'/>"_s } } << QByteArray("ImageBlock");
        QTest::newRow("markdown") << QJsonObject { { u"text/markdown"_s, u"# a"_s } } << QByteArray("RichBlock");
        QTest::newRow("latex") << QJsonObject { { u"text/latex"_s, u"$x^2$"_s } } << QByteArray("TextBlock");
        QTest::newRow("json") << QJsonObject { { u"application/json"_s, QJsonObject { { u"a"_s, 1 } } } } << QByteArray("JsonBlock");
        QTest::newRow("widget falls back") << QJsonObject { { u"application/vnd.jupyter.widget-view+json"_s, QJsonObject {} }, { u"text/plain"_s, u"IntSlider"_s } } << QByteArray("TextBlock");
        QTest::newRow("unknown") << QJsonObject { { u"application/vnd.thing"_s, u"AAAA"_s } } << QByteArray("UnknownBlock");
        QTest::newRow("nothing") << QJsonObject {} << QByteArray("UnknownBlock");
    }

    void everyMimeTypeIsShown()
    {
        QFETCH(QJsonObject, data);
        QFETCH(QByteArray, block);
        Notebook::Document document;
        Cell *cell = document.cell(0);
        cell->outputs()->appendDisplay(MimeBundle::fromJson(data));
        const auto blocks = OutputBlocks::make(OutputSource(cell->outputs(), cell->outputs()->at(0).id()), {});
        QVERIFY(!blocks.empty());
        QCOMPARE(QByteArray(blocks.front()->metaObject()->className()), block);
        for (const auto &one : blocks) {
            one->layout(600, 1);
            QTRY_VERIFY(one->height() > 0);
            QImage image(600, int(one->height()) + 2, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::white);
            QPainter painter(&image);
            one->paint(&painter, image.rect(), false);
            QVERIFY(!one->plainText().isNull());
        }
    }

    void longOutputShowsItsEnds()
    {
        Notebook::Document document;
        Notebook::OutputList *outputs = document.cell(0)->outputs();
        QString text;
        for (int i = 0; i < 5000; ++i)
            text += u"line %1\n"_s.arg(i);
        outputs->appendStream(Notebook::StreamName::Stdout, text);
        TextBlock block(OutputSource(outputs, outputs->at(0).id()), false);
        block.layout(600, 1);
        QVERIFY(block.isFolded());
        QVERIFY2(block.barText().startsWith("4,960 lines between"_L1), qPrintable(block.barText()));
        block.selectAll();
        QVERIFY(block.selectedText().contains("line 2500\n"_L1)); // Pain 52: copy gives everything.
        const qreal folded = block.height();
        block.showAll();
        QVERIFY(block.height() < folded + 200);
        block.collapse();
        QCOMPARE(block.height(), folded);
        outputs->appendStream(Notebook::StreamName::Stdout, u"last");
        block.contentChanged(5000);
        QVERIFY(block.barText().startsWith("4,961"_L1));
    }

    // Pain 49: one line of 10 MB, as a stream and as a result.
    void anEnormousLineCostsLittle()
    {
        Notebook::Document document;
        Notebook::OutputList *outputs = document.cell(0)->outputs();
        outputs->appendStream(Notebook::StreamName::Stdout, QString(10000000, u'x'));
        TextBlock block(OutputSource(outputs, outputs->at(0).id()), false);
        QElapsedTimer timer;
        timer.start();
        block.layout(600, 1);
        QImage image(600, int(block.height()), QImage::Format_RGB32);
        QPainter painter(&image);
        block.paint(&painter, image.rect(), false);
        QVERIFY2(timer.elapsed() < 400, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(block.isFolded());
        QVERIFY(block.height() < 3000);
        QVERIFY(block.barText().contains("10.0 MB"_L1));
    }

    void carriageReturnsDrawOneBar()
    {
        Notebook::Document document;
        Notebook::OutputList *outputs = document.cell(0)->outputs();
        for (int i = 0; i <= 100; ++i)
            outputs->appendStream(Notebook::StreamName::Stderr, u"\r%1%|####"_s.arg(i));
        TextBlock block(OutputSource(outputs, outputs->at(0).id()), true);
        block.layout(600, 1);
        QCOMPARE(block.plainText().trimmed(), u"100%|####"_s);
    }

    void tracebacksKeepTheUsersFrames()
    {
        const auto parsed = TracebackBlock::parse({ u"-----------"_s, u"ValueError      Traceback (most recent call last)"_s, u"Cell In[3], line 7"_s, u"      5 def f():"_s, u"----> 7     g(1)"_s, QString(),
                                                    u"File /workspace/tools.py:12, in g(x)"_s, u"     11 def g(x):"_s, u"---> 12     return np.sqrt(x)"_s, QString(),
                                                    u"File /usr/lib/python3/dist-packages/numpy/core.py:90, in sqrt(x)"_s, u"---> 90     raise ValueError('no')"_s, QString(), u"ValueError: no"_s },
                                                  u"ValueError"_s, u"no"_s);
        QCOMPARE(parsed.frames.size(), 3);
        QCOMPARE(parsed.frames[0].cell, 3);
        QCOMPARE(parsed.frames[0].line, 7);
        QCOMPARE(parsed.frames[0].code.trimmed(), u"g(1)"_s);
        QVERIFY(!parsed.frames[1].library);
        QCOMPARE(parsed.frames[1].place, u"/workspace/tools.py"_s);
        QCOMPARE(parsed.frames[1].function, u"g(x)"_s);
        QVERIFY(parsed.frames[2].library);
        QVERIFY(parsed.rest.isEmpty());

        const auto chained = TracebackBlock::parse({ u"KeyError      Traceback (most recent call last)"_s, u"File /usr/lib/python3/dist-packages/pandas/core/indexes/base.py:3805, in get_loc(self, key)"_s,
                                                     u"-> 3805     return self._engine.get_loc(casted_key)"_s, u"File pandas/_libs/hashtable_class_helper.pxi:7081, in get_item()"_s, QString(),
                                                     u"The above exception was the direct cause of the following exception:"_s, QString(), u"KeyError      Traceback (most recent call last)"_s,
                                                     u"Cell In[4], line 5"_s, u"----> 5 f(1)"_s, u"Cell In[4], line 2, in g(x)"_s, u"----> 2     return df['nope']"_s,
                                                     u"File index.pyx:167, in get_loc()"_s, u"KeyError: 'nope'"_s }, u"KeyError"_s, u"'nope'"_s);
        QCOMPARE(chained.frames.size(), 3);
        QCOMPARE(chained.frames[0].line, 5);
        QCOMPARE(chained.frames[1].function, u"g(x)"_s);
        QVERIFY(chained.frames[2].library);
        QVERIFY2(chained.rest.isEmpty(), qPrintable(chained.rest.join(u'\n')));
        const auto node = TracebackBlock::parse({ u"TypeError: client.open is not a function"_s, u"    at evalmachine.<anonymous>:1:27"_s, u"    at run (/workspace/node_modules/vm/index.js:10:5)"_s },
                                                u"TypeError"_s, u"client.open is not a function"_s);
        QCOMPARE(node.frames.size(), 2);
        QVERIFY(node.frames[1].library);
        const auto shell = TracebackBlock::parse({ u"bash: line 1: nonsense: command not found"_s }, u"CommandExecError"_s, u"127"_s);
        QCOMPARE(shell.rest.size(), 1);
    }
    /// The bar between head and tail is a part of the window; the text around it is not.
    void barsAreMirroredWithTheWindow()
    {
        const auto back = qScopeGuard([] { QGuiApplication::setLayoutDirection(Qt::LeftToRight); });
        Notebook::Document document;
        Notebook::OutputList *outputs = document.cell(0)->outputs();
        outputs->appendStream(Notebook::StreamName::Stdout, u"one line of text\n"_s.repeated(500));
        for (const auto direction : { Qt::LeftToRight, Qt::RightToLeft }) {
            QGuiApplication::setLayoutDirection(direction);
            TextBlock block(OutputSource(outputs, outputs->at(0).id()), false);
            block.layout(600, 1);
            QVERIFY(block.isFolded());
            QImage image(600, int(block.height()), QImage::Format_RGB32);
            image.fill(Theme::current().base);
            QPainter painter(&image);
            painter.setLayoutDirection(Qt::LeftToRight); // As the canvas has it.
            block.paint(&painter, image.rect(), false);
            painter.end();
            int bar = 0;
            while (bar < image.height() && image.pixel(300, bar) != Theme::current().sunken.rgb())
                ++bar;
            QVERIFY(bar < image.height());
            const bool mirrored = direction == Qt::RightToLeft;
            const qreal middle = bar + 12;
            // Links stand at the end, text begins where reading begins.
            QCOMPARE(block.cursorAt(QPointF(mirrored ? 20 : 580, middle)), Qt::PointingHandCursor);
            QVERIFY(block.cursorAt(QPointF(mirrored ? 580 : 20, middle)) != Qt::PointingHandCursor);
            const auto ink = [&image](const QRect &place) {
                for (int x = place.left(); x <= place.right(); ++x) {
                    for (int y = place.top(); y <= place.bottom(); ++y) {
                        if (qGray(image.pixel(x, y)) < 160)
                            return true;
                    }
                }
                return false;
            };
            QVERIFY(ink(QRect(mirrored ? 572 : 6, bar + 4, 22, 18)));
            QVERIFY(ink(QRect(0, 2, 20, 12)));
            QVERIFY(!ink(QRect(400, 2, 200, 12)));
        }
    }
};

QTEST_MAIN(CellsOutput)
#include "tst_cells_output.moc"
