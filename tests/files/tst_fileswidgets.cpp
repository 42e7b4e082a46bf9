// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "fakefiles.h"

#include <files/conflictdialog.h>
#include <files/filelistview.h>
#include <files/filemodel.h>
#include <files/filepreview.h>
#include <files/filesdocument.h>
#include <files/filespane.h>
#include <files/filesworkspace.h>
#include <files/foldermodel.h>
#include <files/pathfield.h>
#include <files/transferspane.h>
#include <shared/banner.h>
#include <shared/panefooter.h>
#include <shell/mainwindow.h>
#include <shell/standardactions.h>
#include <theme/fonts.h>
#include <theme/workbenchstyle.h>

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

using namespace Qt::StringLiterals;
using namespace Files;
using OpenSandbox::Error;
using OpenSandbox::FileInfo;

namespace {

OpenSandbox::Task<Source> refuseToAttach()
{
    co_return std::unexpected(makeError(Error::Kind::Network, u"Connection refused at 127.0.0.1:44321."_s));
}

OpenSandbox::Task<Source> give(Source source)
{
    OpenSandbox::Result<Source> result(source);
    co_return result;
}

} // namespace

class FilesWidgetsTest : public QObject
{
    Q_OBJECT

    std::shared_ptr<FakeFiles> m_fake;
    std::unique_ptr<QTemporaryDir> m_local;
    std::unique_ptr<FilesWorkspace> m_workspace;

