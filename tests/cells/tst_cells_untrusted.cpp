// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// Pictures that a cell prints or a file of a sandbox holds: nothing in them is taken for anything but what it says, nothing of the
// user's is opened, and all of it ends.
#include "files/previewcontent.h"
#include "notebook/headings.h"
#include "notebook/htmldata.h"
#include "notebook/htmlexport.h"
#include "notebook/imagedecoder.h"
#include "notebook/inpool.h"
#include "notebook/markdownhtml.h"
#include "notebook/notebookview.h"
#include "notebook/outputblock.h"
#include "notebook/picturediff.h"
#include "notebook/pileblock.h"
#include "notebook/richblocks.h"
#include "notebook/svgcleaner.h"
#include "notebook/tracebackblock.h"
#include "theme/workbenchstyle.h"

#include "fakes.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/json.h>

#include <QBuffer>
#include <QDirIterator>
#include <QImageWriter>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPainter>
#include <QProcess>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QtEndian>

#include <ctime>

#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

QByteArray encoded(const QImage &image, const char *format)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter(&buffer, format).write(image);
    return bytes;
}

QByteArray svgWith(const QByteArray &content)
{
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"40\" height=\"40\">" + content + "</svg>";
}

QByteArray svgAround(const QByteArray &reference)
{
    return svgWith("<image xlink:href=\"" + reference + "\" width=\"40\" height=\"40\"/><rect width=\"2\" height=\"2\"/>");
}

QByteArray gzip(const QByteArray &data)
{
    quint32 crc = ~0u;
    for (const char c : data) {
        crc ^= quint8(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320u : 0);
    }
    QByteArray tail(8, 0);
    qToLittleEndian<quint32>(~crc, tail.data());
    qToLittleEndian<quint32>(quint32(data.size()), tail.data() + 4);
    const QByteArray packed = qCompress(data);
    return QByteArray("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10) + packed.sliced(6).chopped(4) + tail;
}

/// Tells when somebody opens one of the files of a folder.
class Watch
{
public:
    explicit Watch(const QString &folder) : m_inotify(inotify_init1(IN_NONBLOCK | IN_CLOEXEC))
    {
        for (const QString &file : QDir(folder).entryList(QDir::Files | QDir::System))
            inotify_add_watch(m_inotify, QFile::encodeName(folder + u'/' + file).constData(), IN_OPEN | IN_ACCESS);
    }
    ~Watch() { close(m_inotify); }
    Watch(const Watch &) = delete;
    Watch &operator=(const Watch &) = delete;

    bool sawSomething()
    {
        char room[4096];
        return read(m_inotify, room, sizeof room) > 0;
    }

private:
    int m_inotify;
};

bool showsMagenta(const QImage &picture)
{
    const QImage image = picture.convertToFormat(QImage::Format_ARGB32);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor color = image.pixelColor(x, y);
            if (color.alpha() > 10 && color.red() > 200 && color.blue() > 200 && color.green() < 60)
                return true;
        }
    }
    return false;
}

QImage painted(OutputBlock &block)
{
    QImage canvas(200, 200, QImage::Format_RGB32);
    block.layout(200, 1);
    for (int round = 0; round < 6; ++round) { // What is decoded comes some turns later.
        canvas.fill(Qt::white);
        QPainter painter(&canvas);
        block.paint(&painter, canvas.rect(), false);
        painter.end();
        outputsPool().waitForDone();
        QCoreApplication::processEvents();
    }
    return canvas;
}

QImage drawn(const QByteArray &svg)
{
    ImageDecoder::Request request;
    request.data = svg;
    request.svg = true;
    return ImageDecoder::decode(request).image;
}

qint64 cost(const QByteArray &svg)
{
    return SvgCleaner::clean(svg, [](const QByteArray &) { return QByteArray(); }).drawn;
}

} // namespace

