// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// The longest turn of the interface thread while a notebook of hostile sizes is opened, shown, scrolled, searched and edited.
#include "bench.h"

#include "../support/watchdog.h"

#include <notebook/cellcanvas.h>
#include <notebook/codeeditor.h>
#include <notebook/findbar.h>
#include <notebook/notebookview.h>
#include <notebook/streamviewer.h>

#include <opensandbox/adapterfactory.h>
#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/journal.h>

#include <QAbstractButton>
#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QSemaphore>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QThread>

#include <functional>

using namespace Qt::StringLiterals;

namespace {

constexpr double limitMs = 50;

QJsonObject codeCell(const QString &source, const QJsonArray &outputs)
{
    return { { u"cell_type"_s, u"code"_s }, { u"metadata"_s, QJsonObject() }, { u"execution_count"_s, 1 }, { u"source"_s, source }, { u"outputs"_s, outputs } };
}

QJsonArray streamOutput(const QString &text)
{
    return { QJsonObject { { u"output_type"_s, u"stream"_s }, { u"name"_s, u"stdout"_s }, { u"text"_s, text } } };
}

QJsonArray display(const QString &type, const QJsonValue &value)
{
    return { QJsonObject { { u"output_type"_s, u"display_data"_s }, { u"metadata"_s, QJsonObject() }, { u"data"_s, QJsonObject { { type, value } } } } };
}

/// The event loop, for so long and until nothing that was begun is left to do.
void turn(int ms)
{
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < ms)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

void press(QWidget *widget, int key, const QString &text = {}, Qt::KeyboardModifiers modifiers = {})
{
    QKeyEvent event(QEvent::KeyPress, key, modifiers, text);
    QCoreApplication::sendEvent(widget, &event);
}

struct Stage
{
    QTemporaryDir folder;
    QList<Bench::Row> rows;

    /// The longest turn while `act` runs and for a while after it; what `act` does by itself counts as one turn.
    void measure(const QString &name, const std::function<void()> &act, int afterMs = 300)
    {
        turn(20);
        Watchdog watchdog;
        turn(20);
        watchdog.restart();
        act();
        turn(afterMs);
        rows.append({ .name = name, .unit = u"ms"_s, .ours = watchdog.worstWorkMs(), .reference = limitMs, .referenceName = u"limit"_s, .goal = 1, .higherIsBetter = false, .failure = {} });
    }

    QString write(const QJsonArray &cells)
    {
        const QString path = folder.filePath(u"%1.ipynb"_s.arg(m_files++));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(QJsonDocument(QJsonObject { { u"cells"_s, cells }, { u"metadata"_s, QJsonObject() }, { u"nbformat"_s, 4 }, { u"nbformat_minor"_s, 4 } }).toJson());
        return path;
    }

    std::unique_ptr<NotebookView> open(const QJsonArray &cells)
    {
        const QString path = write(cells);
        auto view = std::make_unique<NotebookView>(nullptr);
        view->resize(1000, 800);
        view->show();
        turn(50);
        measure(u"open"_s, [&]() { view->load(path); }, 2500);
        return view;
    }

