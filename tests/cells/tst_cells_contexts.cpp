// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// Where cells run: several contexts of one language, what becomes of cells whose sandbox or context is gone, and commands in
// the background.
#include "viewtest.h"

#include "notebook/cellcanvas.h"
#include "notebook/cellstatus.h"
#include "notebook/notebookview.h"
#include "shared/banner.h"
#include "theme/theme.h"
#include "theme/workbenchstyle.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/file.h>
#include <opensandbox/notebook/runqueue.h>

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using Notebook::Binding;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::Outcome;
using Notebook::RunState;
using Notebook::StreamName;

class CellsContexts : public ViewTest
{
    Q_OBJECT

    Banner *banner() const { return m_view->findChild<Banner *>(); }
    QMenu *openMenu(int cell)
    {
        canvas()->setFocus();
        canvas()->setCurrent(cell);
        QTest::keyClick(canvas(), Qt::Key_C, Qt::ShiftModifier);
        return m_view->findChild<QMenu *>(u"contextMenu"_s);
    }
    static QStringList texts(const QMenu *menu)
    {
        QStringList result;
        const auto actions = menu->actions();
        for (const QAction *action : actions) {
            if (!action->text().isEmpty())
                result.append((action->isSeparator() ? u"# "_s : action->isChecked() ? u"* "_s : QString()) + action->text());
        }
        return result;
    }
    static void choose(QMenu *menu, const QString &text, int which = 0)
    {
        const auto actions = menu->actions();
        for (QAction *action : actions) {
            if (action->text() == text && which-- == 0) {
                action->trigger();
                menu->close();
                delete menu;
                return;
            }
        }
        QFAIL(qPrintable(u"no "_s + text + u" in "_s + texts(menu).join(u", "_s)));
    }
    void click(const QString &text)
    {
        QPushButton *button = nullptr;
        const bool found = QTest::qWaitFor([&]() {
            const auto buttons = m_view->findChildren<QPushButton *>();
            for (QPushButton *one : buttons) {
                if (one->text() == text && one->isVisibleTo(m_view.get()))
                    button = one;
            }
            return button != nullptr;
        });
        QVERIFY2(found, qPrintable(u"no button "_s + text));
        button->click();
    }

private Q_SLOTS:
    void initTestCase()
    {
        QApplication::setStyle(new WorkbenchStyle);
    }

    void init()
    {
        m_targets = std::make_unique<FakeTargets>();
        m_targets->add(u"py"_s, u"py-analysis"_s, u"python"_s, 0, u"id-1"_s);
        m_targets->add(u"py"_s, u"py-analysis"_s, u"bash"_s, 0);
        m_targets->add(u"gpu"_s, u"gpu-trainer"_s, u"python"_s, 3, u"id-9"_s);
        m_targets->known[u"py"_s] = { u"py-analysis"_s, u"python:3.12"_s, { u"sleep"_s, u"inf"_s }, { { u"memory"_s, u"4Gi"_s } } };
        showView();
    }

    void cleanup()
    {
        closeView();
        Theme::setCurrent(Theme::Kind::Light);
    }

    // --- several contexts of one language

    void theMenuNamesEveryContext()
    {
        m_targets->add(u"py"_s, {}, u"python"_s, 0, u"id-2"_s);
        fill({ u"a"_s, u"b"_s });
        QMenu *menu = openMenu(0);
        QVERIFY(menu);
        QCOMPARE(texts(menu), (QStringList { u"# py-analysis"_s, u"* Python \u00b7 id-1"_s, u"Bash"_s, u"Python \u00b7 id-2"_s, u"New context"_s, u"# gpu-trainer"_s,
                                             u"Python \u00b7 id-9"_s, u"New context"_s, u"New Python sandbox"_s, u"New sandbox\u2026"_s }));
        choose(menu, u"Python \u00b7 id-2"_s);
        QCOMPARE(document()->cell(0)->binding(), (Binding { u"local"_s, u"py"_s, u"python"_s, u"id-2"_s }));
        QVERIFY(document()->cell(1)->binding().isEmpty());
        // It is a queue of its own.
        m_view->run({ 0 });
        m_view->run({ 1 });
        QCOMPARE(m_targets->runs.size(), size_t(2));
        QCOMPARE(m_targets->runs[0]->binding().context, u"id-2"_s);
        QCOMPARE(m_targets->runs[1]->binding().context, QString());
        for (const auto &run : m_targets->runs)
            run->finish(Outcome::Done);
        picture(u"contexts"_s);
        Theme::setCurrent(Theme::Kind::Dark);
        picture(u"contexts-dark"_s);
        document()->undo();
        QVERIFY(document()->cell(0)->binding().isEmpty());
    }

    // Opened by a key, the menu has what is chosen now, and letters find the others.
    void theMenuIsUsedByTyping()
    {
        fill({ u"a"_s });
        choose(openMenu(0), u"Bash"_s);
        QPointer<QMenu> menu = openMenu(0);
        QVERIFY(menu && menu->activeAction());
        QCOMPARE(menu->activeAction()->text(), u"Bash"_s);
        QTest::keyClick(menu, Qt::Key_P);
        QVERIFY(menu->activeAction());
        QVERIFY2(menu->activeAction()->text().startsWith("Python"_L1), qPrintable(menu->activeAction()->text()));
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(document()->cell(0)->effectiveBinding().language, u"python"_s);
    }