class CellsUntrusted : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QImage magenta(40, 40, QImage::Format_RGB32);
        magenta.fill(Qt::magenta);
        m_secret = m_folder.filePath(u"secret.png"_s);
        QVERIFY(magenta.save(m_secret));
        m_pipe = m_folder.filePath(u"pipe"_s);
        QCOMPARE(mkfifo(QFile::encodeName(m_pipe).constData(), 0600), 0);
        // This test can fail: left to guess, Qt takes anything for an SVG and opens what that names.
        Watch watch(m_folder.path());
        const QImage guessed = QImage::fromData(svgAround(m_secret.toUtf8()));
        if (guessed.isNull())
            QSKIP("This Qt has no plugin for SVG.");
        QVERIFY(watch.sawSomething());
        QVERIFY(showsMagenta(guessed));
    }

    void noDisguiseOpensAFile_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        for (const QString &path : { m_secret, m_pipe }) {
            const auto row = [secret = path == m_secret](const char *where) -> QTestData & { return QTest::addRow("%s %s", secret ? "a picture" : "a pipe", where); };
            const QByteArray plain = svgAround(path.toUtf8());
            row("in an SVG") << plain;
            row("by its address") << svgAround("file://" + path.toUtf8());
            row("behind a declaration") << QByteArray("<?xml version=\"1.0\"?>\n<!-- PNG -->" + plain);
            row("behind white space") << QByteArray("\xef\xbb\xbf \n\t" + plain);
            QString wide = QString::fromUtf8(plain);
            row("in other letters") << QByteArray(QByteArray("\xff\xfe", 2) + QByteArray(reinterpret_cast<const char *>(wide.utf16()), wide.size() * 2));
            row("packed") << gzip(plain);
            row("inside a picture of an SVG") << svgAround("data:image/png;base64," + plain.toBase64());
            row("packed inside an SVG") << svgAround("data:image/png;base64," + gzip(plain).toBase64());
            row("after a second address") << svgAround("data:image/png;base64,AAAA;base64," + plain.toBase64());
            row("in a style") << svgWith("<style>rect{fill:url(" + path.toUtf8() + ")}</style><rect width=\"40\" height=\"40\"/>");
            row("in a style sheet") << QByteArray("<?xml-stylesheet type=\"text/css\" href=\"" + path.toUtf8() + "\"?>" + plain);
            row("as an entity") << QByteArray("<!DOCTYPE svg [<!ENTITY x SYSTEM \"" + path.toUtf8() + "\">]>" + svgWith("<text>&x;</text>"));
        }
    }

    // Pain 58 and more: whatever it calls itself, wherever it is shown.
    void noDisguiseOpensAFile()
    {
        QFETCH(const QByteArray, bytes);
        Watch watch(m_folder.path());
        QVERIFY(!ImageDecoder::headerSize(bytes).isValid());
        for (const bool svg : { false, true }) {
            ImageDecoder::Request request;
            request.data = bytes;
            request.svg = svg;
            const ImageDecoder::Picture picture = ImageDecoder::decode(request);
            if (!svg)
                QVERIFY(picture.image.isNull() && !picture.error.isEmpty());
            QVERIFY(!showsMagenta(picture.image));
            QVERIFY(ImageDecoder::animate(request).frames.isEmpty());
        }
        QVERIFY(!watch.sawSomething());
        for (const QString &type : { u"image/png"_s, u"image/svg+xml"_s })
            QVERIFY(!showsMagenta(PictureDifference::of({ bytes, type }, { bytes, type }).left));
        for (const QString &name : { u"/a.png"_s, u"/a.gif"_s, u"/a.svg"_s, u"/a.svgz"_s, u"/a.ico"_s }) {
            OpenSandbox::FileInfo file;
            file.path = name;
            file.size = bytes.size();
            QVERIFY(!showsMagenta(Files::PreviewWork::parse(file, bytes).image));
        }
        QVERIFY(!watch.sawSomething());

        // As outputs, and in what they say.
        Notebook::Document document;
        Notebook::Cell *cell = document.cell(0);
        const QString base64 = QString::fromLatin1(bytes.toBase64());
        for (const QString &type : { u"image/png"_s, u"image/jpeg"_s, u"image/gif"_s, u"image/webp"_s })
            cell->outputs()->appendDisplay(Notebook::MimeBundle::fromJson({ { type, base64 } }));
        cell->outputs()->appendDisplay(Notebook::MimeBundle::fromJson({ { u"image/svg+xml"_s, QString::fromUtf8(bytes) } }));
        QString html;
        for (const QString &type : { u"image/png"_s, u"image/svg+xml"_s, u"image/x"_s }) {
            html += u"<p>a<img src=\"data:%1;base64,%2\"></p>"_s.arg(type, base64);
            html += u"<p>a<img src=\"data:%1,%2\"></p>"_s.arg(type, QString::fromLatin1(bytes.toPercentEncoding()));
        }
        cell->outputs()->appendDisplay(Notebook::MimeBundle::fromJson({ { u"text/html"_s, html } }));
        const QString markdown = u"a ![b](attachment:a.png) ![c](attachment:a.svg) ![d](%1) ![e](file://%1) ![f](data:image/png;base64,%2)"_s.arg(m_secret, base64);
        cell->outputs()->appendDisplay(Notebook::MimeBundle::fromJson({ { u"text/markdown"_s, markdown } }));
        for (int i = 0; i < cell->outputs()->count(); ++i) {
            for (const auto &block : OutputBlocks::make(OutputSource(cell->outputs(), cell->outputs()->at(i).id()), {}))
                QVERIFY(!showsMagenta(painted(*block)));
        }
        const std::unique_ptr<OutputBlock> withAttachments = OutputBlocks::markdown(markdown, [&bytes](const QString &) { return bytes; });
        QVERIFY(!showsMagenta(painted(*withAttachments)));
        QVERIFY(!watch.sawSomething());

        // On paper, where nobody would notice it before it is passed on.
        const QJsonObject attachment { { u"image/png"_s, base64 } };
        const QJsonObject text { { u"cell_type"_s, u"markdown"_s }, { u"id"_s, u"m"_s }, { u"metadata"_s, QJsonObject() }, { u"source"_s, markdown },
                                 { u"attachments"_s, QJsonObject { { u"a.png"_s, attachment }, { u"a.svg"_s, QJsonObject { { u"image/svg+xml"_s, base64 } } } } } };
        Notebook::Document other;
        const QJsonObject notebook { { u"cells"_s, QJsonArray { text } }, { u"metadata"_s, QJsonObject() }, { u"nbformat"_s, 4 }, { u"nbformat_minor"_s, 5 } };
        QVERIFY(other.fromBytes(QJsonDocument(notebook).toJson()).has_value());
        for (const Notebook::Document *each : { &document, &other }) {
            const QString file = m_out.filePath(u"page.pdf"_s);
            QCOMPARE(writePdf(file, HtmlExport::page(*each, u"page"_s, true), u"page"_s), QString());
            QVERIFY(QFileInfo(file).size() > 1000);
        }
        QVERIFY(!watch.sawSomething());
    }

    /// There is one way from bytes to a picture, and it is the one that is tested here.
    void picturesAreReadInOnePlace()
    {
        const QRegularExpression readers(u"\\b(QImageReader|QMovie|QSvgRenderer|QSvgWidget|QGraphicsSvgItem|QPictureIO|loadFromData|QImage::fromData|QPixmap::fromData)\\b"_s);
        int files = 0;
        for (const QString &top : { u"app"_s, u"core"_s }) {
            QDirIterator it(QStringLiteral(WB_SOURCE_DIR) + u'/' + top, { u"*.cpp"_s, u"*.h"_s }, QDir::Files, QDirIterator::Subdirectories);
            while (it.hasNext()) {
                QFile file(it.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                ++files;
                const QString text = QString::fromUtf8(file.readAll());
                if (file.fileName().endsWith("app/notebook/imagedecoder.cpp"_L1) || file.fileName().endsWith("app/theme/icons.cpp"_L1))
                    continue; // The one place, and the program's own icons.
                QVERIFY2(!readers.match(text).hasMatch(), qPrintable(file.fileName()));
            }
        }
        QVERIFY(files > 200);
    }

    void sizesAreKnownFromTheFirstBytes()
    {
        QImage image(123, 45, QImage::Format_RGB32);
        image.fill(Qt::darkGreen);
        for (const char *format : { "png", "jpeg", "gif", "webp", "bmp" }) {
            if (!QImageWriter::supportedImageFormats().contains(format))
                continue;
            const QByteArray bytes = encoded(image, format);
            QCOMPARE(ImageDecoder::formatOf(bytes), QByteArray(format));
            QCOMPARE(ImageDecoder::headerSize(bytes), image.size());
            QCOMPARE(ImageDecoder::headerSize(bytes.first(64)).isValid(), QByteArrayView(format) != "jpeg");
            ImageDecoder::Request request;
            request.data = bytes;
            QCOMPARE(ImageDecoder::decode(request).pixelSize, image.size());
            for (qsizetype size = 0; size < std::min<qsizetype>(bytes.size(), 400); ++size)
                (void)ImageDecoder::headerSize(bytes.first(size));
        }
        // A photograph that was taken upright.
        QByteArray exif("Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0", 32);
        QByteArray head("\xff\xe1\0\0", 4);
        qToBigEndian<quint16>(quint16(exif.size() + 2), head.data() + 2);
        const QByteArray jpeg = encoded(image, "jpeg");
        const QByteArray turned = jpeg.first(2) + head + exif + jpeg.sliced(2);
        ImageDecoder::Request request;
        request.data = turned;
        QCOMPARE(ImageDecoder::decode(request).pixelSize, QSize(45, 123));
        QCOMPARE(ImageDecoder::headerSize(turned), QSize(45, 123));
    }

    void whatAnSvgMayShowIsShown()
    {
        const auto center = [](const QByteArray &content) { return drawn(svgWith(content)).pixelColor(20, 20); };
        QCOMPARE(center("<defs><rect id=\"a\" width=\"40\" height=\"40\" fill=\"#ff0000\"/></defs><use xlink:href=\"#a\"/>"), QColor(Qt::red));
        QCOMPARE(center("<style type=\"text/css\">.a{fill:#00ff00}</style><rect class=\"a\" width=\"40\" height=\"40\"/>"), QColor(Qt::green));
        QCOMPARE(center("<linearGradient id=\"b\"><stop stop-color=\"#0000ff\"/></linearGradient><linearGradient id=\"a\" xlink:href=\"#b\"/><rect width=\"40\" height=\"40\" fill=\"url(#a)\"/>"), QColor(Qt::blue));
        QCOMPARE(center("<pattern id=\"a\" patternUnits=\"userSpaceOnUse\" width=\"9\" height=\"9\"><rect width=\"9\" height=\"9\" fill=\"#ff0000\"/></pattern><rect width=\"40\" height=\"40\" style=\"fill: url(#a); stroke: none\"/>"), QColor(Qt::red));
        QCOMPARE(center("<mask id=\"a\"><rect width=\"10\" height=\"10\" fill=\"#ffffff\"/></mask><rect width=\"40\" height=\"40\" mask=\"url(#a)\"/>").alpha(), 0);
        QImage inside(4, 4, QImage::Format_RGB32);
        inside.fill(Qt::yellow);
        QCOMPARE(center("<image xlink:href=\"data:image/png;base64," + encoded(inside, "png").toBase64() + "\" width=\"40\" height=\"40\"/>"), QColor(Qt::yellow));
        QCOMPARE(center("<style>.curl{fill:#ff0000}</style><rect class=\"curl\" width=\"40\" height=\"40\"/>"), QColor(Qt::red)); // No address, for all its letters.
        QVERIFY(!drawn(svgWith("<text y=\"20\" font-size=\"20\">a<tspan fill=\"#ff0000\">b</tspan>c</text>")).isNull());
    }

    // Kilobytes that ask for more drawing than a life is long: counted, so that no clock is needed, and drawn, so that it ends.
    void whatMultipliesItselfEnds_data()
    {
        QTest::addColumn<QByteArray>("content");
        for (const QByteArray element : { "pattern", "mask", "marker" }) {
            const QByteArray property = element == "pattern" ? "fill" : element == "mask" ? "mask" : "marker-start";
            for (const QByteArray way : { "attribute", "style", "style with space", "class", "parent", "copy", "itself" }) {
                QByteArray svg;
                QByteArray rules;
                for (int i = 0; i < 9; ++i) {
                    const QByteArray before = "url(#p" + QByteArray::number(way == "itself" ? i : i - 1) + ")";
                    rules += ".c" + QByteArray::number(i) + "{" + property + ":" + before + "}";
                    svg += way == "parent" ? "<g " + property + "=\"" + before + "\">" : QByteArray();
                    if (way == "copy") {
                        svg += "<g id=\"g" + QByteArray::number(i) + "\">";
                        for (int k = 0; k < 10; ++k)
                            svg += "<path d=\"M0 0L9 9\" " + property + "=\"" + before + "\"/>";
                        svg += "</g>";
                    }
                    svg += "<" + element + " id=\"p" + QByteArray::number(i) + "\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\">";
                    for (int k = 0; k < 10; ++k) {
                        if (way == "copy") {
                            svg += "<use xlink:href=\"#g" + QByteArray::number(i) + "\"/>";
                            continue;
                        }
                        svg += "<path d=\"M0 0L9 9\" ";
                        svg += way == "class" ? "class=\"c" + QByteArray::number(i) + "\"" : way == "style" ? "style=\"" + property + ":" + before + "\""
                            : way == "style with space"                                               ? "style=\"" + property + " : url (#p" + QByteArray::number(i - 1) + ")\""
                            : way == "parent"                                                         ? QByteArray()
                                                                                                      : property + "=\"" + before + "\"";
                        svg += "/>";
                    }
                    svg += "</" + element + ">" + (way == "parent" ? "</g>" : "");
                }
                QTest::addRow("%s by %s", element.constData(), way.constData()) << QByteArray(svg + "<style>" + rules + "</style><rect width=\"40\" height=\"40\" " + property + "=\"url(#p8)\"/>");
            }
        }
        QByteArray copies = "<rect id=\"c0\" width=\"1\" height=\"1\"/>";
        for (int i = 1; i < 20; ++i) {
            copies += "<g id=\"c" + QByteArray::number(i) + "\">";
            for (int k = 0; k < 10; ++k)
                copies += "<use xlink:href=\"#c" + QByteArray::number(i - 1) + "\"/>";
            copies += "</g>";
        }
        QTest::newRow("copies of copies") << copies;
        QTest::newRow("a copy of itself") << QByteArray("<g id=\"a\"><use xlink:href=\"#a\"/><use xlink:href=\"#b\"/></g><g id=\"b\"><use xlink:href=\"#a\"/></g>");
        QByteArray chain;
        for (int i = 0; i < 3000; ++i)
            chain += "<linearGradient id=\"g" + QByteArray::number(i) + "\" xlink:href=\"#g" + QByteArray::number(i + 1) + "\"/>";
        QTest::newRow("gradients on gradients") << QByteArray(chain + "<rect width=\"9\" height=\"9\" fill=\"url(#g0)\"/>");
        QTest::newRow("deep") << QByteArray(QByteArray("<g>").repeated(50'000) + QByteArray("</g>").repeated(50'000));
        QTest::newRow("a filter") << QByteArray("<filter id=\"f\">" + QByteArray("<feGaussianBlur stdDeviation=\"9999\"/>").repeated(1000) + "</filter>" + QByteArray("<rect width=\"40\" height=\"40\" filter=\"url(#f)\"/>").repeated(1000));
        QTest::newRow("one pattern for many") << QByteArray("<pattern id=\"p\" width=\"9\" height=\"9\">" + QByteArray("<path d=\"M0 0L9 9\"/>").repeated(1000) + "</pattern>" + QByteArray("<rect width=\"9\" height=\"9\" fill=\"url(#p)\"/>").repeated(10'000));
        QTest::newRow("markers on a long line") << QByteArray("<marker id=\"m\">" + QByteArray("<path d=\"M0 0L9 9\"/>").repeated(1000) + "</marker><path marker-mid=\"url(#m)\" d=\"M0 0" + QByteArray("L9 9L0 0").repeated(20'000) + "\"/>");
        QTest::newRow("a long text") << QByteArray("<text>" + QByteArray("a").repeated(4'000'000) + "</text>");
        QTest::newRow("large letters") << QByteArray("<text font-size=\"1e9\">abc</text><text font-size=\"99999\" transform=\"scale(9999)\">abc</text>");
        QTest::newRow("short dashes") << QByteArray("<path d=\"M0 0L1000000 1000000\" stroke=\"#000000\" stroke-width=\"9\" stroke-dasharray=\"0.00001\"/>");
        QTest::newRow("rules for all") << QByteArray("<style>" + QByteArray("g rect.a, .b .c{fill:red}").repeated(20'000) + "</style>" + QByteArray("<rect class=\"a\"/>").repeated(20'000));
        QTest::newRow("a large number of dimensions") << QByteArray("<svg width=\"1e9\" height=\"1e9\"><rect width=\"1e9\" height=\"1e9\"/></svg><pattern id=\"p\" width=\"1e6\" height=\"1e6\" patternUnits=\"userSpaceOnUse\"><rect width=\"1e6\" height=\"1e6\"/></pattern><rect width=\"9\" height=\"9\" fill=\"url(#p)\"/>");
    }

    void whatMultipliesItselfEnds()
    {
        QFETCH(const QByteArray, content);
        const QByteArray svg = svgWith(content);
        const SvgCleaner::Limits limits;
        const qint64 all = cost(svg);
        QVERIFY2(all > 0 && all <= limits.drawn + limits.inner, QByteArray::number(all).constData());
        QVERIFY(!drawn(svg).isNull());
    }

    void tooManyElementsAreRefused()
    {
        QVERIFY(drawn(svgWith(QByteArray("<g/>").repeated(250'000))).isNull());
        QVERIFY(SvgCleaner::clean(svgWith(QByteArray(33 << 20, ' ')), [](const QByteArray &bytes) { return bytes; }).svg.isEmpty());
    }

    // One token over and over is what makes readers look at the same text again and again: linear ones are through at once, others need
    // hours for this much.
    void repeatedTokensEnd_data()
    {
        QTest::addColumn<std::function<void(const QString &)>>("reader");
        QTest::addColumn<QString>("token");
        const std::function<void(const QString &)> html = [](const QString &text) { (void)HtmlData::parse(text); };
        for (const QString &token : { u"&"_s, u"&#"_s, u"&amp"_s, u"<"_s, u"</"_s, u"<!--"_s, u"<!"_s, u"<b>"_s, u"</b>"_s, u"<div>"_s, u"<p>"_s, u"<table>"_s, u"<td>"_s, u"<tr>"_s, u"<table><td>x</table>"_s,
                                      u"<td rowspan=1000>"_s, u"<td rowspan=1000 colspan=500>x"_s, u"<caption>"_s, u"<style>"_s, u"<style></style>"_s, u"<script"_s, u"<script>"_s, u"<a href='x'>"_s, u"<img src='data:image/png,x'>"_s,
                                      u"<b x='"_s, u"<b x="_s, u" x=1"_s, u"<ul><li>"_s, u"<br>"_s })
            QTest::addRow("HTML %s", qPrintable(token)) << html << token;
        QTest::newRow("HTML attributes") << std::function<void(const QString &)>([](const QString &text) { (void)HtmlData::parse(QString(u"<b "_s + text + u">x</b>"_s)); }) << u"a=& "_s;
        QTest::newRow("HTML entities of an attribute") << std::function<void(const QString &)>([](const QString &text) { (void)HtmlData::parse(QString(u"<b title=\""_s + text + u"\">x</b>"_s)); }) << u"&"_s;
        const std::function<void(const QString &)> sheet = [](const QString &text) {
            HtmlStyle::Sheet rules;
            rules.add(text);
            (void)HtmlStyle::parse(text);
        };
        for (const QString &token : { u"/*"_s, u"*/"_s, u"{"_s, u"}"_s, u"{}"_s, u"#a,"_s, u"#a{color:red}"_s, u"@"_s, u"@{"_s, u"color:red;"_s, u":"_s, u";"_s, u"linear-gradient("_s })
            QTest::addRow("style %s", qPrintable(token)) << sheet << token;
        const std::function<void(const QString &)> markdown = [](const QString &text) {
            (void)MarkdownHtml::parse(text);
            (void)Headings::of(text);
        };
        for (const QString &token : { u"`"_s, u"`a``b"_s, u"$"_s, u"$a"_s, u"$$"_s, u"\\["_s, u"\\("_s, u"\\begin{a}"_s, u"\\begin{"_s, u"\\"_s, u"["_s, u"[a]:"_s, u"[a]: b\n"_s, u"#"_s, u"# a\n"_s, u"```\n"_s, u"~~~"_s, u"\n"_s, u"a\n\n"_s })
            QTest::addRow("Markdown %s", qPrintable(token.toHtmlEscaped())) << markdown << token;
        const std::function<void(const QString &)> terminal = [](const QString &text) {
            Notebook::StreamText stream;
            for (qsizetype at = 0; at < text.size(); at += 5000) // As it arrives.
                stream.append(QStringView(text).sliced(at, std::min<qsizetype>(5000, text.size() - at)));
            (void)stream.rowCount();
        };
        for (const QString &token : { u"\x1b"_s, u"\x1b["_s, u"\x1b[1"_s, u"\x1b[;"_s, u"\x1b[1;31m"_s, u"\x1b]8;;"_s, u"\x1b]8;;x\x1b\\a"_s, u"\x1b[A"_s, u"\x1b[9999C"_s, u"\x1b[K"_s, u"\x1b[2J"_s, u"\r"_s, u"a\r"_s, u"\b"_s, u"a\b"_s, u"\t"_s, u"\f"_s, u"\x1b[s"_s })
            QTest::addRow("terminal %s", qPrintable(QString::fromLatin1(token.toUtf8().toPercentEncoding()))) << terminal << token;
        const std::function<void(const QString &)> json = [](const QString &text) {
            const auto value = Notebook::Json::parse(text.toUtf8());
            (void)value;
        };
        for (const QString &token : { u"["_s, u"{"_s, u"{\"a\":"_s, u"[1,"_s, u"\""_s, u"\\"_s, u"\"a\","_s, u"1"_s, u"[],"_s, u"\\u0000"_s })
            QTest::addRow("JSON %s", qPrintable(token)) << json << token;
        const std::function<void(const QString &)> trace = [](const QString &text) {
            (void)TracebackBlock::parse({ text, u"Cell In[1], "_s + text, u"  at a"_s + text, u"  File \"a"_s + text }, u"Error"_s, text);
            (void)TracebackBlock::parse(QStringList(2000, text.left(20'000)), u"Error"_s, text);
        };
        for (const QString &token : { u" "_s, u" ("_s, u":1"_s, u" (a:1:1)"_s, u"-"_s, u">"_s, u", line 1"_s, u", in "_s })
            QTest::addRow("traceback %s", qPrintable(token)) << trace << token;
    }

    void repeatedTokensEnd()
    {
        QFETCH(const std::function<void(const QString &)>, reader);
        QFETCH(const QString, token);
        const auto cpu = []() {
            timespec now {};
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
            return double(now.tv_sec) + double(now.tv_nsec) / 1e9;
        };
        const double begin = cpu();
        reader(token.repeated(300'000));
        const double took = cpu() - begin;
        QVERIFY2(took < 30, QByteArray::number(took).constData()); // A second at most, but for sanitizers.
    }

    // What is rendered is short, but all of it may be nested.
    void nestedTextIsLaidOut_data()
    {
        QTest::addColumn<QString>("token");
        QTest::addColumn<bool>("html");
        for (const QString &token : { u"> "_s, u"- "_s, u"* "_s, u"1. "_s, u"*"_s, u"**"_s, u"_"_s, u"["_s, u"![](x)"_s, u"`"_s, u"|"_s, u"a|b\n-|-\n"_s, u"~~"_s, u"<a>"_s, u"&"_s, u"\\"_s, u"[a](b "_s, u"![a"_s, u"- [ ] "_s })
            QTest::addRow("Markdown %s", qPrintable(token.toHtmlEscaped())) << token << false;
        for (const QString &token : { u"<b>"_s, u"<div>"_s, u"<ul><li>"_s, u"<blockquote>"_s, u"<sub>"_s, u"<p>"_s, u"<pre>"_s, u"<a href='https://x'>"_s, u"<h1>"_s, u"<span style='color:red'>"_s })
            QTest::addRow("HTML %s", qPrintable(token)) << token << true;
    }

    void nestedTextIsLaidOut()
    {
        QFETCH(const QString, token);
        QFETCH(const bool, html);
        QString text = token.repeated((html ? 2 : 1) * int(OutputBlocks::PartSize / token.size())) + u"x"_s;
        std::unique_ptr<OutputBlock> block;
        if (html) {
            Notebook::Document document;
            document.cell(0)->outputs()->appendDisplay(Notebook::MimeBundle::fromJson({ { u"text/html"_s, text } }));
            block = std::move(OutputBlocks::make(OutputSource(document.cell(0)->outputs(), document.cell(0)->outputs()->at(0).id()), {}).front());
        } else {
            block = OutputBlocks::markdown(text);
        }
        (void)painted(*block);
        QVERIFY(block->height() > 0);
    }

    // It is taken apart in the interface thread.
    void aHostileTracebackIsNoWork()
    {
        Notebook::Document document;
        QStringList lines(2000, u"   at "_s + u" (:1x"_s.repeated(1600));
        lines.append(u"Cell In[3], line 4"_s);
        lines.append(u"----> 4 boom()"_s);
        document.cell(0)->outputs()->appendError(u"Error"_s, u"x"_s, lines);
        timespec begin {};
        timespec end {};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
        TracebackBlock block(OutputSource(document.cell(0)->outputs(), document.cell(0)->outputs()->at(0).id()));
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
        const qint64 ms = (end.tv_sec - begin.tv_sec) * 1000 + (end.tv_nsec - begin.tv_nsec) / 1'000'000;
        QVERIFY2(ms < 3000, QByteArray::number(ms).constData()); // Some milliseconds; it was half a minute.
        // The end is where the error is.
        QCOMPARE(block.links().constFirst().second.text, u"3:4"_s);
    }

    // Names of sandboxes, files and errors stand there.
    void toolTipsAndLabelsAreNoMarkup()
    {
        WorkbenchStyle::install();
        Watch watch(m_folder.path());
        const QString text = u"<b>a</b><img src=\"%1\"><img src=\"%2\">"_s.arg(m_secret, m_pipe);
        QLabel label(text);
        label.show();
        QToolTip::showText({ 10, 10 }, text, &label);
        QTRY_VERIFY(QToolTip::isVisible());
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            if (const auto *shown = qobject_cast<QLabel *>(widget); shown && shown->text() == text)
                QCOMPARE(shown->textFormat(), Qt::PlainText);
            (void)widget->grab();
        }
        QVERIFY(!watch.sawSomething());
        QToolTip::hideText();
    }

    /// Decoding that never ends takes nobody's thread but its own, and the program ends all the same.
    void endlessDecodingKeepsNothingFromEnding()
    {
        QProcess program;
        program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        program.start(QCoreApplication::applicationFilePath(), { u"endless"_s });
        QVERIFY(program.waitForFinished(60'000));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.readAllStandardOutput(), QByteArray("saved\n"));
        QCOMPARE(program.exitCode(), 7);
    }

    void aFullDiskKeepsTheOldPage()
    {
        // A file system of 1 MiB that only the writer sees.
        QVERIFY(QDir(m_out.path()).mkpath(u"disk"_s));
        QProcess process;
        process.start(u"bwrap"_s, { u"--dev-bind"_s, u"/"_s, u"/"_s, u"--size"_s, u"1048576"_s, u"--tmpfs"_s, m_out.filePath(u"disk"_s), u"sh"_s, u"-c"_s,
                                    u"echo old > \"$1/disk/a.pdf\"; \"$2\" pdf \"$1/disk/a.pdf\"; cat \"$1/disk/a.pdf\"; ls -A \"$1/disk\""_s, u"sh"_s, m_out.path(),
                                    QCoreApplication::applicationFilePath() });
        QVERIFY2(process.waitForFinished(120'000), qPrintable(process.errorString()));
        const QByteArray output = process.readAllStandardOutput();
        QVERIFY2(output.contains("no space left"), output.constData());
        QVERIFY2(output.endsWith("\nold\na.pdf\n"), output.constData());
    }

    void whatWaitsAtTheEndIsDropped()
    {
        QSemaphore gate;
        QAtomicInt begun;
        for (int i = 0; i < 50; ++i) {
            outputsPool().start([&]() {
                ++begun;
                gate.acquire();
            });
        }
        QTRY_COMPARE(begun.loadRelaxed(), outputsPool().maxThreadCount());
        outputsPool().clear();
        gate.release(50);
        outputsPool().waitForDone();
        QCOMPARE(begun.loadRelaxed(), outputsPool().maxThreadCount());
    }

private:
    QTemporaryDir m_folder;
    QTemporaryDir m_out;
    QString m_secret;
    QString m_pipe;
};

namespace {

/// The program with a notebook whose outputs are decoded without end. Writes "saved" when it was saved all the same, and quits with 7.
int endless(int argc, char **argv)
{
    QApplication app(argc, argv);
    WorkbenchStyle::install();
    QTemporaryDir folder;
    auto targets = std::make_unique<FakeTargets>();
    auto view = std::make_unique<NotebookView>(targets.get());
    QSemaphore begun;
    ImageDecoder::Request request;
    request.read = [&begun]() -> QByteArray {
        begun.release();
        while (true)
            QThread::sleep(std::chrono::seconds(100));
    };
    for (int i = 0; i < outputsPool().maxThreadCount() + 3; ++i)
        (void)ImageDecoder::decodeLater(request);
    begun.acquire(outputsPool().maxThreadCount());
    const QString file = folder.filePath(u"a.ipynb"_s);
    view->document()->cell(0)->setSource(u"x = 1"_s);
    view->saveAs(file);
    QTimer clock;
    QObject::connect(&clock, &QTimer::timeout, &app, [&]() {
        QFile saved(file);
        if (!view->isModified() && saved.open(QIODevice::ReadOnly) && saved.readAll().contains("x = 1"))
            QCoreApplication::exit(7);
    });
    clock.start(20);
    const int code = QApplication::exec();
    std::puts("saved");
    view.reset();
    targets.reset();
    return leaveOutputs(code);
}

/// Writes a page that is larger than a small disk and says what went wrong.
int page(int argc, char **argv)
{
    QApplication app(argc, argv);
    QImage noise(1200, 1200, QImage::Format_RGB32);
    QRandomGenerator random(7);
    random.fillRange(reinterpret_cast<quint32 *>(noise.bits()), noise.sizeInBytes() / 4);
    const QByteArray html = "<html><body><img src=\"data:image/png;base64," + encoded(noise, "png").toBase64() + "\"></body></html>";
    std::puts(writePdf(QString::fromLocal8Bit(argv[2]), html, u"page"_s).toUtf8().constData());
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 3 && qstrcmp(argv[1], "pdf") == 0)
        return page(argc, argv);
    if (argc == 2 && qstrcmp(argv[1], "endless") == 0)
        return endless(argc, argv);
    QApplication app(argc, argv);
    CellsUntrusted tests;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&tests, argc, argv);
}

#include "tst_cells_untrusted.moc"