    Source source() const { return { .sandboxId = u"sbx-1"_s, .sandboxName = u"py-analysis"_s, .files = m_fake, .commands = nullptr }; }
    QString makeLocal(const QString &name, const QByteArray &content) const
    {
        QFile file(m_local->filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? file.fileName() : QString();
    }
    static QString routes()
    {
        QString text = u"id,route,method,service,p50_ms,traced\n"_s;
        const char *rows[] = { "/v1/execute,POST,execd,61.0,true", "/v1/files,GET,execd,19.1,true", "/v1/sandboxes,POST,lifecycle,262.8,true",
                               "/v1/sandboxes/{id},GET,lifecycle,11.4,true", "/v1/files/upload,POST,execd,140.2,true", "/v1/metrics,GET,execd,8.7,false",
                               "/v1/pty,WS,execd,4.2,true", "/v1/snapshots,POST,lifecycle,981.3,false", "/v1/command,POST,execd,33.9,true",
                               "/v1/session,POST,execd,28.5,true", "/v1/policy,PATCH,egress,17.6,false", "/v1/code/contexts,POST,execd,412.0,true",
                               "/v1/code/contexts,GET,execd,6.1,true", "/v1/ping,GET,lifecycle,0.9,false" };
        int id = 1;
        for (const char *row : rows)
            text += QString::number(id++) + u',' + QLatin1StringView(row) + u'\n';
        return text;
    }
    void fillSandbox()
    {
        const QDateTime today = QDateTime::currentDateTime();
        const QDateTime earlier = today.addDays(-29);
        for (const char *folder : { "/home", "/home/sandbox", "/tmp", "/usr", "/workspace", "/workspace/ckpt", "/workspace/data", "/workspace/data/2026-10",
                                    "/workspace/logs", "/workspace/notebooks", "/workspace/src", "/workspace/src/lib", "/workspace/logs/old", "/workspace/ckpt/a" })
            m_fake->addFolder(QLatin1StringView(folder));
        m_fake->nodes.at(u"/workspace/data/2026-10"_s).info.modifiedAt = earlier;
        const auto add = [&](const char *name, qint64 size, const QDateTime &when, int mode = 644) {
            FakeFiles::Node &node = m_fake->addFile(u"/workspace/data/"_s + QLatin1StringView(name), {}, mode);
            node.info.size = size;
            node.info.modifiedAt = when;
        };
        add("requests.parquet", 312ll << 20, today);
        add("schema.json", 2150, today.addDays(-2));
        add("README.md", 4300, today.addDays(-2));
        add("latency.png", 88'000, today.addDays(-1));
        add("raw-2026-10.tar.gz", 1'204'000'000, earlier);
        add("clean.py", 6200, today, 755);
        add("fetch.sh", 900, earlier, 755);
        add("NOTES", 40, earlier);
        add("cost$5.txt", 12, earlier);
        m_fake->addOther(u"/workspace/data/latest"_s, FileInfo::Type::Symlink);
        FakeFiles::Node &csv = m_fake->addFile(u"/workspace/data/routes.csv"_s, routes().toUtf8());
        csv.info.modifiedAt = today;
    }
    void changeSomething()
    {
        m_fake->addFolder(u"/workspace/data/2026-11"_s);
        m_fake->nodes.at(u"/workspace/data/2026-11"_s).info.modifiedAt = QDateTime::currentDateTime();
        m_fake->nodes.at(u"/workspace/data/routes.csv"_s).info.modifiedAt = QDateTime::currentDateTime().addSecs(2);
    }
    void makeWorkspace()
    {
        m_workspace = std::make_unique<FilesWorkspace>([this](const QString &) { return give(source()); });
        m_workspace->setSandboxes({ { u"sbx-1"_s, u"py-analysis"_s, u"Running"_s, u"circle-play"_s, true }, { u"sbx-2"_s, u"gpu-trainer"_s, u"Running"_s, u"circle-play"_s, true } });
        m_workspace->setCurrent(u"sbx-1"_s);
    }
    static void sendDrop(QWidget *viewport, const QPoint &at, const QMimeData *mime, Qt::KeyboardModifiers modifiers = {})
    {
        QDragEnterEvent enter(at, Qt::CopyAction | Qt::MoveAction, mime, Qt::LeftButton, modifiers);
        QApplication::sendEvent(viewport, &enter);
        QDragMoveEvent move(at, Qt::CopyAction | Qt::MoveAction, mime, Qt::LeftButton, modifiers);
        QApplication::sendEvent(viewport, &move);
        QDropEvent drop(at, Qt::CopyAction | Qt::MoveAction, mime, Qt::LeftButton, modifiers);
        QApplication::sendEvent(viewport, &drop);
    }
    static void save(QWidget &widget, const QString &name)
    {
        QDir().mkpath(QStringLiteral(WB_PICTURES));
        QApplication::processEvents();
        for (const qreal ratio : { 1.0, 2.0 }) {
            QPixmap picture(widget.size() * ratio);
            picture.setDevicePixelRatio(ratio);
            picture.fill(Qt::transparent);
            widget.render(&picture);
            const QString path = QStringLiteral(WB_PICTURES) + u"/files-%1@%2x.png"_s.arg(name).arg(ratio);
            QVERIFY(picture.save(path));
            QFile::setPermissions(path, QFile::permissions(path) | QFile::ReadOther);
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        WorkbenchStyle::install();
        Theme::setCurrent(Theme::Kind::Light);
    }
    void init()
    {
        m_fake = std::make_shared<FakeFiles>();
        m_local = std::make_unique<QTemporaryDir>();
        fillSandbox();
        makeWorkspace();
    }
    void cleanup() { m_workspace.reset(); }

    void aPathIsButtonsUntilItIsText()
    {
        PathField field;
        field.resize(500, 28);
        field.setPath(u"/workspace/data/ blanks "_s);
        field.show();
        QSignalSpy activated(&field, &PathField::activated);
        QTest::mouseClick(&field, Qt::LeftButton, {}, field.segmentRect(u"/workspace"_s).center());
        QCOMPARE(activated.takeFirst().first().toString(), u"/workspace"_s);
        QTest::mouseClick(&field, Qt::LeftButton, {}, field.segmentRect(u"/"_s).center());
        QCOMPARE(activated.takeFirst().first().toString(), u"/"_s);
        QTest::mouseClick(&field, Qt::LeftButton, {}, QPoint(400, 14));
        QVERIFY(field.isEditing());
        QCOMPARE(field.lineEdit()->text(), u"/workspace/data/ blanks "_s);
        field.lineEdit()->setText(u"../ x "_s);
        QTest::keyClick(field.lineEdit(), Qt::Key_Return);
        QVERIFY(!field.isEditing());
        QCOMPARE(activated.takeFirst().first().toString(), u"/workspace/data/ x "_s);
        field.edit();
        QTest::keyClick(field.lineEdit(), Qt::Key_Escape);
        QVERIFY(!field.isEditing());
        field.resize(180, 28);
        field.setPath(u"/one-rather-long-name/another-rather-long-name/the-last"_s);
        QVERIFY(!field.segmentRect(u"/one-rather-long-name/another-rather-long-name/the-last"_s).isEmpty());
        QVERIFY(field.segmentRect(u"/one-rather-long-name/another-rather-long-name/the-last"_s).right() < field.width());
    }

    void keysWalkThroughFolders()
    {
        FilesDocument document(m_workspace.get(), u"sbx-1"_s, u"/workspace"_s);
        document.resize(1000, 500);
        document.show();
        QVERIFY(QTest::qWaitForWindowActive(&document));
        QTRY_COMPARE(document.model()->rowCount(), 5);
        document.select({ u"/workspace/data"_s });
        document.view()->setFocus();
        QTest::keyClick(document.view(), Qt::Key_Return);
        QCOMPARE(document.folder(), u"/workspace/data"_s);
        QTRY_COMPARE(document.model()->rowCount(), 12);
        QCOMPARE(document.title(), u"data: py-analysis"_s);
        QTest::keyClick(document.view(), Qt::Key_Backspace);
        QCOMPARE(document.folder(), u"/workspace"_s);
        QTRY_COMPARE(document.selectedPaths(), QStringList { u"/workspace/data"_s });
        QTest::keyClick(document.view(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(document.folder(), u"/workspace/data"_s);
        QTest::keyClick(document.view(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(document.folder(), u"/workspace"_s);
        QTest::keyClick(document.view(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(document.folder(), u"/workspace/data"_s);
        QTest::keyClick(document.view(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(document.folder(), u"/workspace"_s);
        QTest::keyClick(document.view(), Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY(document.findChild<PathField *>()->isEditing());
        QTest::keyClick(document.findChild<PathField *>()->lineEdit(), Qt::Key_Escape);
        document.view()->setFocus();
        QTest::keyClick(document.view(), Qt::Key_Slash);
        QTRY_VERIFY(qobject_cast<QLineEdit *>(QApplication::focusWidget()));
        QTest::keyClicks(QApplication::focusWidget(), u"o"_s);
        QTRY_COMPARE(document.model()->rowCount(), 2);
    }

    void anUploadOnItsWayIsNoFile()
    {
        const auto add = [this](const char *name, const QDateTime &when) { m_fake->addFile(u"/workspace/data/"_s + QLatin1StringView(name), {}).info.modifiedAt = when; };
        const QDateTime now = QDateTime::currentDateTimeUtc();
        add(".upload-718122f8f7dc", now); // The sandbox's own, until it is whole.
        add(".upload-0a1b2c3d.part", now); // Ours.
        add(".upload-11111111.part", now.addSecs(-600)); // Left behind, so it can be deleted.
        add(".upload-notes", now); // Anybody's.
        FilesDocument document(m_workspace.get(), u"sbx-1"_s, u"/workspace/data"_s);
        document.show();
        QTRY_COMPARE(document.model()->rowCount(), 14);
        QVERIFY(document.model()->indexOf(u"/workspace/data/.upload-11111111.part"_s).isValid());
        QVERIFY(document.model()->indexOf(u"/workspace/data/.upload-notes"_s).isValid());
    }

    void renameAndDeleteAskNothingOfTheSandboxBeforeTheAnswer()
    {
        FilesDocument document(m_workspace.get(), u"sbx-1"_s, u"/workspace/data"_s);
        document.resize(1000, 500);
        document.show();
        QVERIFY(QTest::qWaitForWindowActive(&document));
        QTRY_COMPARE(document.model()->rowCount(), 12);
        document.select({ u"/workspace/data/NOTES"_s });
        document.view()->setFocus();
        QTest::keyClick(document.view(), Qt::Key_F2);
        QTRY_VERIFY(qobject_cast<QLineEdit *>(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(QApplication::focusWidget(), u" 3+4 & co? "_s);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(m_fake->has(u"/workspace/data/ 3+4 & co? "_s));
        QTRY_COMPARE(document.selectedPaths(), QStringList { u"/workspace/data/ 3+4 & co? "_s });

        document.select({ u"/workspace/data/README.md"_s, u"/workspace/data/2026-10"_s });
        document.view()->setFocus();
        QTest::keyClick(document.view(), Qt::Key_Delete);
        auto *banner = document.findChild<Banner *>();
        QVERIFY(banner->isVisible());
        QVERIFY(m_fake->has(u"/workspace/data/README.md"_s));
        const QList<QPushButton *> buttons = banner->findChildren<QPushButton *>();
        QCOMPARE(buttons.size(), 2);
        QVERIFY(buttons[0]->hasFocus());
        QCOMPARE(buttons[1]->text(), u"Delete 2"_s);
        buttons[1]->click();
        QTRY_VERIFY(!m_fake->has(u"/workspace/data/README.md"_s));
        QTRY_VERIFY(!m_fake->has(u"/workspace/data/2026-10"_s));

        document.select({ u"/workspace/data/cost$5.txt"_s });
        QVERIFY(!document.action(u"files.delete"_s)->isEnabled());
        QVERIFY(document.action(u"files.delete"_s)->toolTip().contains(u"variable"_s));
    }

    void dropsGoIntoTheFolderUnderThePointer()
    {
        FilesDocument document(m_workspace.get(), u"sbx-1"_s, u"/workspace"_s);
        document.resize(1000, 500);
        document.show();
        QTRY_COMPARE(document.model()->rowCount(), 5);
        QMimeData mime;
        mime.setUrls({ QUrl::fromLocalFile(makeLocal(u"3+4 100%.md"_s, "hello")) });
        const QPoint onLogs = document.view()->visualRect(document.model()->indexOf(u"/workspace/logs"_s)).center();
        sendDrop(document.view()->viewport(), onLogs, &mime);
        QTRY_VERIFY(m_fake->has(u"/workspace/logs/3+4 100%.md"_s));
        const QPoint below(200, document.view()->viewport()->height() - 5);
        sendDrop(document.view()->viewport(), below, &mime);
        QTRY_VERIFY(m_fake->has(u"/workspace/3+4 100%.md"_s));
        QTRY_COMPARE(document.model()->rowCount(), 6); // the list follows

        QMimeData ours;
        ours.setData(PathsMimeType, DraggedPaths { .sandboxId = u"sbx-1"_s, .paths = { u"/workspace/3+4 100%.md"_s }, .cut = false }.toBytes());
        sendDrop(document.view()->viewport(), document.view()->visualRect(document.model()->indexOf(u"/workspace/src"_s)).center(), &ours);
        QTRY_VERIFY(m_fake->has(u"/workspace/src/3+4 100%.md"_s));
        QVERIFY(!m_fake->has(u"/workspace/3+4 100%.md"_s));

        // Springs open after a while, and not before.
        QDragEnterEvent enter(onLogs, Qt::CopyAction, &mime, Qt::LeftButton, {});
        QApplication::sendEvent(document.view()->viewport(), &enter);
        QCOMPARE(document.dropTarget()->hovered(), u"/workspace/logs"_s);
        QCOMPARE(document.folder(), u"/workspace"_s);
        QTRY_COMPARE(document.folder(), u"/workspace/logs"_s);
        QMimeData text;
        text.setText(u"no file"_s);
        QDragEnterEvent wrong(QPoint(5, 5), Qt::CopyAction, &text, Qt::LeftButton, {});
        QApplication::sendEvent(document.view()->viewport(), &wrong);
        QVERIFY(!wrong.isAccepted());
    }

    void pasteMovesCopiesAndUploads()
    {
        FilesDocument document(m_workspace.get(), u"sbx-1"_s, u"/workspace/data"_s);
        document.resize(1000, 500);
        document.show();
        QTRY_COMPARE(document.model()->rowCount(), 12);
        m_fake->nodes.at(u"/workspace/data/NOTES"_s).content = "notes";
        m_fake->nodes.at(u"/workspace/data/NOTES"_s).info.size = 5;
        document.action(u"files.refresh"_s)->trigger();
        QTRY_COMPARE(document.model()->file(document.model()->indexOf(u"/workspace/data/NOTES"_s))->size, 5);
        document.select({ u"/workspace/data/NOTES"_s });
        document.action(u"files.copy"_s)->trigger();
        document.action(u"files.paste"_s)->trigger();
        QTRY_VERIFY(m_fake->has(u"/workspace/data/NOTES-2"_s));
        document.select({ u"/workspace/data/NOTES"_s });
        document.action(u"files.cut"_s)->trigger();
        document.openFolder(u"/workspace/src"_s);
        QTRY_VERIFY(document.action(u"files.paste"_s)->isEnabled());
        document.action(u"files.paste"_s)->trigger();
        QTRY_VERIFY(m_fake->has(u"/workspace/src/NOTES"_s));
        QVERIFY(!m_fake->has(u"/workspace/data/NOTES"_s));
        auto *mime = new QMimeData;
        mime->setUrls({ QUrl::fromLocalFile(makeLocal(u"local.txt"_s, "x")) });
        QApplication::clipboard()->setMimeData(mime);
        document.action(u"files.paste"_s)->trigger();
        QTRY_VERIFY(m_fake->has(u"/workspace/src/local.txt"_s));
    }

    void aFailedFolderSaysWhyAndKeepsItsRows()
    {
        FilesDocument document(m_workspace.get(), u"sbx-1"_s, u"/workspace/data"_s);
        document.resize(1000, 500);
        document.show();
        QTRY_COMPARE(document.model()->rowCount(), 12);
        m_fake->failLists = FakeFiles::apiError(500, u"RUNTIME_ERROR"_s, u"input/output error"_s);
        document.action(u"files.refresh"_s)->trigger();
        auto *banner = document.findChild<Banner *>();
        QTRY_VERIFY(banner->isVisible());
        QCOMPARE(document.model()->rowCount(), 12);
        save(document, u"stale"_s);
        m_fake->failLists.reset();
        banner->findChild<QPushButton *>()->click();
        QTRY_VERIFY(!banner->isVisible());
    }

    void anUnreachableSandboxOffersToTryAgain()
    {
        bool refuse = true;
        FilesWorkspace workspace([&refuse, this](const QString &) { return refuse ? refuseToAttach() : give(source()); });
        workspace.setSandboxes({ { u"sbx-1"_s, u"py-analysis"_s, u"Running"_s, u"circle-play"_s, true } });
        FilesDocument document(&workspace, u"sbx-1"_s, u"/workspace/data"_s);
        document.resize(900, 400);
        document.show();
        auto *banner = document.findChild<Banner *>();
        QTRY_VERIFY(banner->isVisible());
        QVERIFY(!document.view()->hintTitle().contains(u"empty"_s));
        save(document, u"unreachable"_s);
        refuse = false;
        banner->findChild<QPushButton *>()->click();
        QTRY_COMPARE(document.model()->rowCount(), 12);
        QVERIFY(!banner->isVisible());
    }

    // Pain 136: a minified file on one line is neither laid out nor coloured to its end.
    void aFileOnOneLineIsCutInItsPreview()
    {
        FakeFiles::Node &minified = m_fake->addFile(u"/workspace/data/min.json"_s, QByteArray("{\"a\":1},").repeated(60'000));
        FilesController controller(source());
        FilePreview preview;
        preview.resize(420, 400);
        preview.show();
        preview.setController(&controller);
        QSignalSpy loaded(&preview, &FilePreview::loaded);
        preview.showFile(&minified.info);
        QTRY_COMPARE(loaded.count(), 1);
        QCOMPARE(preview.content().kind, PreviewContent::Kind::Text);
        const auto *text = preview.findChild<QPlainTextEdit *>();
        QVERIFY(text);
        QCOMPARE(text->document()->blockCount(), 1);
        QVERIFY(text->toPlainText().endsWith(u'…'));
        QVERIFY(text->toPlainText().size() < 5000);
    }

    void thePreviewReadsOnlyTheFirstBytes()
    {
        // Pain 89.
        FakeFiles::Node &big = m_fake->addFile(u"/workspace/data/big.log"_s, QByteArray(3 << 20, 'l'));
        big.content[1000] = '\n';
        FilesController controller(source());
        FilePreview preview;
        preview.resize(420, 400);
        preview.show();
        preview.setController(&controller);
        QSignalSpy loaded(&preview, &FilePreview::loaded);
        preview.showFile(&big.info);
        QTRY_COMPARE(loaded.count(), 1);
        QCOMPARE(m_fake->calls.filter(u"read"_s), QStringList { u"read /workspace/data/big.log 0 %1"_s.arg(PreviewWork::TextBytes) });
        QCOMPARE(preview.content().kind, PreviewContent::Kind::Text);
        QVERIFY(!preview.content().whole);

        preview.showFile(&m_fake->nodes.at(u"/workspace/data/routes.csv"_s).info);
        QTRY_COMPARE(loaded.count(), 2);
        QCOMPARE(preview.content().kind, PreviewContent::Kind::Table);
        QCOMPARE(preview.content().rows.size(), 14);
        QCOMPARE(preview.content().numeric, QList<bool>({ true, false, false, false, true, false }));

        QImage image(64, 48, QImage::Format_RGB32);
        image.fill(Qt::blue);
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        image.save(&buffer, "PNG");
        preview.showFile(&m_fake->addFile(u"/workspace/data/p.png"_s, png).info);
        QTRY_COMPARE(loaded.count(), 3);
        QCOMPARE(preview.content().kind, PreviewContent::Kind::Image);
        QCOMPARE(preview.content().imageSize, QSize(64, 48));
        // What only claims to be a picture, and odd types, stay harmless.
        preview.showFile(&m_fake->addFile(u"/workspace/data/fake.png"_s, QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff", 24)).info);
        QTRY_COMPARE(loaded.count(), 4);
        QVERIFY(preview.content().kind != PreviewContent::Kind::Image);
        m_fake->addOther(u"/workspace/data/pipe"_s, FileInfo::Type::Other);
        const int reads = int(m_fake->calls.filter(u"read"_s).size());
        preview.showFile(&m_fake->nodes.at(u"/workspace/data/pipe"_s).info);
        QTest::qWait(150);
        QCOMPARE(m_fake->calls.filter(u"read"_s).size(), reads);
    }

    void tablesWithQuotesAndTornEnds()
    {
        QCOMPARE(PreviewWork::parseTable(u"a,b\n\"x,\"\"y\"\"\nz\",2\n"_s, u',', true), (QList<QStringList> { { u"a"_s, u"b"_s }, { u"x,\"y\"\nz"_s, u"2"_s } }));
        QCOMPARE(PreviewWork::parseTable(u"a,b\n1,2\n3,"_s, u',', false).size(), 2);
        QCOMPARE(PreviewWork::parseTable(u"a,b\n1,2\n3,"_s, u',', true).size(), 3);
        QCOMPARE(PreviewWork::findDelimiter(u"a;b;c,d\n"_s), u';');
        FileInfo file;
        file.path = u"/x.csv"_s;
        for (const QByteArray &hostile : { QByteArray("\xFF\xFE\x00", 3), QByteArray(",\"\n"), QByteArray("\0\0\0", 3), QByteArray("a,b\n\"never closed"), QByteArray("\xC3"), QByteArray(100'000, ',') }) {
            file.size = hostile.size();
            PreviewWork::parse(file, hostile);
            file.size = hostile.size() + 1;
            PreviewWork::parse(file, hostile);
        }
    }

    void theTreeOpensWorkspaceAndBookmarks()
    {
        m_workspace->setBookmarked(u"/workspace/data"_s, true);
        FilesPane pane(m_workspace.get());
        pane.resize(236, 500);
        pane.show();
        auto *tree = pane.findChild<QTreeView *>();
        auto *model = static_cast<FolderModel *>(tree->model());
        QTRY_VERIFY(model->indexOf(u"/workspace/data"_s).isValid());
        QTRY_VERIFY(tree->isExpanded(model->indexOf(u"/workspace"_s)));
        QSignalSpy opened(m_workspace.get(), &FilesWorkspace::openRequested);
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(model->indexOf(u"/workspace/logs"_s)).center());
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(opened.first()[1].toString(), u"/workspace/logs"_s);
        QMimeData mime;
        mime.setUrls({ QUrl::fromLocalFile(makeLocal(u"tree.txt"_s, "x")) });
        sendDrop(tree->viewport(), tree->visualRect(model->indexOf(u"/tmp"_s)).center(), &mime);
        QTRY_VERIFY(m_fake->has(u"/tmp/tree.txt"_s));
        // Without the mouse's other hand: by the menu of a folder.
        const QString chosen = makeLocal(u"menu.txt"_s, "y");
        Q_EMIT tree->customContextMenuRequested(tree->visualRect(model->indexOf(u"/tmp"_s)).center());
        auto *upload = pane.findChild<QAction *>(u"files.upload"_s);
        QVERIFY(upload && upload->isEnabled());
        QVERIFY2(upload->text().endsWith(u"…"_s), qPrintable(upload->text()));
        upload->trigger();
        QTRY_VERIFY(pane.findChild<QFileDialog *>());
        QPointer<QFileDialog> dialog = pane.findChild<QFileDialog *>();
        QVERIFY2(dialog->windowTitle().contains("/tmp"_L1), qPrintable(dialog->windowTitle()));
        dialog->setDirectory(QFileInfo(chosen).path());
        dialog->findChild<QLineEdit *>()->setText(chosen);
        QMetaObject::invokeMethod(dialog.data(), "accept");
        QTRY_VERIFY(m_fake->has(u"/tmp/menu.txt"_s));
    }

    void theConflictDialogNamesBothSidesAndNeverBlocks()
    {
        TransfersPane pane(m_workspace->transfers());
        pane.resize(1200, 160);
        pane.show();
        QStringList paths { makeLocal(u"routes.csv"_s, "id,route\n1,x\n2,y\n") };
        for (int i = 0; i < 6; ++i) {
            m_fake->addFile(u"/workspace/data/c%1.txt"_s.arg(i), "old");
            paths.append(makeLocal(u"c%1.txt"_s.arg(i), "new one"));
        }
        m_fake->nodes.at(u"/workspace/data/routes.csv"_s).info.modifiedAt = QDateTime::currentDateTime().addSecs(60);
        m_workspace->transfers()->upload(source(), paths, u"/workspace/data"_s);
        QTRY_VERIFY(pane.conflictDialog() && pane.conflictDialog()->isVisible());
        ConflictDialog *dialog = pane.conflictDialog();
        QVERIFY(!dialog->isModal());
        QTRY_COMPARE(m_workspace->transfers()->conflicts().size(), 7);
        QCOMPARE(dialog->question(), u"Replace routes.csv?"_s);
        QCOMPARE(dialog->sentence(), u"py-analysis already has this file in /workspace/data, and it was changed after yours."_s);
        QCOMPARE(dialog->acceptButton()->text(), u"Keep both"_s);
        QTest::qWait(100);
        for (const auto kind : { Theme::Kind::Light, Theme::Kind::Dark, Theme::Kind::HighContrast }) {
            Theme::setCurrent(kind);
            save(*dialog, kind == Theme::Kind::Light ? u"conflict-light"_s : kind == Theme::Kind::Dark ? u"conflict-dark"_s : u"conflict-contrast"_s);
        }
        Theme::setCurrent(Theme::Kind::Light);
        dialog->setChoice(Choice::Replace);
        QCOMPARE(dialog->acceptButton()->text(), u"Replace"_s);
        dialog->acceptButton()->click();
        QTRY_COMPARE(m_workspace->transfers()->conflicts().size(), 6);
        QVERIFY(dialog->question().contains(u"c0.txt"_s));
        // Closing leaves the files waiting; a click on the words asks again.
        dialog->close();
        QTRY_VERIFY(!pane.conflictDialog());
        QCOMPARE(m_workspace->transfers()->conflicts().size(), 6);
        pane.askAboutConflicts();
        dialog = pane.conflictDialog();
        dialog->setChoice(Choice::Skip);
        dialog->setForOthers(true);
        dialog->acceptButton()->click();
        QTRY_COMPARE(m_workspace->transfers()->activeCount(), 0);
        QCOMPARE(m_fake->content(u"/workspace/data/c3.txt"_s), QByteArray("old"));
    }

    void pictures_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<qreal>("scale");
        QTest::newRow("light") << int(Theme::Kind::Light) << QSize(1440, 900) << 1.0;
        QTest::newRow("dark") << int(Theme::Kind::Dark) << QSize(1440, 900) << 1.0;
        QTest::newRow("contrast") << int(Theme::Kind::HighContrast) << QSize(1440, 900) << 1.0;
        QTest::newRow("small") << int(Theme::Kind::Light) << QSize(1024, 640) << 1.0;
        QTest::newRow("font-200") << int(Theme::Kind::Light) << QSize(1440, 900) << 2.0;
    }
    void pictures()
    {
        QFETCH(const int, kind);
        QFETCH(const QSize, size);
        QFETCH(const qreal, scale);
        Theme::setCurrent(Theme::Kind(kind));
        Fonts::setScale(scale);
        for (const auto &path : { u"/workspace/data"_s, u"/workspace/logs"_s, u"/home/sandbox"_s })
            m_workspace->setBookmarked(path, true);
        {
            Actions actions;
            addStandardActions(actions);
            MainWindow window(&actions);
            auto *pane = new FilesPane(m_workspace.get());
            auto *transfers = new TransfersPane(m_workspace->transfers());
            window.addPane(pane, { .id = u"files"_s, .title = u"Files"_s, .icon = u"folder"_s, .area = MainWindow::Area::Left, .headerActions = pane->headerActions(), .shortcut = {} });
            window.addPane(transfers, { .id = u"transfers"_s, .title = u"Transfers"_s, .icon = u"arrow-up-down"_s, .area = MainWindow::Area::Bottom, .headerActions = transfers->headerActions(), .shortcut = {} });
            auto *document = new FilesDocument(m_workspace.get(), u"sbx-1"_s, u"/workspace/data"_s);
            document->setOffers(true, true);
            DocumentHooks hooks;
            hooks.toolBarActions = [document] { return document->toolbarActions(); };
            hooks.allActions = [document] { return document->allActions(); };
            window.addDocument(document, Icons::icon(u"folder-open"_s), document->title(), hooks);
            window.resize(size);
            window.show();
            QTRY_COMPARE(document->model()->rowCount(), 12);
            document->model()->controller()->startComparison(u"before cell [9]"_s);
            changeSomething();
            document->action(u"files.refresh"_s)->trigger();
            QTRY_COMPARE(document->model()->rowCount(), 13);
            document->select({ u"/workspace/data/routes.csv"_s });
            auto *tree = pane->findChild<QTreeView *>();
            auto *model = static_cast<FolderModel *>(tree->model());
            QTRY_VERIFY(model->indexOf(u"/workspace/data"_s).isValid());
            tree->setCurrentIndex(model->indexOf(u"/workspace/data"_s));
            tree->expand(model->indexOf(u"/workspace/data"_s));

            TransferQueue *queue = m_workspace->transfers();
            QDir().mkpath(m_local->filePath(u"fixtures"_s));
            for (int i = 0; i < 5; ++i)
                makeLocal(u"fixtures/%1.txt"_s.arg(i), "fixture");
            const quint64 done = queue->upload(source(), { m_local->filePath(u"fixtures"_s) }, u"/workspace"_s).first();
            QTRY_COMPARE(queue->find(done)->state, TransferState::Done);
            m_fake->transferDelay = 60;
            const quint64 running = queue->upload(source(), { makeLocal(u"requests-2026-11.parquet"_s, QByteArray(7 << 20, 'p')) }, u"/workspace/data/2026-11"_s).first();
            QTRY_VERIFY(queue->find(running)->done > (3 << 20));
            QTRY_VERIFY(queue->find(running)->bytesPerSecond > 0);
            m_fake->heldTransfers = true;
            m_fake->nodes.at(u"/workspace/data/routes.csv"_s).info.modifiedAt = QDateTime::currentDateTime().addSecs(60);
            const quint64 waiting = queue->upload(source(), { makeLocal(u"routes.csv"_s, routes().toUtf8() + "15,/v1/x,GET,execd,1.0,true\n") }, u"/workspace/data"_s).first();
            QTRY_COMPARE(queue->find(waiting)->state, TransferState::WaitingForChoice);
            m_fake->failTransfers.reset();
            if (document->preview()->isVisibleTo(document))
                QTRY_COMPARE(document->preview()->content().kind, PreviewContent::Kind::Table);
            QTest::qWait(150);
            if (transfers->conflictDialog())
                transfers->conflictDialog()->close();
            const QString name = QLatin1StringView(QTest::currentDataTag());
            save(window, name);
            QCOMPARE(document->findChildren<QScrollBar *>().isEmpty(), false);
            queue->cancelAll({});
            m_fake->heldTransfers = false;
            QTRY_COMPARE(m_fake->transfersNow, 0);
        }
        Fonts::setScale(1.0);
        Theme::setCurrent(Theme::Kind::Light);
    }
};

QTEST_MAIN(FilesWidgetsTest)
#include "tst_fileswidgets.moc"