    void aNewContextIsMadeAndUsedByAllSelectedCells()
    {
        fill({ u"a"_s, u"b"_s, u"c"_s });
        canvas()->setCurrent(0);
        canvas()->setCurrent(1, true);
        QTest::keyClick(canvas(), Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(m_targets->newContexts.size(), 1);
        QCOMPARE(m_targets->newContexts.first().first, u"py python"_s);
        QVERIFY(document()->cell(0)->binding().isEmpty()); // Not before it is there.
        m_targets->finishContext(u"id-7"_s);
        QCOMPARE(document()->cell(0)->binding().context, u"id-7"_s);
        QCOMPARE(document()->cell(1)->binding().context, u"id-7"_s);
        QVERIFY(document()->cell(2)->binding().isEmpty());
        QVERIFY(!banner()->hasMessage(u"context"_s));
    }

    // As a kernel for each notebook: variables of one are not overwritten by another without anybody having said so.
    void aSecondNotebookHasAContextOfItsOwn()
    {
        fill({ u"x = 1"_s });
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) { run->finish(Outcome::Done); };
        m_view->run({ 0 });
        QTRY_VERIFY(!m_view->isBusy());
        QCOMPARE(m_targets->runs.back()->binding().context, QString());
        m_view->run({ 0 }); // Again: it is its own.
        QTRY_COMPARE(m_targets->runs.size(), size_t(2));
        QVERIFY(m_targets->newContexts.isEmpty());

        NotebookView second(m_targets.get());
        second.setUntitledName(u"Untitled-2.ipynb"_s);
        second.attach(u"local"_s, u"py"_s);
        second.resize(900, 600);
        second.show();
        second.document()->cell(0)->setSource(u"x"_s);
        second.document()->insertCell(1, CellKind::Code, u"y"_s);
        second.run({ 0 });
        QCOMPARE(m_targets->newContexts.size(), 1);
        QCOMPARE(m_targets->newContexts.first().first, u"py python"_s);
        second.run({ 1 }); // Waits for it, too.
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(second.document()->cell(i)->runState(), RunState::Queued);
            QCOMPARE(cellStatus(second.document()->cell(i)).remark, u"waits for its context"_s);
        }
        QCOMPARE(m_targets->newContexts.size(), 1);
        QCOMPARE(m_targets->runs.size(), size_t(2));
        m_targets->finishContext(u"id-2"_s);
        QTRY_COMPARE(m_targets->runs.size(), size_t(4));
        QCOMPARE(m_targets->runs[2]->binding().context, u"id-2"_s);
        QCOMPARE(m_targets->runs[3]->binding().context, u"id-2"_s);
        QTRY_VERIFY(!second.isBusy());
        QVERIFY2(second.contextText().endsWith("id-2 idle"_L1), qPrintable(second.contextText()));
        QVERIFY(second.document()->defaultBinding().context.isEmpty()); // It would be gone when the file is opened again.
        // A restart keeps it.
        Q_EMIT m_targets->contextReplaced(u"id-2"_s, u"id-3"_s);
        QCOMPARE(second.document()->cell(0)->effectiveBinding().context, u"id-3"_s);
        Q_EMIT m_targets->contextReplaced(u"id-3"_s, u"id-2"_s);

