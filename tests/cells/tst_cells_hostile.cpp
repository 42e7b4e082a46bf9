// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// What is far too long, large or deep for a screen: the work that it causes is counted, so that no turn of the event loop can take
// long, on whatever machine.
#include "fakes.h"

#include "notebook/cellcanvas.h"
#include "notebook/codeeditor.h"
#include "notebook/codelayout.h"
#include "notebook/datagrid.h"
#include "notebook/longlines.h"
#include "notebook/markdownhtml.h"
#include "notebook/notebookview.h"
#include "notebook/pileblock.h"
#include "notebook/richblocks.h"
#include "notebook/streamviewer.h"
#include "notebook/syntax.h"
#include "notebook/textblock.h"
#include "notebook/textloader.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/file.h>

#include <QBuffer>
#include <QClipboard>
#include <QGuiApplication>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QMimeData>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>

using namespace Qt::StringLiterals;
using Notebook::Cell;

namespace {

const QString longLine = u"data = '"_s + u"words and more "_s.repeated(33'000) + u"end'"_s;

QByteArray noise(int width, int height)
{
    QImage image(width, height, QImage::Format_RGB32);
    QRandomGenerator random(7);
    for (int y = 0; y < height; ++y)
        random.generate(reinterpret_cast<quint32 *>(image.scanLine(y)), reinterpret_cast<quint32 *>(image.scanLine(y)) + width);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

} // namespace

class CellsHostile : public QObject
{
    Q_OBJECT

    /// Characters of the editor's document that have been laid out.
    static qsizetype laidOut(const CodeEditor *editor)
    {
        qsizetype characters = 0;
        for (QTextBlock block = editor->document()->begin(); block.isValid(); block = block.next()) {
            const QTextLayout *layout = block.layout();
            if (layout->lineCount() > 0) {
                const QTextLine last = layout->lineAt(layout->lineCount() - 1);
                characters += last.textStart() + last.textLength();
            }
        }
        return characters;
    }

private Q_SLOTS:
    void longLinesShowTheirEnds()
    {
        const QString source = u"first\n"_s + longLine + u"\nlast"_s;
        const LongLines lines(source);
        const QString shown = lines.shown(source);
        QCOMPARE(lines.marks().size(), 1);
        QVERIFY(shown.size() < LongLines::Longest + 20);
        QVERIFY(shown.startsWith("first\ndata = 'words"_L1));
        QVERIFY(shown.endsWith("end'\nlast"_L1));
        QCOMPARE(shown.count(lines.mark()), 1);
        for (const qsizetype at : { qsizetype(0), qsizetype(6), qsizetype(900), source.size() - 900, source.size() })
            QCOMPARE(lines.toSource(lines.toShown(at)), at);
        QVERIFY(lines.hides(source.size() / 2));
        QCOMPARE(lines.toShown(source.size() / 2), lines.marks().first());
        // What is around the caret stays.
        const LongLines kept(source, source.size() / 2);
        QVERIFY(!kept.hides(source.size() / 2));
        QCOMPARE(kept.toSource(kept.toShown(source.size() / 2)), source.size() / 2);
        QVERIFY(kept.shown(source).size() < LongLines::Longest + 3 * LongLines::Around);
        // Nothing is left out of what is not long, and a mark that stands in the text is not taken for one.
        QVERIFY(LongLines(u"short\n"_s.repeated(10'000)).isEmpty());
        const QString marked = longLine + QChar(0x22ef);
        QVERIFY(LongLines(marked).mark() != QChar(0x22ef));
    }

    /// Whatever is done to the shown text, the source changes there and nowhere else.
    void editsOfLongLinesAreExact()
    {
        QRandomGenerator random(20);
        for (int round = 0; round < 80; ++round) {
            QString source = u"a\n"_s + longLine.left(9000 + random.bounded(3000)) + u"\nb\n"_s + longLine.left(12'000) + u"\nc"_s;
            LongLines lines(source, random.bounded(3) == 0 ? random.bounded(int(source.size())) : -1);
            QString shown = lines.shown(source);
            for (int step = 0; step < 5; ++step) {
                const qsizetype at = random.bounded(int(shown.size()) + 1);
                const qsizetype removed = random.bounded(int(std::min<qsizetype>(shown.size() - at, step == 0 ? 6000 : 20)) + 1);
                // Typed anew, deleted, or (as with changes of format) the same again.
                const QString added = random.bounded(4) == 0 ? shown.mid(at, removed) : u"xyz"_s.left(random.bounded(4));
                const qsizetype from = lines.toSource(at);
                const qsizetype to = lines.toSource(at + removed);
                QString text;
                if (!lines.replace(source, at, removed, added, &text))
                    continue;
                if (added == shown.mid(at, removed))
                    QCOMPARE(text, source.mid(from, to - from));
                source.replace(from, to - from, text);
                shown.replace(at, removed, added);
                QCOMPARE(lines.shown(source), shown);
            }
        }
    }

    // Pain 136
    void aLongLineIsNotLaidOut()
    {
        FakeTargets targets;
        NotebookView view(&targets);
        view.resize(900, 700);
        view.show();
        Cell *cell = view.document()->cell(0);
        cell->setSource(longLine);
        CellCanvas *canvas = view.canvas();
        canvas->flush();
        const qreal height = canvas->cellRect(0).height();
        QVERIFY(height < 4000);
        canvas->edit(0);
        CodeEditor *editor = canvas->editor();
        QVERIFY(editor);
        QCOMPARE(canvas->cellRect(0).height(), height); // Entering moves nothing.
        QVERIFY(laidOut(editor) > 4000);
        QVERIFY(laidOut(editor) < LongLines::Longest + 100);
        QTest::keyClick(editor, Qt::Key_A);
        QCOMPARE(cell->source(), u'a' + longLine);
        QTest::keyClick(editor, Qt::Key_End, Qt::ControlModifier);
        QTest::keyClick(editor, Qt::Key_Z);
        QCOMPARE(cell->source(), u'a' + longLine + u'z');
        QCOMPARE(editor->column(), int(cell->source().size()) + 1);
        QVERIFY(laidOut(editor) < LongLines::Longest + 100);
        // Undo comes from the document.
        view.document()->undo();
        view.document()->undo();
        QCOMPARE(cell->source(), longLine);
        // The mark goes with all that it stands for, and comes back with it.
        const int mark = int(editor->document()->toRawText().indexOf(QChar(0x22ef)));
        QVERIFY(mark > 0);
        QTextCursor cursor = editor->textCursor();
        cursor.setPosition(mark);
        cursor.setPosition(mark + 1, QTextCursor::KeepAnchor);
        editor->setTextCursor(cursor);
        editor->copy();
        QCOMPARE(QGuiApplication::clipboard()->text(), longLine.sliced(LongLines::End, longLine.size() - 2 * LongLines::End));
        QTest::keyClick(editor, Qt::Key_Delete);
        QCOMPARE(cell->source(), longLine.left(LongLines::End) + longLine.right(LongLines::End));
        view.document()->undo();
        QCOMPARE(cell->source(), longLine);
        QVERIFY(laidOut(editor) < LongLines::Longest + 2 * LongLines::Around + 100);
        // What a jump leads to is shown.
        editor->setPosition(longLine.size() / 2);
        QCOMPARE(editor->position(), longLine.size() / 2);
        QVERIFY(laidOut(editor) < LongLines::Longest + 2 * LongLines::Around + 100);
        QTest::keyClick(editor, Qt::Key_X);
        QCOMPARE(cell->source(), longLine.left(longLine.size() / 2) + u'x' + longLine.sliced(longLine.size() / 2));
        canvas->command();
        QVERIFY(!canvas->editor());
    }

    void manyLinesOfCodeAreLaidOutInParts()
    {
        QString source;
        for (int i = 0; i < 1000; ++i)
            source += u"for i in range(%1):  # a remark\n"_s.arg(i);
        CodeLayout code;
        code.build(source, u"python"_s, 600, false, 0, 400);
        QVERIFY(!code.isWhole());
        QVERIFY(code.laidOut() <= CodeLayout::Part);
        const qreal guessed = code.height();
        // What is seen comes first, though its colours depend on what is above.
        CodeLayout other;
        other.build(source, u"python"_s, 500, false, 9000, 9400);
        const qsizetype early = other.laidOut();
        QVERIFY(early > 0 && early <= CodeLayout::Part);
        // Where things are is known before they are laid out.
        const qreal top = other.rectOf(source.size() - 10, 5).top();
        int parts = 0;
        for (; !other.isWhole(); ++parts) {
            const qsizetype before = other.laidOut();
            other.proceed(9000, 9400);
            QVERIFY(other.laidOut() - before <= CodeLayout::Part);
            QVERIFY(parts < 1000);
        }
        QVERIFY(parts > 2);
        QCOMPARE(other.laidOut(), source.size() - 1000);
        QCOMPARE(other.height(), guessed);
        QCOMPARE(other.rectOf(source.size() - 10, 5).top(), top);
        // Another width costs layouts, a part in each turn.
        other.build(source, u"python"_s, 400, false);
        QVERIFY(other.laidOut() > 0 && other.laidOut() <= CodeLayout::Part);
    }

    void manyLinesOfCodeAreColouredInParts()
    {
        QTextDocument document;
        document.setDocumentLayout(new CodeDocumentLayout(&document)); // Without one a document tells of no change.
        Syntax::EditorHighlighter highlighter(&document);
        highlighter.setTheme(Syntax::theme());
        highlighter.setDefinition(Syntax::definition(u"python"_s));
        QCoreApplication::processEvents(); // A new highlighter first waits for its text.
        document.setPlainText(u"for i in range(10):  # a remark\n"_s.repeated(1000));
        const auto colored = [&document]() {
            int lines = 0;
            for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
                lines += !block.layout()->formats().isEmpty();
            return lines;
        };
        QVERIFY(highlighter.isWaiting());
        QVERIFY(colored() > 0);
        QVERIFY(colored() * (31 + Syntax::EditorHighlighter::LineCost) <= Syntax::EditorHighlighter::Part + 200);
        QTRY_VERIFY(!highlighter.isWaiting());
        QCOMPARE(colored(), 1000);
        // What is opened at the top reaches to the end.
        QTextCursor cursor(&document);
        cursor.insertText(u"'''"_s);
        const auto lastIsText = [&document]() {
            const QTextBlock last = document.lastBlock().previous();
            const auto formats = last.layout()->formats();
            return formats.size() == 1 && formats.constFirst().length == last.length() - 1;
        };
        QTRY_VERIFY(lastIsText());
        QTRY_VERIFY(!highlighter.isWaiting());
        // An edit above what waits.
        document.setPlainText(u"for i in range(10):\n"_s.repeated(2000));
        QVERIFY(highlighter.isWaiting());
        cursor.movePosition(QTextCursor::Start);
        cursor.insertText(u"import x\n"_s);
        QTRY_VERIFY(!highlighter.isWaiting());
        QCOMPARE(colored(), 2001);
    }

    void theHeightOfCodeIsKnownWithoutAWalk()
    {
        Notebook::Document document;
        CodeEditor editor;
        editor.setCell(document.cell(0));
        editor.resize(300, 400);
        editor.show();
        const auto walked = [&editor]() {
            qreal height = 0;
            for (QTextBlock block = editor.document()->begin(); block.isValid(); block = block.next())
                height += editor.document()->documentLayout()->blockBoundingRect(block).height();
            return height;
        };
        const auto holds = [&]() { return std::abs(editor.contentHeight() - walked()) < .5; };
        QVERIFY(holds());
        document.cell(0)->setSource(u"a line that is long enough to wrap at this width, once or twice\nshort\n"_s.repeated(50));
        QVERIFY(holds());
        editor.resize(500, 400);
        QVERIFY(holds());
        QTextCursor cursor(editor.document());
        cursor.setPosition(3);
        cursor.insertText(u" and much more, so that there is one more line"_s);
        QVERIFY(holds());
        cursor.insertText(u"\n\n\n"_s);
        QVERIFY(holds());
        cursor.setPosition(10);
        cursor.setPosition(200, QTextCursor::KeepAnchor);
        cursor.removeSelectedText();
        QVERIFY(holds());
        cursor.insertText(u"\u4e2d\u6587\U0001f600"_s); // Signs of other fonts, which may be higher.
        QVERIFY(holds());
        editor.restyle();
        QVERIFY(holds());
    }

    void aLongLineIsPastedAndSplit()
    {
        FakeTargets targets;
        NotebookView view(&targets);
        view.resize(900, 700);
        view.show();
        Cell *cell = view.document()->cell(0);
        cell->setSource(u"x = 1\ny"_s);
        view.canvas()->edit(6);
        CodeEditor *editor = view.canvas()->editor();
        QGuiApplication::clipboard()->setText(longLine + u"\nz"_s);
        editor->paste();
        QCOMPARE(cell->source(), u"x = 1\n"_s + longLine + u"\nzy"_s);
        QCOMPARE(editor->position(), cell->source().size() - 1);
        QVERIFY(laidOut(editor) < LongLines::Longest + 2 * LongLines::Around + 200);
        // The sign of the mark itself may be typed; nothing is mistaken then.
        QTest::keyClick(editor, Qt::Key_Home, Qt::ControlModifier);
        editor->insertPlainText(QString(QChar(0x22ef)));
        QTRY_VERIFY(editor->document()->toRawText().count(QChar(0x2026)) == 1);
        QTest::keyClick(editor, Qt::Key_Q);
        QCOMPARE(cell->source(), QChar(0x22ef) + u"qx = 1\n"_s + longLine + u"\nzy"_s);
    }

    /// The place of a picture is that of its header from the beginning: nothing jumps, and no more cells are made than are seen.
    void picturesKeepTheirPlaceBeforeTheyAreDecoded()
    {
        const QString data = QString::fromLatin1(noise(400, 600).toBase64());
        FakeTargets targets;
        NotebookView view(&targets);
        view.resize(900, 700);
        for (int i = 0; i < 12; ++i) {
            Cell *cell = view.document()->insertCell(view.document()->count(), Notebook::CellKind::Code, u"show()"_s);
            cell->outputs()->appendDisplay(Notebook::MimeBundle::fromJson({ { u"image/png"_s, data } }));
        }
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        CellCanvas *canvas = view.canvas();
        canvas->flush();
        QScrollBar *bar = canvas->verticalScrollBar();
        for (int round = 0; round < 5 && bar->value() != bar->maximum(); ++round)
            bar->setValue(bar->maximum());
        const int last = view.document()->count() - 1;
        QVERIFY(canvas->realisedCount() < 8);
        const QList<OutputBlock *> blocks = canvas->blocks(last);
        QCOMPARE(blocks.size(), 1);
        auto *picture = qobject_cast<ImageBlock *>(blocks.first());
        QVERIFY(picture);
        QVERIFY(picture->isDecoding());
        QCOMPARE(picture->height(), 600.0);
        const QRectF before = canvas->cellRect(last);
        QTRY_VERIFY(!picture->isDecoding());
        QVERIFY(!picture->picture().image.isNull());
        QTest::qWait(100);
        QCOMPARE(canvas->cellRect(last), before);
        QCOMPARE(bar->value(), bar->maximum());
        // Painting has nothing to scale: the thread that decoded it did.
        view.resize(420, 700);
        QTRY_VERIFY(!picture->isDecoding() && picture->picture().image.width() < 400);
        QCOMPARE(picture->picture().image.width(), int(std::lround(picture->picture().logicalSize.width())));
    }
    /// Text of any length stands at once, and is read a part in each turn.
    void longTextIsReadInParts()
    {
        FakeTargets targets;
        NotebookView view(&targets);
        view.resize(900, 700);
        view.show();
        const QString text = u"some words of a line\n"_s.repeated(4 * TextLoader::Slice / 21);
        Cell *cell = view.document()->cell(0);
        cell->outputs()->appendDisplay(Notebook::MimeBundle::fromJson({ { u"text/plain"_s, text } }));
        CellCanvas *canvas = view.canvas();
        canvas->flush();
        auto *block = qobject_cast<TextBlock *>(canvas->blocks(0).value(0));
        QVERIFY(block);
        QVERIFY(!block->isWhole());
        QVERIFY(block->barText().contains("so far"_L1));
        const qreal height = block->height();
        block->copy(); // Waits for the rest.
        QTRY_VERIFY_WITH_TIMEOUT(block->isWhole(), 60'000);
        QCOMPARE(block->height(), height);
        QTRY_VERIFY_WITH_TIMEOUT(QGuiApplication::clipboard()->text() == text, 60'000);
    }

    void aLongStoredStreamIsShownWhileItIsRead()
    {
        FakeTargets targets;
        NotebookView view(&targets);
        view.resize(900, 700);
        view.show();
        const QString text = u"some words of a line\n"_s.repeated(300'000);
        view.document()->cell(0)->outputs()->appendStream(Notebook::StreamName::Stdout, text);
        QVERIFY(view.document()->fromBytes(view.document()->toBytes()));
        CellCanvas *canvas = view.canvas();
        canvas->flush();
        auto *block = qobject_cast<TextBlock *>(canvas->blocks(0).value(0));
        QVERIFY(block);
        QVERIFY(!block->isWhole());
        const qreal height = block->height();
        QTRY_VERIFY_WITH_TIMEOUT(block->isWhole() && block->barText().contains("lines between"_L1), 60'000);
        QCOMPARE(block->height(), height);
        QVERIFY(!view.document()->isModified());
    }

    void longRowsAreLaidOutAsFarAsTheyAreSeen()
    {
        Notebook::StreamText text;
        for (int i = 0; i < 200; ++i)
            text.append(QString((i % 2 ? u"\u00e4 "_s : QString()) + u"0123456789"_s.repeated(700) + u"\n"_s));
        StreamViewer viewer([&text]() { return &text; });
        viewer.resize(800, 600);
        viewer.area()->contentChanged();
        viewer.grab();
        QVERIFY(viewer.area()->laidOut() > 1000);
        QVERIFY2(viewer.area()->laidOut() < 60 * 600, qPrintable(QString::number(viewer.area()->laidOut())));
        QTRY_VERIFY(viewer.area()->horizontalScrollBar()->maximum() > 20'000);
        // A place far to the right is the one that was clicked, whether or not all before it was laid out.
        viewer.area()->verticalScrollBar()->setValue(0);
        viewer.area()->horizontalScrollBar()->setValue(viewer.area()->horizontalScrollBar()->maximum());
        viewer.area()->selectAll();
        viewer.grab();
        QVERIFY(viewer.area()->laidOut() < 60 * 8192);
    }

    void longMarkdownComesInParts()
    {
        QString source = u"See [there][x].\n\n[x]: https://example.org/far\n\n"_s;
        for (int i = 0; i < 900; ++i)
            source += u"## Part %1\n\nSome **words** about it, and a [link][x].\n\n- one\n\n- two\n\n```\ncode\n\n# no heading\n```\n\n"_s.arg(i);
        QVERIFY(source.size() > 60'000 && source.size() < OutputBlocks::MaxMarkdown);
        const QList<HtmlData::Part> parts = MarkdownHtml::parse(source);
        QVERIFY(parts.size() > 4);
        QString joined;
        for (const HtmlData::Part &part : parts) {
            const QString html = std::get<HtmlData::Markup>(part).html;
            QVERIFY(html.size() < HtmlData::PartLength + 1000);
            QVERIFY(html.contains("https://example.org/far"_L1)); // What links refer to by name.
            QCOMPARE(html.count("<pre"_L1), html.count("</pre>"_L1));
            joined += html;
        }
        for (int i = 0; i < 900; i += 50)
            QCOMPARE(joined.count(u">Part %1</h2>"_s.arg(i)), 1);
        const auto block = OutputBlocks::markdown(source);
        auto *pile = qobject_cast<PileBlock *>(block.get());
        QVERIFY(pile);
        QCOMPARE(pile->count(), 0); // Nothing in this turn.
        pile->layout(700, 1);
        qsizetype most = 0;
        qsizetype before = 0;
        connect(pile, &OutputBlock::repaint, this, [&]() {
            most = std::max(most, pile->count() - before);
            before = pile->count();
        });
        QTRY_VERIFY_WITH_TIMEOUT(pile->isSettled(), 60'000);
        QCOMPARE(most, 1); // One part in each turn.
        QCOMPARE(pile->count(), parts.size());
        QVERIFY(pile->height() > 10'000);
        pile->layout(500, 1);
        QVERIFY(!pile->isSettled());
        QTRY_VERIFY_WITH_TIMEOUT(pile->isSettled(), 60'000);
        pile->selectAll();
        QVERIFY(pile->selectedText().contains("Part 899"_L1));
    }

    void whatIsTooLargeIsShownAsText_data()
    {
        QTest::addColumn<QString>("mime");
        QTest::addColumn<QJsonValue>("value");
        QTest::addColumn<QByteArrayList>("blocks");
        const QString paragraph = u"<p>some <b>words</b> of a paragraph</p>"_s;
        QTest::newRow("HTML of 200 KB") << u"text/html"_s << QJsonValue(paragraph.repeated(5000)) << QByteArrayList();
        QTest::newRow("HTML of 5 MB") << u"text/html"_s << QJsonValue(paragraph.repeated(130'000)) << QByteArrayList { "RemarkBlock", "TextBlock" };
        QTest::newRow("HTML without a place to cut") << u"text/html"_s << QJsonValue(u"<b>words </b>"_s.repeated(30'000)) << QByteArrayList { "RemarkBlock", "TextBlock" };
        QTest::newRow("HTML 100,000 deep") << u"text/html"_s << QJsonValue(QString(u"<div>"_s.repeated(100'000) + u"x"_s)) << QByteArrayList { "RichBlock" };
        QTest::newRow("table") << u"text/html"_s << QJsonValue(QString(u"<table>"_s + u"<tr><td>1</td><td>2</td></tr>"_s.repeated(100'000) + u"</table>"_s)) << QByteArrayList { "TableBlock" };
        QTest::newRow("Markdown of 5 MB") << u"text/markdown"_s << QJsonValue(u"Some **words**.\n\n"_s.repeated(300'000)) << QByteArrayList { "RemarkBlock", "TextBlock" };
        QJsonArray list;
        for (int i = 0; i < 5000; ++i)
            list.append(QJsonObject { { u"name"_s, u"row %1"_s.arg(i) } });
        QTest::newRow("JSON of 100 KB") << u"application/json"_s << QJsonValue(list) << QByteArrayList { "JsonBlock" };
        for (int i = 0; i < 400'000; ++i)
            list.append(QJsonObject { { u"name"_s, u"row %1"_s.arg(i) } });
        QTest::newRow("JSON of 10 MB") << u"application/json"_s << QJsonValue(list) << QByteArrayList { "RemarkBlock", "TextBlock" };
        QJsonValue deep = 1;
        for (int i = 0; i < 400; ++i)
            deep = QJsonArray { deep, u"words to make it long enough for another thread, about a hundred characters for each level of it"_s };
        QTest::newRow("JSON 400 deep") << u"application/json"_s << deep << QByteArrayList { "JsonBlock" };
    }

    void whatIsTooLargeIsShownAsText()
    {
        QFETCH(QString, mime);
        QFETCH(QJsonValue, value);
        QFETCH(QByteArrayList, blocks);
        FakeTargets targets;
        NotebookView view(&targets);
        Notebook::OutputList *outputs = view.document()->cell(0)->outputs();
        outputs->appendDisplay(Notebook::MimeBundle::fromJson({ { mime, value } }));
        OutputBlocks::List made = OutputBlocks::make(OutputSource(outputs, outputs->at(0).id()), {});
        QByteArrayList names;
        const auto settled = [&]() {
            names.clear();
            for (const auto &block : made) {
                block->layout(600, 1);
                const auto *pile = qobject_cast<PileBlock *>(block.get());
                if (pile && !pile->isSettled())
                    return false;
                for (qsizetype i = 0; pile && i < pile->count(); ++i)
                    names.append(pile->part(i)->metaObject()->className());
                if (!pile)
                    names.append(block->metaObject()->className());
            }
            return true;
        };
        QTRY_VERIFY_WITH_TIMEOUT(settled(), 60'000);
        if (blocks.isEmpty()) {
            QVERIFY(names.size() > 5);
            QCOMPARE(names.count("RichBlock"), names.size());
        } else {
            QCOMPARE(names, blocks);
        }
        for (const auto &block : made)
            QVERIFY(block->height() > 0 && block->height() < 200'000);
    }

    void manyRowsAreSortedByAnotherThread()
    {
        HtmlData::Table table;
        table.rows = 9001;
        table.columns = 2;
        table.headerRows = 1;
        table.numeric = { false, true };
        table.cells = { { u"name"_s, 0, 0, 1, 1, true }, { u"ms"_s, 0, 1, 1, 1, true } };
        for (int row = 1; row <= 9000; ++row) {
            table.cells.append({ u"route %1"_s.arg(row % 10), row, 0, 1, 1, false });
            table.cells.append({ QString::number(row * 7 % 9001), row, 1, 1, 1, false });
        }
        DataGrid grid(table);
        grid.resize(600, 400);
        grid.show();
        QCOMPARE(grid.shownRows(), 9000);
        const QString first = grid.text(0, 1);
        grid.sortBy(1, Qt::DescendingOrder);
        QCOMPARE(grid.text(0, 1), first); // Not in this turn.
        QTRY_COMPARE(grid.text(0, 1), u"9000"_s);
        QCOMPARE(grid.text(8999, 1), u"1"_s);
        grid.setFilter(u"ms>100 route"_s);
        grid.setFilter(u"ms>8000 name=3"_s); // The first one counts no more.
        QTRY_VERIFY(grid.shownRows() < 9000);
        QVERIFY(grid.shownRows() > 50);
        for (int row = 0; row < grid.shownRows(); ++row) {
            QCOMPARE(grid.text(row, 0), u"route 3"_s);
            QVERIFY(grid.text(row, 1).toInt() > 8000);
        }
        grid.setFilter({});
        grid.sortBy(-1, Qt::AscendingOrder);
        QTRY_COMPARE(grid.shownRows(), 9000);
        QCOMPARE(grid.text(0, 1), first);
    }

    void largeFilesAreReadByAnotherThread()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"large.ipynb"_s);
        {
            Notebook::Document document;
            document.cell(0)->outputs()->appendStream(Notebook::StreamName::Stdout, u"some words of a line\n"_s.repeated(100'000));
            document.insertCell(1, Notebook::CellKind::Code, u"second"_s);
            QVERIFY(Notebook::File::save(document, path));
        }
        QVERIFY(QFileInfo(path).size() > NotebookView::largeFile);
        FakeTargets targets;
        NotebookView view(&targets);
        view.resize(900, 700);
        view.show();
        QSignalSpy loaded(&view, &NotebookView::loaded);
        view.load(path);
        QCOMPARE(view.document()->count(), 1); // Nothing in this turn,
        QVERIFY(!view.canvas()->isVisible()); // nothing to be typed into,
        QVERIFY(!view.save()); // and nothing to be written over the file.
        QCOMPARE(view.title(), u"large.ipynb"_s);
        QTRY_COMPARE_WITH_TIMEOUT(loaded.size(), 1, 60'000);
        QCOMPARE(loaded.first().first().toBool(), true);
        QCOMPARE(view.document()->count(), 2);
        QVERIFY(view.canvas()->isVisible());
        QVERIFY(!view.isModified());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{");
        file.close();
        view.load(path);
        QTRY_COMPARE_WITH_TIMEOUT(loaded.size(), 2, 60'000);
        QCOMPARE(loaded.last().first().toBool(), false);
        QVERIFY(view.isBroken());
    }
};

QTEST_MAIN(CellsHostile)
#include "tst_cells_hostile.moc"
