// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

// Every mark a cell can have, each caused by what causes it in life: a real runtime behind a wire that can break.
// Whatever happens, the outputs stay.
#include "notebook/cellcanvas.h"
#include "notebook/cellstatus.h"
#include "relay.h"
#include "runtimeprocess.h"
#include "sessiontest.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTest>

using namespace Qt::StringLiterals;
using Notebook::Binding;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::OutputType;
using Notebook::RunState;

class CellsStates : public SessionTest
{
    Q_OBJECT

    std::unique_ptr<RuntimeProcess> m_runtime;
    std::unique_ptr<Relay> m_relay;
    std::unique_ptr<NotebookView> m_view;
    QNetworkAccessManager m_elsewhere;

    Notebook::Document *document() const { return m_view->document(); }
    Cell *cell(int index) const { return document()->cell(index); }
    /// What the margin says, in one line.
    QString mark(int index) const
    {
        const CellStatus status = cellStatus(cell(index));
        return status.remark.isEmpty() ? status.text : QString(status.text + u" / "_s + status.remark);
    }
    QStringList notices(int index) const
    {
        QStringList titles;
        const Notebook::OutputList *outputs = cell(index)->outputs();
        for (int i = 0; i < outputs->count(); ++i) {
            if (outputs->at(i).type() == OutputType::Notice)
                titles.append(outputs->at(i).notice().text + u" / "_s + outputs->at(i).notice().detail);
        }
        return titles;
    }
    void open(const QStringList &sources) { m_view = notebook(sources); }
    void begin(const QList<int> &cells, const QString &sign = u"before"_s)
    {
        m_view->run(cells);
        QTRY_VERIFY2_WITH_TIMEOUT(cell(cells.last())->outputs()->plainText().contains(sign), qPrintable(mark(cells.last())), 120'000);
    }
    void runToEnd(int index)
    {
        m_view->run({ index });
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isBusy(), 120'000);
    }
    /// Another client of the same server, past the wire. The answer's status.
    int elsewhere(const QByteArray &method, const QString &path, const QJsonObject &body = {})
    {
        QNetworkRequest request(QUrl(u"http://"_s + m_runtime->address() + path));
        request.setRawHeader("OPEN-SANDBOX-API-KEY", m_runtime->key().toUtf8());
        request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
        const std::unique_ptr<QNetworkReply> reply(m_elsewhere.sendCustomRequest(request, method, body.isEmpty() ? QByteArray() : QJsonDocument(body).toJson()));
        if (!QTest::qWaitFor([&reply] { return reply->isFinished(); }, 60'000))
            return -1;
        return reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    }
    QString contextsPath() const { return u"/sandboxes/%1/proxy/44772/code/contexts/"_s.arg(m_target.sandboxId); }

private Q_SLOTS:
    void initTestCase()
    {
        m_runtime = std::make_unique<RuntimeProcess>();
        const QString problem = m_runtime->start();
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        m_relay = std::make_unique<Relay>(m_runtime->port());
        OpenSandbox::ConnectionConfig config;
        config.domain = m_relay->address();
        config.apiKey = m_runtime->key();
        Connection *connection = m_connections->add(u"Far"_s, config, false);
        m_connections->setPreferred(connection);
        makeTargets();
        QTRY_VERIFY2_WITH_TIMEOUT(connection->isOnline(), qPrintable(connection->problem().message), 30'000);
        newSandbox();
    }

    void cleanup() { m_view.reset(); }

    void cleanupTestCase()
    {
        m_view.reset();
        closeTargets();
        m_connections.reset();
        m_relay.reset();
        m_runtime.reset();
    }

    void queuedRunningInterruptedDoneFailedAndStale()
    {
        open({ u"import time\nprint('before', flush=True)\nwhile True: time.sleep(.05)"_s, u"print('b')"_s, u"print('c')\n1 / 0"_s });
        QCOMPARE(mark(0), QString());
        m_view->run({ 0, 1, 2 });
        QCOMPARE(mark(1), u"Queued, next"_s);
        QCOMPARE(mark(2), u"Queued, 2nd"_s);
        QTRY_VERIFY_WITH_TIMEOUT(cell(0)->outputs()->plainText().contains("before"_L1), 120'000);
        static const QRegularExpression timer(u"^0:\\d\\d\\.\\d$|^\\d+:\\d\\d$"_s);
        QVERIFY2(timer.match(mark(0)).hasMatch(), qPrintable(mark(0)));
        m_view->canvas()->setCurrent(0);
        m_view->interrupt();
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isBusy(), 60'000);
        QVERIFY2(mark(0).startsWith(u"Interrupted \u00b7 "_s), qPrintable(mark(0)));
        QVERIFY2(mark(1).startsWith("Not run / because"_L1), qPrintable(mark(1)));
        QVERIFY(cell(0)->outputs()->plainText().contains("before"_L1));
        runToEnd(1);
        QVERIFY2(mark(1).endsWith(" s"_L1), qPrintable(mark(1))); // Done: the duration alone.
        QCOMPARE(cell(1)->runState(), RunState::Done);
        runToEnd(2);
        QVERIFY2(mark(2).startsWith(u"Failed \u00b7 "_s), qPrintable(mark(2)));
        QVERIFY(cell(2)->outputs()->plainText().contains("c\n"_L1));
        cell(1)->setSource(u"print('other')"_s);
        QCOMPARE(mark(1), u"Edited since run"_s);
        QCOMPARE(cell(1)->outputs()->plainText(), u"b\n"_s);
    }

    // Pains 12 and 31: outputs stay, nothing is sent again, and the next cell waits until the context is free.
    void aCutStreamLeavesTheResultUnknown()
    {
        open({ u"import time\ntry: n += 1\nexcept NameError: n = 1\nprint('before', n, flush=True)\ntime.sleep(6)\nprint('late')"_s, u"print('runs:', n)"_s });
        begin({ 0 });
        m_relay->cut();
        QTRY_COMPARE_WITH_TIMEOUT(cell(0)->runState(), RunState::ResultUnknown, 60'000);
        QVERIFY2(mark(0).startsWith("Result unknown / after 0:0"_L1), qPrintable(mark(0)));
        QCOMPARE(cell(0)->outputs()->at(0).stream().plainText(), u"before 1\n"_s);
        QCOMPARE(notices(0).size(), 1);
        QVERIFY2(notices(0).first().contains("It was not sent again."_L1), qPrintable(notices(0).first()));
        // The code runs on over there: what is sent now waits for it, whatever the wire did.
        m_view->run({ 1 });
        QTRY_COMPARE_WITH_TIMEOUT(cell(1)->runState(), RunState::Done, 120'000);
        QCOMPARE(cell(1)->outputs()->plainText(), u"runs: 1\n"_s);
        QVERIFY(mark(0).startsWith("Result unknown"_L1));
    }

    // Pain 34, from outside: the kernel is killed by another program in the sandbox.
    void aKilledKernelLosesTheContext()
    {
        open({ u"import os, time\nprint('before', os.getpid(), flush=True)\ntime.sleep(600)"_s, u"print('waits')"_s });
        begin({ 0 }, u"\n"_s);
        m_view->run({ 1 });
        const QString pid = cell(0)->outputs()->plainText().section(u' ', 1).trimmed();
        QVERIFY(pid.toInt() > 1);
        QCOMPARE(elsewhere("POST", u"/sandboxes/%1/proxy/44772/command"_s.arg(m_target.sandboxId), { { u"command"_s, QString(u"kill -9 "_s + pid) } }), 200);
        QTRY_COMPARE_WITH_TIMEOUT(cell(0)->runState(), RunState::ContextLost, 60'000);
        QCOMPARE(mark(0), u"Context lost"_s);
        QVERIFY(cell(0)->outputs()->plainText().startsWith("before "_L1));
        QCOMPARE(notices(0).size(), 1);
        QVERIFY2(notices(0).first().contains("signal 9"_L1) || notices(0).first().contains("SIGKILL"_L1, Qt::CaseInsensitive), qPrintable(notices(0).first()));
        QTRY_VERIFY(!m_view->isBusy());
        QVERIFY2(mark(1).startsWith("Not run / "_L1), qPrintable(mark(1)));
        runToEnd(1); // A fresh one.
        QCOMPARE(cell(1)->runState(), RunState::Done);
    }

    void aContextDeletedElsewhereIsLost_data()
    {
        QTest::addColumn<bool>("during");
        QTest::newRow("while a cell runs") << true;
        QTest::newRow("between two cells") << false;
    }

    // Pain 32: said once; the next run makes a new one.
    void aContextDeletedElsewhereIsLost()
    {
        QFETCH(bool, during);
        open({ u"x = 41\nprint('before', flush=True)"_s, during ? u"import time\nprint('in it', flush=True)\ntime.sleep(600)"_s : u"x + 1"_s, u"print('x' in globals())"_s });
        runToEnd(0);
        QCOMPARE(cell(0)->runState(), RunState::Done);
        const QString context = m_targets->contextRunner().contextId(cell(0)->effectiveBinding());
        QVERIFY(!context.isEmpty());
        if (during)
            begin({ 1 }, u"in it"_s);
        const int status = elsewhere("DELETE", contextsPath() + context);
        QVERIFY2(status == 200 || status == 204, qPrintable(QString::number(status)));
        if (!during)
            m_view->run({ 1 });
        QTRY_COMPARE_WITH_TIMEOUT(cell(1)->runState(), RunState::ContextLost, 60'000);
        QCOMPARE(mark(1), u"Context lost"_s);
        QCOMPARE(notices(1).size(), 1);
        QVERIFY2(notices(1).first().contains("its variables are gone"_L1), qPrintable(notices(1).first()));
        if (during)
            QVERIFY(cell(1)->outputs()->plainText().startsWith("in it"_L1));
        QCOMPARE(cell(0)->outputs()->plainText(), u"before\n"_s);
        QTRY_VERIFY(!m_view->isBusy());
        runToEnd(2);
        QCOMPARE(cell(2)->runState(), RunState::Done);
        QCOMPARE(cell(2)->outputs()->plainText(), u"False\n"_s);
    }

    // Pain 33: notebooks share the context of their sandbox and language, so twenty of them do not make twenty.
    void manyNotebooksMakeOneContext()
    {
        for (int i = 0; i < 20; ++i) {
            open({ u"print('seen')"_s });
            runToEnd(0);
            QCOMPARE(cell(0)->outputs()->plainText(), u"seen\n"_s);
            m_view.reset();
        }
        const auto session = m_sessions->session(m_target.sandboxId);
        session->refreshContexts();
        QTRY_VERIFY(!session->contexts().isEmpty());
        const QList<ContextState> contexts = session->contexts();
        QCOMPARE(std::count_if(contexts.begin(), contexts.end(), [](const ContextState &context) { return context.language() == "python"_L1; }), 1);
    }

    // The same of one that had a context of its own, beside an open one.
    void theOwnContextOfAClosedNotebookEnds()
    {
        open({ u"x = 1"_s });
        runToEnd(0);
        const auto first = std::move(m_view);
        open({ u"print('x' in globals())"_s });
        runToEnd(0);
        QCOMPARE(cell(0)->outputs()->plainText(), u"False\n"_s);
        const auto session = m_sessions->session(m_target.sandboxId);
        const auto count = [&session]() {
            const QList<ContextState> contexts = session->contexts();
            return std::count_if(contexts.begin(), contexts.end(), [](const ContextState &context) { return context.language() == "python"_L1; });
        };
        QCOMPARE(count(), 2);
        m_view.reset();
        QTRY_COMPARE_WITH_TIMEOUT(count(), 1, 30'000);
        QCOMPARE(first->document()->cell(0)->runState(), RunState::Done);
    }

    // Pain 40: a line, a secret, and an interrupt in the middle; nothing of it is kept in the notebook.
    void inputComesFromTheNotebook()
    {
        open({ u"name = input('name? ')\nprint('hello', name)"_s, u"import getpass\nsecret = getpass.getpass('word: ')\nprint(len(secret))"_s, u"input('never? ')"_s });
        const auto ask = [this](int index, const QString &prompt) {
            m_view->run({ index });
            return QTest::qWaitFor([this, index, prompt] { return isAsking(cell(index)) && cell(index)->outputs()->plainText().append(notices(index).join(u" "_s)).contains(prompt); }, 120'000);
        };
        QVERIFY(ask(0, u"name?"_s));
        QVERIFY(m_view->queue()->answer(cell(0), u"Ada"_s));
        QTRY_COMPARE_WITH_TIMEOUT(cell(0)->runState(), RunState::Done, 60'000);
        QVERIFY2(cell(0)->outputs()->plainText().contains("hello Ada"_L1), qPrintable(cell(0)->outputs()->plainText()));
        QVERIFY(ask(1, u"word:"_s));
        QVERIFY(m_view->queue()->answer(cell(1), u"hidden-secret"_s));
        QTRY_COMPARE_WITH_TIMEOUT(cell(1)->runState(), RunState::Done, 60'000);
        QVERIFY2(cell(1)->outputs()->plainText().contains("13"_L1), qPrintable(cell(1)->outputs()->plainText()));
        QVERIFY(!document()->toBytes().contains("hidden-secret"));
        QVERIFY(ask(2, u"never?"_s));
        m_view->canvas()->setCurrent(2);
        m_view->interrupt();
        QTRY_COMPARE_WITH_TIMEOUT(cell(2)->runState(), RunState::Interrupted, 60'000);
    }

    // Pain 122: running and ready are two things; the first cell waits where everybody sees it, and can be called back.
    void theFirstCellWaitsForTheSandbox()
    {
        newSandbox();
        m_relay->setDelay(std::chrono::seconds(4));
        const auto reset = qScopeGuard([this] { m_relay->setDelay({}); });
        open({ u"print('first')"_s, u"print('second')"_s });
        m_sessions->session(m_target.sandboxId)->retry();
        m_view->run({ 0 });
        QTRY_COMPARE_WITH_TIMEOUT(cell(0)->runState(), RunState::Running, 30'000);
        QVERIFY2(mark(0).contains("Waits for"_L1), qPrintable(mark(0)));
        m_view->interrupt();
        QTRY_COMPARE_WITH_TIMEOUT(cell(0)->runState(), RunState::Interrupted, 60'000);
        QVERIFY(cell(0)->outputs()->plainText().isEmpty());
        m_relay->setDelay({});
        m_view->run({ 1 });
        QTRY_COMPARE_WITH_TIMEOUT(cell(1)->runState(), RunState::Done, 120'000);
    }

    void aSandboxThatExpiresLosesItsContexts()
    {
        newSandbox();
        open({ u"print('kept')"_s, u"import time\nprint('before', flush=True)\ntime.sleep(600)"_s, u"print('after')"_s });
        runToEnd(0);
        begin({ 1 });
        const QString soon = QDateTime::currentDateTimeUtc().addSecs(2).toString(Qt::ISODateWithMs);
        QCOMPARE(elsewhere("POST", u"/v1/sandboxes/%1/renew-expiration"_s.arg(m_target.sandboxId), { { u"expiresAt"_s, soon } }), 200);
        QTRY_COMPARE_WITH_TIMEOUT(cell(1)->runState(), RunState::ContextLost, 120'000);
        QCOMPARE(mark(1), u"Context lost"_s);
        QVERIFY(cell(1)->outputs()->plainText().startsWith("before"_L1));
        QTRY_COMPARE_WITH_TIMEOUT(mark(0), u"Context lost"_s, 60'000);
        QCOMPARE(cell(0)->outputs()->plainText(), u"kept\n"_s);
        // A cell that is run now is not sent anywhere and says why. The window asks for another sandbox first, so the queue is asked.
        m_view->queue()->enqueue(cell(2));
        QTRY_COMPARE_WITH_TIMEOUT(cell(2)->runState(), RunState::ContextLost, 60'000);
        QCOMPARE(notices(2).size(), 1);
    }

    void aSandboxKilledElsewhereLosesItsContexts()
    {
        newSandbox();
        open({ u"import time\nprint('before', flush=True)\ntime.sleep(600)"_s });
        begin({ 0 });
        QCOMPARE(elsewhere("DELETE", u"/v1/sandboxes/"_s + m_target.sandboxId), 204);
        QTRY_COMPARE_WITH_TIMEOUT(cell(0)->runState(), RunState::ContextLost, 120'000);
        QVERIFY(cell(0)->outputs()->plainText().startsWith("before"_L1));
    }

    // By ourselves: then nothing is unknown, and what was there is still called by its name.
    void aSandboxKilledHereEndsItsCells()
    {
        newSandbox();
        open({ u"import time\nprint('before', flush=True)\ntime.sleep(600)"_s });
        begin({ 0 });
        const QString name = m_store->find(m_target.sandboxId)->name();
        const QString image = m_store->find(m_target.sandboxId)->info.image;
        m_store->killNow({ m_target.sandboxId });
        QTRY_COMPARE_WITH_TIMEOUT(cell(0)->runState(), RunState::ContextLost, 120'000);
        QVERIFY(cell(0)->outputs()->plainText().startsWith("before"_L1));
        // Not before the server has said that it is gone.
        QTRY_VERIFY_WITH_TIMEOUT((m_store->forget({ m_target.sandboxId }), !m_store->find(m_target.sandboxId)), 60'000);
        QCOMPARE(m_targets->recipe(m_target.sandboxId).name, name);
        QCOMPARE(m_targets->recipe(m_target.sandboxId).image, image);
        QCOMPARE(m_targets->describe(m_target.sandboxId, {}).sandboxName, name);
    }

    // Last, because nothing comes after it.
    void aKilledServerLeavesTheResultUnknown()
    {
        newSandbox();
        open({ u"print('kept')"_s, u"import time\nprint('before', flush=True)\ntime.sleep(600)"_s });
        runToEnd(0);
        begin({ 1 });
        m_runtime->kill();
        QTRY_COMPARE_WITH_TIMEOUT(cell(1)->runState(), RunState::ResultUnknown, 120'000);
        QVERIFY2(mark(1).startsWith("Result unknown"_L1), qPrintable(mark(1)));
        QVERIFY(cell(1)->outputs()->plainText().startsWith("before"_L1));
        QCOMPARE(notices(1).size(), 1);
        QCOMPARE(cell(0)->outputs()->plainText(), u"kept\n"_s);
        QVERIFY(!m_view->isBusy());
    }
};

QTEST_MAIN(CellsStates)
#include "tst_cells_states.moc"