    /// Opens a notebook of three cells, the middle one with this output, and goes through it.
    void tour(const QString &name, const QJsonObject &cell)
    {
        const qsizetype before = rows.size();
        const std::unique_ptr<NotebookView> view = open({ codeCell(u"1"_s, {}), cell, codeCell(u"2"_s, {}) });
        measure(u"scroll"_s, [&]() {
            QScrollBar *bar = view->canvas()->verticalScrollBar();
            for (int step = 1; step <= 20; ++step) {
                bar->setValue(int(qint64(bar->maximum()) * step / 20));
                turn(10);
            }
        });
        measure(u"resize"_s, [&]() { view->resize(900, 800); });
        for (qsizetype i = before; i < rows.size(); ++i)
            rows[i].name = name + u": "_s + rows[i].name;
    }

private:
    int m_files = 0;
};

void editing(Stage &stage, const QString &name, const QString &source)
{
    const qsizetype before = stage.rows.size();
    const std::unique_ptr<NotebookView> view = stage.open({ codeCell(source, {}), codeCell(u"2"_s, {}) });
    stage.measure(u"enter"_s, [&]() { view->canvas()->edit(0); });
    CodeEditor *editor = view->canvas()->editor();
    const auto keys = [&](const QString &where) {
        stage.measure(u"key at the "_s + where, [&]() {
            for (int i = 0; i < 5; ++i) {
                press(editor, Qt::Key_A, u"a"_s);
                turn(60);
            }
        });
    };
    keys(u"beginning"_s);
    stage.measure(u"End"_s, [&]() { press(editor, Qt::Key_End, {}, Qt::ControlModifier); });
    keys(u"end"_s);
    stage.measure(u"leave"_s, [&]() { view->canvas()->command(); });
    for (qsizetype i = before; i < stage.rows.size(); ++i)
        stage.rows[i].name = name + u": "_s + stage.rows[i].name;
}

void bigStream(Stage &stage)
{
    const qsizetype before = stage.rows.size();
    const QString lines = u"GET /v1/files/route 200 19 ms and some more words to fill the line\n"_s.repeated(50'000'000 / 68);
    const std::unique_ptr<NotebookView> view = stage.open({ codeCell(u"1"_s, {}), codeCell(u"work()"_s, streamOutput(lines)), codeCell(u"2"_s, {}) });
    std::unique_ptr<StreamViewer> tab;
    QObject::connect(view.get(), &NotebookView::openInTabRequested, view.get(), [&](QWidget *page) { tab.reset(qobject_cast<StreamViewer *>(page)); });
    stage.measure(u"its tab"_s, [&]() {
        Q_EMIT view->canvas()->outputRequested(view->document()->cell(1), view->document()->cell(1)->outputs()->at(0).id(), { OutputRequest::Kind::OpenStream, {} });
        if (tab) {
            tab->resize(1000, 800);
            tab->show();
        }
    });
    if (!tab)
        return;
    stage.measure(u"find in its tab"_s, [&]() { tab->search()->start({ .text = u"needle"_s, .isRegex = false, .matchCase = false, .wholeWord = false, .inOutputs = true }); }, 1500);
    stage.measure(u"wrap"_s, [&]() { tab->area()->setWrap(true); });
    stage.measure(u"its end"_s, [&]() { tab->area()->scrollToEnd(); });
    stage.measure(u"copy all of it"_s, [&]() {
        for (QAction *action : tab->actions()) {
            if (action->text() == "Copy all"_L1)
                action->trigger();
        }
    }, 2000);
    stage.measure(u"save the notebook"_s, [&]() {
        view->document()->cell(2)->setSource(u"3"_s);
        view->save();
    }, 2000);
    stage.measure(u"find"_s, [&]() {
        auto *bar = view->findChild<FindBar *>();
        bar->openFind(false);
        bar->findChild<QLineEdit *>(u"findField"_s)->setText(u"needle"_s);
        bar->openFind(false);
    }, 3000);
    for (qsizetype i = before; i < stage.rows.size(); ++i)
        stage.rows[i].name = u"50 MB of output: "_s + stage.rows[i].name;
}

/// What is done to a cell as a whole, however much it printed.
void bigCell(Stage &stage)
{
    const qsizetype before = stage.rows.size();
    const QString lines = u"GET /v1/files/route 200 19 ms and some more words to fill the line\n"_s.repeated(50'000'000 / 68);
    const std::unique_ptr<NotebookView> view = stage.open({ codeCell(u"work()"_s, streamOutput(lines)), codeCell(u"2"_s, {}) });
    Notebook::Document *document = view->document();
    std::unique_ptr<QWidget> tab;
    QObject::connect(view.get(), &NotebookView::openInTabRequested, view.get(), [&](QWidget *page) {
        tab.reset(page);
        page->resize(1000, 800);
        page->show();
    });
    const auto act = [&](const QString &id) {
        for (QAction *action : view->allActions()) {
            if (action->objectName() == id)
                action->trigger();
        }
    };
    const QString piece = lines.left(680'000);
    for (const QString &kind : { u"from a file"_s, u"as it came"_s }) {
        if (kind == "as it came"_L1) {
            document->cell(0)->outputs()->startAnew();
            for (int i = 0; i < 74; ++i) {
                document->cell(0)->outputs()->appendStream(Notebook::StreamName::Stdout, piece);
                QCoreApplication::processEvents();
            }
        }
        const auto measure = [&](const QString &name, const std::function<void()> &work, int after = 1500) {
            view->canvas()->setFocus();
            view->canvas()->setCurrent(0);
            turn(50);
            stage.measure(name + u' ' + kind, work, after);
        };
        measure(u"copy"_s, [&]() { act(u"notebook.copy"_s); });
        measure(u"paste"_s, [&]() { act(u"notebook.paste"_s); });
        measure(u"duplicate"_s, [&]() { act(u"notebook.duplicate"_s); });
        measure(u"cut"_s, [&]() { act(u"notebook.cut"_s); });
        measure(u"undo"_s, [&]() { document->undo(); });
        measure(u"delete"_s, [&]() { act(u"notebook.delete"_s); });
        measure(u"undo the deletion"_s, [&]() { document->undo(); });
        measure(u"bring back outputs"_s, [&]() { document->bringBackOutputs({ 0 }); });
    }
    document->cell(0)->outputs()->startAnew();
    for (int i = 0; i < 74; ++i) {
        document->cell(0)->outputs()->appendStream(Notebook::StreamName::Stdout, piece);
        QCoreApplication::processEvents();
    }
    turn(200);
    // What can be done with a cell is asked when it becomes the current one.
    view->canvas()->setCurrent(1);
    turn(50);
    view->canvas()->setCurrent(0);
    turn(50);
    stage.measure(u"compare with the run before"_s, [&]() { act(u"notebook.comparePrevious"_s); }, 8000);
    if (!tab)
        stage.rows.last().failure = u"no comparison came"_s;
    stage.measure(u"close the comparison"_s, [&]() { tab.reset(); });
    for (qsizetype i = before; i < stage.rows.size(); ++i)
        stage.rows[i].name = u"cell with 50 MB of output: "_s + stage.rows[i].name;
}

void liveStream(Stage &stage)
{
    NotebookView view(nullptr);
    view.resize(1000, 800);
    view.show();
    turn(50);
    const QString piece = u"GET /v1/files/route 200 19 ms and some more words to fill the line\n"_s.repeated(1000);
    stage.measure(u"50 MB of output as it comes"_s, [&]() {
        for (int i = 0; i < 750; ++i) {
            view.document()->cell(0)->outputs()->appendStream(Notebook::StreamName::Stdout, piece);
            QCoreApplication::processEvents();
        }
    });
    const QString path = stage.folder.filePath(u"live.ipynb"_s);
    stage.measure(u"50 MB of output as it came: save the notebook"_s, [&]() { view.saveAs(path); }, 3000);
}

/// Answers one request with these bytes of an event stream, from a thread of its own.
class EventServer : public QThread
{
public:
    explicit EventServer(const QByteArray &events) : m_events(events)
    {
        start();
        m_ready.acquire();
    }
    ~EventServer() override { wait(); }
    quint16 port() const { return m_port; }

protected:
    void run() override
    {
        QTcpServer server;
        server.listen(QHostAddress::LocalHost);
        m_port = server.serverPort();
        m_ready.release();
        if (!server.waitForNewConnection(30'000))
            return;
        std::unique_ptr<QTcpSocket> socket(server.nextPendingConnection());
        while (!socket->peek(64 << 10).contains("\r\n\r\n") && socket->waitForReadyRead(30'000)) { }
        socket->write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\nContent-Length: " + QByteArray::number(m_events.size()) + "\r\n\r\n");
        socket->write(m_events);
        while (socket->bytesToWrite() > 0 && socket->waitForBytesWritten(30'000)) { }
        socket->disconnectFromHost();
        if (socket->state() != QAbstractSocket::UnconnectedState)
            socket->waitForDisconnected(30'000);
    }

private:
    const QByteArray m_events;
    QSemaphore m_ready;
    quint16 m_port = 0;
};

void liveEvent(Stage &stage, const QJsonArray &data)
{
    const QByteArray event = QJsonDocument(QJsonObject { { u"type"_s, u"display_data"_s }, { u"timestamp"_s, 1 }, { u"data"_s, QJsonObject { { u"application/json"_s, data } } } }).toJson(QJsonDocument::Compact);
    const EventServer server(event + "\n\n{\"type\":\"execution_complete\",\"execution_time\":1,\"timestamp\":2}\n\n");
    NotebookView view(nullptr);
    view.resize(1000, 800);
    view.show();
    view.keepJournal(stage.folder.filePath(u"journal"_s));
    turn(50);
    const QString address = u"127.0.0.1:%1"_s.arg(server.port());
    OpenSandbox::ConnectionConfig config;
    config.domain = address;
    const auto codes = OpenSandbox::AdapterFactory::standard()->codes(config, { address, {} });
    OpenSandbox::ExecutionHandlers handlers;
    handlers.skipAccumulation = true;
    handlers.onResult = [&](const OpenSandbox::Event::Result &result) {
        view.document()->cell(0)->outputs()->appendDisplay(Notebook::MimeBundle::fromJson(result.data), result.metadata);
    };
    bool over = false;
    stage.measure(u"live JSON event of 20 MB"_s, [&]() {
        codes->run(u"x"_s, u"python"_s, handlers).then([&over](const OpenSandbox::Result<OpenSandbox::Execution> &) { over = true; });
        while (!over)
            turn(20);
    }, 1500);
    if (view.document()->cell(0)->outputs()->isEmpty())
        stage.rows.last().failure = u"the event did not arrive"_s;
    const QString path = stage.folder.filePath(u"event.ipynb"_s);
    stage.measure(u"live JSON event of 20 MB: save the notebook"_s, [&]() { view.saveAs(path); }, 2000);
    // Small enough for the journal, and live, so that its text has to be made.
    QJsonArray part;
    for (int i = 0; i < 60'000; ++i)
        part.append(data.at(i));
    stage.measure(u"10 MB of live JSON: journal"_s, [&]() {
        view.document()->cell(0)->outputs()->clear();
        view.document()->cell(0)->outputs()->appendDisplay(Notebook::MimeBundle::fromJson({ { u"application/json"_s, part } }), {});
        turn(600);
        view.document()->cell(0)->setSource(u"1"_s);
    }, 18'000);
}

void wholeNotebook(Stage &stage, const QJsonArray &many, const QString &table)
{
    const QString lines = u"GET /v1/files/route 200 19 ms and some more words to fill the line\n"_s;
    QJsonArray cells;
    for (int i = 0; i < 500; ++i)
        cells.append(codeCell(u"for i in range(10):\n    print(i)\n"_s.repeated(10), streamOutput(lines.repeated(40))));
    cells.append(codeCell(u"work()"_s, streamOutput(lines.repeated(20'000'000 / 68))));
    cells.append(codeCell(u"x"_s, display(u"application/json"_s, many)));
    cells.append(codeCell(u"x"_s, display(u"text/html"_s, table)));
    const qsizetype before = stage.rows.size();
    const std::unique_ptr<NotebookView> view = stage.open(cells);
    bool over = false;
    QObject::connect(view.get(), &NotebookView::exportFinished, view.get(), [&over]() { over = true; });
    for (const QString &format : { u"html"_s, u"markdown"_s, u"script"_s }) {
        over = false;
        stage.measure(u"export as "_s + format, [&]() {
            view->exportTo(stage.folder.filePath(u"export."_s + format), format);
            while (!over)
                turn(20);
        });
    }
    Notebook::Recovery recovery;
    recovery.path = view->filePath();
    recovery.title = u"whole.ipynb"_s;
    recovery.changedCells = 1;
    recovery.bytes = view->document()->toBytes();
    recovery.prepared = Notebook::Document::prepare(recovery.bytes);
    NotebookView other(nullptr);
    other.resize(1000, 800);
    other.show();
    other.keepJournal(stage.folder.filePath(u"restored"_s));
    stage.measure(u"restore from a journal"_s, [&]() { other.restore(recovery); }, 3000);
    std::unique_ptr<QWidget> tab;
    QObject::connect(&other, &NotebookView::openInTabRequested, &other, [&](QWidget *page) {
        tab.reset(page);
        page->resize(1000, 800);
        page->show();
    });
    other.document()->cell(3)->setSource(u"changed = 1"_s);
    stage.measure(u"compare with the file"_s, [&]() {
        for (QAbstractButton *button : other.findChildren<QAbstractButton *>()) {
            if (button->text() == "Compare"_L1)
                button->click();
        }
        for (int i = 0; i < 500 && !tab; ++i)
            turn(20);
    }, 3000);
    if (!tab)
        stage.rows.last().failure = u"no comparison came"_s;
    for (qsizetype i = before; i < stage.rows.size(); ++i)
        stage.rows[i].name = u"notebook of 50 MB: "_s + stage.rows[i].name;
}

} // namespace

QList<Bench::Row> Bench::stallRows()
{
    Stage stage;
    editing(stage, u"line of 487 KB"_s, u"data = '"_s + u"word %1 "_s.repeated(487'000 / 8) + u"'"_s);
    editing(stage, u"code of 1,000 lines"_s, u"for i in range(10):\n    print(i, 'words')  # and a remark\n"_s.repeated(500));
    stage.tour(u"line of 487 KB in an output"_s, codeCell(u"x"_s, streamOutput(u"word %1 "_s.repeated(487'000 / 8))));
    bigStream(stage);
    bigCell(stage);
    liveStream(stage);
    stage.tour(u"text/plain of 50 MB"_s, codeCell(u"x"_s, display(u"text/plain"_s, u"some words of a line\n"_s.repeated(50'000'000 / 21))));
    QJsonArray many;
    for (int i = 0; i < 120'000; ++i)
        many.append(QJsonObject { { u"name"_s, u"row %1"_s.arg(i) }, { u"value"_s, i * 0.25 }, { u"tags"_s, QJsonArray { 1, 2, 3 } } });
    QJsonArray some;
    for (int i = 0; i < 40'000; ++i)
        some.append(many.at(i));
    stage.tour(u"JSON of 7 MB"_s, codeCell(u"x"_s, display(u"application/json"_s, some)));
    stage.tour(u"JSON of 20 MB"_s, codeCell(u"x"_s, display(u"application/json"_s, many)));
    QJsonValue deep = 1;
    for (int i = 0; i < 400; ++i)
        deep = QJsonArray { deep };
    stage.tour(u"JSON 400 deep"_s, codeCell(u"x"_s, display(u"application/json"_s, deep)));
    const auto table = [](int rows) {
        QString html = u"<table><thead><tr><th></th><th>name</th><th>ms</th></tr></thead><tbody>"_s;
        for (int i = 0; i < rows; ++i)
            html += u"<tr><th>%1</th><td>route %1</td><td>%2</td></tr>"_s.arg(i).arg(i * 7 % 1000);
        return QString(html + u"</tbody></table>"_s);
    };
    stage.tour(u"table of 100,000 rows"_s, codeCell(u"x"_s, display(u"text/html"_s, table(100'000))));
    stage.tour(u"table of 200,000 rows"_s, codeCell(u"x"_s, display(u"text/html"_s, table(200'000))));
    liveEvent(stage, many);
    wholeNotebook(stage, many, table(60'000));
    stage.tour(u"HTML text of 5 MB"_s, codeCell(u"x"_s, display(u"text/html"_s, QString(u"<p>some <b>words</b> of a paragraph</p>"_s.repeated(130'000)))));
    stage.tour(u"HTML 100,000 deep"_s, codeCell(u"x"_s, display(u"text/html"_s, QString(u"<div>"_s.repeated(100'000) + u"x"_s))));
    const QString paragraph = u"## Part\nSome **words** about it, and a [link](https://example.org).\n\n- one\n- two\n\n"_s;
    const auto markdown = [](const QString &source) { return QJsonObject { { u"cell_type"_s, u"markdown"_s }, { u"metadata"_s, QJsonObject() }, { u"source"_s, source } }; };
    stage.tour(u"Markdown cell of 100 KB"_s, markdown(paragraph.repeated(100'000 / paragraph.size())));
    stage.tour(u"Markdown cell of 5 MB"_s, markdown(paragraph.repeated(5'000'000 / paragraph.size())));
    const auto markdownTable = [](int rows) {
        QString source = u"|name|n|share|note|\n|---|--:|--:|---|\n"_s;
        for (int i = 0; i < rows; ++i)
            source += u"|r%1|%1|0.5|x|\n"_s.arg(i);
        return source;
    };
    stage.tour(u"Markdown table of 320 rows"_s, markdown(markdownTable(320)));
    stage.tour(u"Markdown table of 12,000 rows"_s, markdown(markdownTable(12'000)));
    stage.tour(u"100 Markdown tables of 50 rows"_s, codeCell(u"x"_s, display(u"text/markdown"_s, QString(markdownTable(50) + u"\n"_s).repeated(100))));
    stage.tour(u"Markdown nested 5,000 deep"_s, markdown(u"> "_s.repeated(5'000) + u"x"_s));
    stage.tour(u"Markdown output of 900 KB"_s, codeCell(u"x"_s, display(u"text/markdown"_s, paragraph.repeated(900'000 / paragraph.size()))));
    return stage.rows;
}