        // Chosen on purpose, the first one is shared, and both say so.
        const auto choose = [&](const QString &text) {
            second.canvas()->setCurrent(0);
            second.canvas()->setFocus();
            const auto actions = second.allActions();
            for (QAction *action : actions) {
                if (action->objectName() == "notebook.notebookContext"_L1)
                    action->trigger();
            }
            auto *menu = second.findChild<QMenu *>(u"contextMenu"_s);
            QVERIFY(menu);
            CellsContexts::choose(menu, text);
        };
        choose(u"Python \u00b7 id-1, used by %1"_s.arg(m_view->title()));
        QCOMPARE(second.document()->cell(0)->effectiveBinding().context, u"id-1"_s);
        second.run({ 0 });
        QTRY_VERIFY(!second.isBusy());
        QCOMPARE(m_targets->runs.back()->binding().context, u"id-1"_s);
        QVERIFY(m_targets->newContexts.isEmpty());
        QVERIFY2(second.contextText().endsWith(u"idle \u00b7 shared"_s), qPrintable(second.contextText()));
        QVERIFY2(m_view->contextText().endsWith(u"idle \u00b7 shared"_s), qPrintable(m_view->contextText()));
        picture(u"shared"_s);
        // And no more when it goes back.
        choose(u"Python \u00b7 id-2"_s);
        QVERIFY2(!m_view->contextText().contains("shared"_L1), qPrintable(m_view->contextText()));
    }

    // What a closed notebook left behind is nobody's business but its own.
    void aFileComesBackToItsVariables()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"study.ipynb"_s);
        fill({ u"x = 1"_s });
        QVERIFY(Notebook::File::write(path, document()->toBytes()));
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) { run->finish(Outcome::Done); };
        for (int i = 0; i < 2; ++i) {
            m_view = std::make_unique<NotebookView>(m_targets.get());
            QVERIFY(m_view->open(path));
            m_view->attach(u"local"_s, u"py"_s);
            m_view->run({ 0 });
            QTRY_COMPARE(m_targets->runs.size(), size_t(i + 1));
            QCOMPARE(m_targets->runs.back()->binding().context, QString());
        }
        QVERIFY(m_targets->newContexts.isEmpty());
        // A new one gets none of it, and when that cannot be it may still be asked to share.
        m_view = std::make_unique<NotebookView>(m_targets.get());
        m_view->attach(u"local"_s, u"py"_s);
        m_view->show();
        document()->cell(0)->setSource(u"x"_s);
        m_view->run({ 0 });
        QCOMPARE(m_targets->newContexts.size(), 1);
        m_targets->newContexts.takeFirst().second({}, u"no room"_s);
        QVERIFY(banner()->hasMessage(u"context"_s));
        click(u"Share with others"_s);
        QTRY_COMPARE(m_targets->runs.size(), size_t(3));
        QCOMPARE(m_targets->runs.back()->binding().context, QString());
    }

    // Its file does not name the context that was made for it, and the first one holds what another notebook left.
    void aClosedNotebookComesBackToItsOwnContext()
    {
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) { run->finish(Outcome::Done); };
        fill({ u"x = 1"_s });
        m_view->run({ 0 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        QTemporaryDir folder;
        const QString path = folder.filePath(u"second.ipynb"_s);
        {
            Notebook::Document file;
            file.setDefaultBinding({ u"local"_s, u"py"_s, u"python"_s, {} });
            file.insertCell(0, CellKind::Code, u"x"_s);
            QVERIFY(Notebook::File::write(path, file.toBytes()));
            NotebookView second(m_targets.get());
            QVERIFY(second.open(path));
            second.attach(u"local"_s, u"py"_s);
            second.run({ 0 });
            QCOMPARE(m_targets->newContexts.size(), 1);
            m_targets->finishContext(u"id-2"_s);
            QTRY_COMPARE(m_targets->runs.size(), size_t(2));
            QCOMPARE(m_targets->runs.back()->binding().context, u"id-2"_s);
            QTRY_VERIFY(!second.isBusy());
            // Closed while it runs, it goes on, and keeps its variables.
            m_targets->onStart = {};
            second.run({ 0 });
            QTRY_COMPARE(m_targets->runs.size(), size_t(3));
        }
        QVERIFY(m_targets->ended.isEmpty());
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) { run->finish(Outcome::Done); };
        {
            NotebookView again(m_targets.get());
            QVERIFY(again.open(path));
            QCOMPARE(again.document()->cell(0)->effectiveBinding().context, u"id-2"_s);
            again.run({ 0 });
            QTRY_COMPARE(m_targets->runs.size(), size_t(4));
            QCOMPARE(m_targets->runs.back()->binding().context, u"id-2"_s);
            QVERIFY(m_targets->newContexts.isEmpty());
            QTRY_VERIFY(!again.isBusy());
        }
        // Pain 33: closed with nothing running, it ends. It is made anew, and still not shared.
        QCOMPARE(m_targets->ended, QStringList { u"id-2"_s });
        m_targets->list.removeIf([](const ExecutionTarget &target) { return target.contextId == "id-2"_L1; });
        NotebookView last(m_targets.get());
        QVERIFY(last.open(path));
        QCOMPARE(last.document()->cell(0)->effectiveBinding().context, QString());
        last.run({ 0 });
        QCOMPARE(m_targets->newContexts.size(), 1);
        m_targets->finishContext(u"id-5"_s);
        QTRY_COMPARE(m_targets->runs.size(), size_t(5));
        QCOMPARE(m_targets->runs.back()->binding().context, u"id-5"_s);
    }

    // Its preference, or the answer to a question that is asked anyway.
    void anOwnContextStaysWhereThatIsWanted()
    {
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) { run->finish(Outcome::Done); };
        fill({ u"x = 1"_s });
        m_view->run({ 0 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        QVERIFY(!m_view->hasOwnContexts());
        QTemporaryDir folder;
        const QString path = folder.filePath(u"second.ipynb"_s);
        Notebook::Document file;
        file.setDefaultBinding({ u"local"_s, u"py"_s, u"python"_s, {} });
        file.insertCell(0, CellKind::Code, u"x"_s);
        QVERIFY(Notebook::File::write(path, file.toBytes()));
        const auto opened = [&]() {
            auto view = std::make_unique<NotebookView>(m_targets.get());
            [&] { QVERIFY(view->open(path)); }();
            view->attach(u"local"_s, u"py"_s);
            view->resize(900, 600);
            view->show();
            return view;
        };
        m_targets->setEndsOwnContexts(false);
        {
            const auto second = opened();
            second->run({ 0 });
            QCOMPARE(m_targets->newContexts.size(), 1);
            m_targets->finishContext(u"id-2"_s);
            QTRY_COMPARE(m_targets->runs.size(), size_t(2));
            QVERIFY(second->hasOwnContexts());
        }
        QVERIFY(m_targets->ended.isEmpty());
        m_targets->setEndsOwnContexts(true);
        {
            // It came back to it, and the question about its changes offers to keep it.
            const auto second = opened();
            QCOMPARE(second->document()->cell(0)->effectiveBinding().context, u"id-2"_s);
            second->document()->cell(0)->setSource(u"x + 1"_s);
            QVERIFY(!second->requestClose());
            const auto press = [&second](const QString &text) {
                const auto buttons = second->findChild<Banner *>()->findChildren<QPushButton *>();
                for (QPushButton *button : buttons) {
                    if (button->text() == text) {
                        button->click();
                        return true;
                    }
                }
                return false;
            };
            QVERIFY(press(u"Keep its context"_s));
            QVERIFY(press(u"End its context"_s));
            QVERIFY(press(u"Keep its context"_s));
            second->grab().save(QStringLiteral(WB_PICTURES "/contexts-keep.png"));
            QSignalSpy accepted(second.get(), &NotebookView::closeAccepted);
            QVERIFY(press(u"Close without saving"_s));
            QCOMPARE(accepted.size(), 1);
        }
        QVERIFY(m_targets->ended.isEmpty());
        {
            // Closed without having run anything, it was still its own.
            const auto second = opened();
            QVERIFY(second->hasOwnContexts());
        }
        QCOMPARE(m_targets->ended, QStringList { u"id-2"_s });
        QVERIFY(m_targets->ownBefore(path).first().context.isEmpty());
        // With the sandbox goes what was known of it.
        m_targets->list.removeIf([](const ExecutionTarget &target) { return target.sandboxId == "py"_L1; });
        m_view.reset();
        QVERIFY(m_targets->ownBefore(path).isEmpty());
    }

    // It was to stop and to be closed, and then it was not closed: what runs later goes on when it is.
    void aContextThatWasSparedOnceIsSparedWhileItRuns()
    {
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) { run->finish(Outcome::Done); };
        fill({ u"x = 1"_s });
        m_view->run({ 0 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        m_targets->onStart = {};
        auto second = std::make_unique<NotebookView>(m_targets.get());
        second->attach(u"local"_s, u"py"_s);
        second->document()->cell(0)->setSource(u"x = 2"_s);
        second->run({ 0 });
        QCOMPARE(m_targets->newContexts.size(), 1);
        m_targets->finishContext(u"id-2"_s);
        QTRY_COMPARE(m_targets->runs.size(), size_t(2));
        QVERIFY(second->hasOwnContexts());
        bool hasStopped = false;
        second->stopFirst([&hasStopped]() { hasStopped = true; });
        QCOMPARE(m_targets->interrupts, 1);
        m_targets->runs.back()->finish(Outcome::Interrupted);
        QTRY_VERIFY(hasStopped);
        second->run({ 0 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(3));
        QCOMPARE(m_targets->runs.back()->binding().context, u"id-2"_s);
        // The question tells the two ways to close it apart.
        QVERIFY(!second->requestClose());
        const auto *banner = second->findChild<Banner *>();
        QVERIFY2(banner->accessibleName().contains("Interrupted, its context and variables end with it."_L1), qPrintable(banner->accessibleName()));
        second.reset();
        QVERIFY(m_targets->ended.isEmpty());
    }

    // Servers name contexts each for itself.
    void contextsOfOneNameInTwoSandboxesAreTwo()
    {
        m_targets->add(u"py"_s, {}, u"python"_s, 0, u"id-2"_s);
        m_targets->add(u"tpu"_s, u"tpu"_s, u"python"_s, 4, u"id-2"_s);
        QObject first;
        QObject second;
        const Binding kept { u"local"_s, u"tpu"_s, u"python"_s, u"id-2"_s };
        const Binding own { u"local"_s, u"py"_s, u"python"_s, u"id-2"_s };
        m_targets->noteUser(&first, u"a"_s, u"/nowhere/a.ipynb"_s, kept);
        m_targets->leave(&first, u"/nowhere/a.ipynb"_s, {}, false);
        m_targets->noteUser(&second, u"b"_s, u"/nowhere/b.ipynb"_s, own);
        m_targets->leave(&second, u"/nowhere/b.ipynb"_s, { own }, true);
        QCOMPARE(m_targets->ended, QStringList { u"id-2"_s });
        QObject third;
        QVERIFY(m_targets->isTaken(&third, u"/nowhere/c.ipynb"_s, kept));
        QVERIFY(!m_targets->isTaken(&third, u"/nowhere/c.ipynb"_s, own));
    }

    // Closed before its context was there, it leaves none behind.
    void aContextThatIsMadeTooLateEnds()
    {
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) { run->finish(Outcome::Done); };
        NotebookView other(m_targets.get());
        other.attach(u"local"_s, u"py"_s);
        other.document()->cell(0)->setSource(u"x = 1"_s);
        other.run({ 0 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        fill({ u"x"_s });
        m_view->run({ 0 });
        QCOMPARE(m_targets->newContexts.size(), 1);
        m_view.reset();
        QVERIFY(m_targets->ended.isEmpty());
        m_targets->finishContext(u"id-2"_s);
        QCOMPARE(m_targets->ended, QStringList { u"id-2"_s });
        QCOMPARE(m_targets->runs.size(), size_t(1));
    }

    // When the first one is gone, another takes its place; it is still that of whoever came to it by its name.
    void whatBecomesTheFirstContextMayBeTaken()
    {
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) { run->finish(Outcome::Done); };
        m_targets->add(u"py"_s, {}, u"python"_s, 0, u"id-2"_s);
        fill({ u"x = 1"_s });
        m_view->run({ 0 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        NotebookView second(m_targets.get());
        second.setUntitledName(u"Untitled-2.ipynb"_s);
        second.document()->setDefaultBinding({ u"local"_s, u"py"_s, u"python"_s, u"id-2"_s });
        second.document()->cell(0)->setSource(u"x = 2"_s);
        second.run({ 0 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(2));
        QCOMPARE(m_targets->runs.back()->binding().context, u"id-2"_s);
        m_targets->list.removeIf([](const ExecutionTarget &target) { return target.contextId == "id-1"_L1; });
        for (ExecutionTarget &target : m_targets->list)
            target.first = true;
        QCOMPARE(m_targets->otherUsers(m_view.get(), document()->cell(0)->effectiveBinding()), QStringList { u"Untitled-2.ipynb"_s });
        m_view->run({ 0 });
        QCOMPARE(m_targets->newContexts.size(), 1);
        m_targets->finishContext(u"id-3"_s);
        QTRY_COMPARE(m_targets->runs.size(), size_t(3));
        QCOMPARE(m_targets->runs.back()->binding().context, u"id-3"_s);
    }

    // Cells that wait for the context of their own are called back like those that wait in a queue.
    void anInterruptForgetsWhatWaitsForItsOwnContext()
    {
        m_targets->onStart = [](const std::shared_ptr<Notebook::Run> &run) { run->finish(Outcome::Done); };
        NotebookView other(m_targets.get());
        other.attach(u"local"_s, u"py"_s);
        other.document()->cell(0)->setSource(u"x = 1"_s);
        other.run({ 0 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        fill({ u"x"_s });
        QAction *interrupt = action(u"notebook.interrupt"_s);
        QTRY_VERIFY(!interrupt->isEnabled());
        m_view->run({ 0 });
        QCOMPARE(m_targets->newContexts.size(), 1);
        QVERIFY(banner()->hasMessage(u"context"_s));
        QVERIFY(interrupt->isEnabled());
        QVERIFY(m_view->isBusy());
        interrupt->trigger();
        QVERIFY(!banner()->hasMessage(u"context"_s));
        QVERIFY(!interrupt->isEnabled());
        QVERIFY(!m_view->isBusy());
        // Run once more, it waits for the one that is on its way.
        m_view->run({ 0 });
        QVERIFY(banner()->hasMessage(u"context"_s));
        QVERIFY(interrupt->isEnabled());
        m_view->interrupt();
        QCOMPARE(m_targets->newContexts.size(), 1);
        m_targets->finishContext(u"id-2"_s);
        QCoreApplication::processEvents();
        QCOMPARE(m_targets->runs.size(), size_t(1));
        QCOMPARE(document()->cell(0)->runState(), RunState::NeverRun);
        m_view->run({ 0 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(2));
        QCOMPARE(m_targets->runs.back()->binding().context, u"id-2"_s);
    }

    void aRefusedContextSaysWhy()
    {
        fill({ u"a"_s });
        QTest::keyClick(canvas(), Qt::Key_N, Qt::ShiftModifier);
        m_targets->newContexts.takeFirst().second({}, u"node is not installed."_s);
        QVERIFY(banner()->hasMessage(u"context"_s));
        click(u"Try again"_s);
        QCOMPARE(m_targets->newContexts.size(), 1);
    }

    void theNotebooksContextIsStoredAndTheFirstCanStillBeNamed()
    {
        m_targets->add(u"py"_s, {}, u"python"_s, 0, u"id-2"_s);
        fill({ u"a"_s, u"b"_s });
        const auto actions = m_view->allActions();
        for (QAction *action : actions) {
            if (action->objectName() == "notebook.notebookContext"_L1)
                action->trigger();
        }
        choose(m_view->findChild<QMenu *>(u"contextMenu"_s), u"Python \u00b7 id-2"_s);
        QCOMPARE(document()->defaultBinding().context, u"id-2"_s);
        QCOMPARE(document()->cell(1)->effectiveBinding().context, u"id-2"_s);
        choose(openMenu(0), u"Python \u00b7 id-1"_s);
        QCOMPARE(document()->cell(0)->effectiveBinding().context, u"id-1"_s);
        Notebook::Document again;
        QVERIFY(again.fromBytes(document()->toBytes()));
        QCOMPARE(again.cell(0)->effectiveBinding(), (Binding { u"local"_s, u"py"_s, u"python"_s, u"id-1"_s }));
        QCOMPARE(again.cell(1)->effectiveBinding(), (Binding { u"local"_s, u"py"_s, u"python"_s, u"id-2"_s }));
    }

    // The first that offers itself must not be what somebody else's variables are in.
    void aContextThatOthersUseIsNotTheFirstChoice()
    {
        fill({ u"a"_s });
        NotebookView other(m_targets.get());
        other.attach(u"local"_s, u"py"_s);
        other.document()->insertCell(0, CellKind::Code, u"mine = 1"_s);
        other.document()->cell(0)->setBinding({ u"local"_s, u"py"_s, u"python"_s, u"id-1"_s });
        other.run({ 0 });
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        m_targets->runs.back()->finish(Outcome::Done);
        QMenu *menu = openMenu(0);
        const QStringList offered = texts(menu).filter(u"Python"_s);
        QCOMPARE(offered.constFirst(), u"Python \u00b7 new context"_s);
        choose(menu, u"Python \u00b7 new context"_s);
        QTRY_COMPARE(m_targets->newContexts.size(), 1);
    }

    void aRestartThatChangesTheIdIsFollowed()
    {
        m_targets->add(u"py"_s, {}, u"python"_s, 0, u"id-2"_s);
        fill({ u"a"_s });
        choose(openMenu(0), u"Python \u00b7 id-2"_s);
        document()->cell(0)->setSource(u"b"_s);
        document()->undo();
        const QString next = document()->redoText();
        Q_EMIT m_targets->contextReplaced(u"id-2"_s, u"id-3"_s);
        QCOMPARE(document()->cell(0)->binding().context, u"id-3"_s);
        // It is no step of the user's: what could be done again still can be, and no way back leads to the dead one.
        QCOMPARE(document()->redoText(), next);
        document()->undo();
        document()->redo();
        QCOMPARE(document()->cell(0)->binding().context, u"id-3"_s);
    }

    void aPausedSandboxIsResumedForItsCells()
    {
        fill({ u"a"_s, u"b"_s });
        m_targets->paused = { u"py"_s };
        m_view->run({ 0 });
        QVERIFY(m_targets->runs.empty());
        QVERIFY(!m_view->findChild<QMenu *>(u"targetPicker"_s));
        QVERIFY(m_view->contextText().endsWith("paused"_L1));
        click(u"Resume and run"_s);
        QCOMPARE(m_targets->resumed, QStringList { u"py"_s });
        m_view->run({ 1 });
        Q_EMIT m_targets->changed(); // Of something else: it is still paused.
        QVERIFY(m_targets->runs.empty());
        m_targets->paused.clear();
        Q_EMIT m_targets->changed();
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        QVERIFY(!banner()->hasMessage(u"sandbox"_s));
        m_targets->runs.back()->finish(Outcome::Done);
        QTRY_COMPARE(m_targets->runs.size(), size_t(2));
    }

    // What was asked for and given up must not run when something else is made later.
    void onlyWhatWasAskedForRuns()
    {
        fill({ u"a"_s, u"b"_s });
        m_targets->paused = { u"py"_s };
        m_view->run({ 0 });
        m_targets->paused.clear();
        m_targets->list.removeIf([](const ExecutionTarget &target) { return target.sandboxId == "py"_L1; });
        Q_EMIT m_targets->changed();
        click(u"Recreate like this"_s);
        m_targets->add(u"py2"_s, u"py-analysis"_s, u"python"_s, 0);
        m_targets->creations.takeFirst().second(m_targets->describe(u"py2"_s, u"python"_s), {});
        QCOMPARE(document()->cell(0)->effectiveBinding().sandbox, u"py2"_s);
        QCoreApplication::processEvents();
        QVERIFY(m_targets->runs.empty());
    }

    // --- gone

    void aSandboxThatIsGoneIsMadeAgainOnlyWhenAskedFor()
    {
        m_targets->add(u"py"_s, {}, u"python"_s, 0, u"id-2"_s);
        fill({ u"a"_s, u"b"_s, u"c"_s });
        choose(openMenu(1), u"Python \u00b7 id-2"_s);
        choose(openMenu(2), u"Bash"_s);
        QTemporaryDir folder;
        const QString path = folder.filePath(u"study.ipynb"_s);
        QVERIFY(Notebook::File::write(path, document()->toBytes()));
        m_targets->list.removeIf([](const ExecutionTarget &target) { return target.sandboxId == "py"_L1; });
        m_targets->known.clear();

        // Another day: the file says where it ran.
        m_view = std::make_unique<NotebookView>(m_targets.get());
        m_view->resize(900, 600);
        m_view->show();
        QVERIFY(m_view->open(path));
        QVERIFY(banner()->hasMessage(u"gone"_s));
        picture(u"gone"_s);
        const int before = canvas()->current();
        canvas()->setCurrent(1);
        QVERIFY2(m_view->contextText().endsWith("is gone"_L1), qPrintable(m_view->contextText()));
        canvas()->setCurrent(before);
        Theme::setCurrent(Theme::Kind::Dark);
        picture(u"gone-dark"_s);
        Theme::setCurrent(Theme::Kind::Light);
        QVERIFY(m_targets->creations.isEmpty());
        QCOMPARE(canvas()->sandboxOf(document()->cell(1)), u"py-analysis"_s);
        m_view->run({ 1, 2 });
        QVERIFY(m_targets->runs.empty());
        QVERIFY(m_targets->creations.isEmpty());
        click(u"Recreate like this"_s);
        QCOMPARE(m_targets->recipes.size(), 1);
        QCOMPARE(m_targets->recipes.first().name, u"py-analysis"_s);
        QCOMPARE(m_targets->recipes.first().connection, u"local"_s); // Not on another server.
        QCOMPARE(m_targets->recipes.first().image, u"python:3.12"_s);
        QCOMPARE(m_targets->recipes.first().entrypoint, (QStringList { u"sleep"_s, u"inf"_s }));
        QCOMPARE(m_targets->recipes.first().limits.value(u"memory"_s), u"4Gi"_s);
        m_targets->add(u"py2"_s, u"py-analysis"_s, u"python"_s, 0, u"id-20"_s);
        m_targets->add(u"py2"_s, u"py-analysis"_s, u"bash"_s, 0);
        m_targets->known[u"py2"_s] = { u"py-analysis"_s, u"python:3.12"_s, {}, {} };
        m_targets->creations.takeFirst().second(m_targets->describe(u"py2"_s, u"python"_s), {});
        // The second context is made again, too.
        QCOMPARE(m_targets->newContexts.size(), 1);
        QCOMPARE(m_targets->newContexts.first().first, u"py2 python"_s);
        m_targets->finishContext(u"id-21"_s);
        QCOMPARE(document()->cell(1)->effectiveBinding(), (Binding { u"local"_s, u"py2"_s, u"python"_s, u"id-21"_s }));
        QCOMPARE(document()->cell(2)->effectiveBinding(), (Binding { u"local"_s, u"py2"_s, u"bash"_s, {} }));
        QVERIFY(!banner()->hasMessage(u"gone"_s));
        // What waited runs now, in its order.
        QCOMPARE(m_targets->runs.size(), size_t(1));
        m_targets->runs.back()->finish(Outcome::Done);
        QTRY_COMPARE(m_targets->runs.size(), size_t(2));
        m_targets->runs.back()->finish(Outcome::Done);
        QVERIFY(!document()->toBytes().contains("\"py\""));
    }

    void anotherPlaceCanBeChosenInstead()
    {
        fill({ u"a"_s, u"b"_s });
        choose(openMenu(0), u"Bash"_s);
        document()->setDefaultBinding({ u"local"_s, u"py"_s, u"python"_s, {} });
        m_targets->list.removeIf([](const ExecutionTarget &target) { return target.sandboxId == "py"_L1; });
        Q_EMIT m_targets->changed();
        QVERIFY(banner()->hasMessage(u"gone"_s));
        click(u"Choose another\u2026"_s);
        choose(m_view->findChild<QMenu *>(u"contextMenu"_s), u"Python \u00b7 id-9"_s);
        QCOMPARE(document()->cell(0)->effectiveBinding().sandbox, u"gpu"_s);
        QCOMPARE(document()->cell(0)->effectiveBinding().language, u"bash"_s);
        QCOMPARE(document()->cell(1)->effectiveBinding().sandbox, u"gpu"_s);
        QVERIFY(!banner()->hasMessage(u"gone"_s));
        document()->undo();
        QCOMPARE(document()->cell(1)->effectiveBinding().sandbox, u"py"_s);
    }

    void aContextThatIsGoneIsNotReplacedSilently()
    {
        m_targets->add(u"py"_s, {}, u"python"_s, 0, u"id-2"_s);
        fill({ u"a"_s });
        choose(openMenu(0), u"Python \u00b7 id-2"_s);
        m_targets->list.removeIf([](const ExecutionTarget &target) { return target.contextId == "id-2"_L1; });
        m_view->run({ 0 });
        QVERIFY(m_targets->runs.empty());
        QVERIFY(banner()->hasMessage(u"gone"_s));
        click(u"Create it again"_s);
        QCOMPARE(m_targets->newContexts.size(), 1);
        m_targets->finishContext(u"id-4"_s);
        QCOMPARE(document()->cell(0)->binding().context, u"id-4"_s);
        QCOMPARE(m_targets->runs.size(), size_t(1));
        m_targets->runs.front()->finish(Outcome::Done);
    }

    // Its maker hears of it like everybody else, and runs what waited.
    void whatWaitedRunsWhenItsSandboxIsMadeAgain()
    {
        m_targets->add(u"py"_s, {}, u"python"_s, 0, u"id-2"_s);
        fill({ u"a"_s });
        choose(openMenu(0), u"Python \u00b7 id-2"_s);
        m_targets->list.removeIf([](const ExecutionTarget &target) { return target.sandboxId == "py"_L1; });
        Q_EMIT m_targets->changed();
        m_view->run({ 0 });
        click(u"Recreate like this"_s);
        m_targets->add(u"py2"_s, u"py-analysis"_s, u"python"_s, 0, u"id-5"_s);
        m_targets->successors.insert(u"py"_s, u"py2"_s);
        m_targets->creations.takeFirst().second(m_targets->describe(u"py2"_s, u"python"_s), {});
        Q_EMIT m_targets->changed();
        QVERIFY(!banner()->hasMessage(u"gone"_s));
        QCOMPARE(m_targets->newContexts.size(), 1);
        m_targets->finishContext(u"id-6"_s);
        QTRY_COMPARE(m_targets->runs.size(), size_t(1));
        QCOMPARE(m_targets->runs.back()->binding().context, u"id-6"_s);
    }

    // Two notebooks that shared files share them again.
    void whatAnotherNotebookMadeAgainIsOffered()
    {
        fill({ u"a"_s });
        m_targets->list.removeIf([](const ExecutionTarget &target) { return target.sandboxId == "py"_L1; });
        Q_EMIT m_targets->changed();
        QVERIFY(banner()->hasMessage(u"gone"_s));
        m_targets->add(u"py2"_s, u"py-analysis"_s, u"python"_s, 0);
        m_targets->successors.insert(u"py"_s, u"py2"_s);
        Q_EMIT m_targets->changed();
        click(u"Use that one"_s);
        QVERIFY(m_targets->creations.isEmpty());
        QCOMPARE(document()->cell(0)->effectiveBinding().sandbox, u"py2"_s);
        QVERIFY(!banner()->hasMessage(u"gone"_s));
    }

    // Code and data of one server are not taken to another.
    void whatIsMadeAgainStaysWithItsConnection()
    {
        document()->setDefaultBinding({ u"staging"_s, u"far"_s, u"python"_s, {} });
        fill({ u"a"_s });
        m_view->run({ 0 });
        click(u"Recreate like this"_s);
        QCOMPARE(m_targets->recipes.size(), 1);
        QCOMPARE(m_targets->recipes.constFirst().connection, u"staging"_s);
        QCOMPARE(m_targets->recipes.constFirst().replaces, u"far"_s);
    }

    void aClosedOfferDoesNotComeBack()
    {
        fill({ u"a"_s });
        m_targets->list.clear();
        Q_EMIT m_targets->changed();
        QVERIFY(banner()->hasMessage(u"gone"_s));
        banner()->clearMessage(u"gone"_s);
        Q_EMIT m_targets->changed();
        QVERIFY(!banner()->hasMessage(u"gone"_s));
        // Running asks again: then it matters.
        m_view->run({ 0 });
        QVERIFY(banner()->hasMessage(u"gone"_s));
    }

    void theNoticeOfALostContextOffersTheSame()
    {
        fill({ u"a"_s });
        m_view->run({ 0 });
        m_targets->runs.front()->notice({ Notebook::Notice::Severity::Warning, u"context-gone"_s, u"Gone"_s, u"It was deleted."_s });
        m_targets->runs.front()->finish(Outcome::ContextLost);
        canvas()->flush();
        picture(u"context-gone"_s);
        click(u"Create it again"_s);
        QCOMPARE(m_targets->newContexts.size(), 1);
    }

    // --- in the background

    void aCellRunsInTheBackgroundAndIsFollowedAgain()
    {
        fill({ u"sleep 100; echo done"_s, u"x = 1"_s });
        choose(openMenu(0), u"Bash"_s);
        canvas()->setCurrent(0);
        QTest::keyClick(canvas(), Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_targets->runs.size(), size_t(1));
        const auto run = m_targets->runs.front();
        QVERIFY(run->isBackground());
        run->background({ u"cmd-1"_s, u"py"_s });
        run->stream(StreamName::Stdout, u"working\n");
        QCOMPARE(cellStatus(document()->cell(0)).remark, u"In the background"_s);
        picture(u"background"_s);
        // Closing loses nothing, so nothing is asked.
        document()->setModified(false);
        QVERIFY(m_view->requestClose());
        QTemporaryDir folder;
        const QString path = folder.filePath(u"study.ipynb"_s);
        QVERIFY(Notebook::File::write(path, document()->toBytes()));
        m_view = std::make_unique<NotebookView>(m_targets.get());
        m_view->show();
        QVERIFY(m_view->open(path));
        QTRY_COMPARE(m_targets->runs.size(), size_t(2));
        QCOMPARE(m_targets->runs.back()->attachTo(), u"cmd-1"_s);
        QCOMPARE(document()->cell(0)->runState(), RunState::Running);
        QCOMPARE(document()->cell(0)->outputs()->plainText(), u"working\n"_s);
        m_targets->runs.back()->finish(Outcome::Done);
        QVERIFY(!document()->toBytes().contains("cmd-1"));
    }

    void aCommandThatEndedWithItsSandboxSaysSo()
    {
        fill({ u"sleep 100"_s });
        document()->cell(0)->outputs()->appendStream(StreamName::Stdout, u"working\n");
        document()->cell(0)->setBackground({ u"cmd-1"_s, u"dead"_s });
        QTemporaryDir folder;
        const QString path = folder.filePath(u"study.ipynb"_s);
        QVERIFY(Notebook::File::write(path, document()->toBytes()));
        QVERIFY(m_view->open(path));
        QVERIFY(m_targets->runs.empty());
        QVERIFY(document()->cell(0)->background().id.isEmpty());
        QCOMPARE(document()->cell(0)->outputs()->count(), 2);
        QCOMPARE(document()->cell(0)->outputs()->at(1).notice().code, u"command-gone"_s);
    }

    void otherLanguagesAreNotOfferedAsCommands()
    {
        m_targets->add(u"py"_s, {}, u"java"_s, 0);
        fill({ u"1"_s });
        choose(openMenu(0), u"Java"_s);
        QTest::keyClick(canvas(), Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(m_targets->runs.empty());
    }

    // --- marks

    void outputsOfAFileSayThatTheyAreNotFromHere()
    {
        m_targets->list.clear();
        m_view->attach({}, {});
        fill({ u"a"_s, u"b"_s });
        document()->cell(0)->outputs()->appendStream(StreamName::Stdout, u"old\n");
        QCOMPARE(cellPlace(document()->cell(0), {}), u"Not run here"_s);
        QCOMPARE(cellPlace(document()->cell(1), {}), u"No sandbox"_s);
        QCOMPARE(cellPlace(document()->cell(1), u"py-analysis"_s), u"py-analysis"_s);
        picture(u"not-run-here"_s);
    }
};

QTEST_MAIN(CellsContexts)
#include "tst_cells_contexts.moc"
