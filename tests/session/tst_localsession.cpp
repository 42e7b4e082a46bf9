// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "sandboxes/sandboxform.h"
#include "session/connectionstore.h"
#include "session/localruntime.h"
#include "session/metricswatcher.h"
#include "session/sandboxcreation.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Everything of app/session against the real local runtime: what the window does from its start to its end.
class TestLocalSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fromStartToOutput();
};

void TestLocalSession::fromStartToOutput()
{
    QTemporaryDir state;
    ConnectionStore connections;
    LocalRuntime runtime(connections.local());
    SandboxStore store(&connections);
    SessionRegistry registry(&store);
    MetricsWatcher watcher(&registry);
    runtime.setExecutable(QStringLiteral(WB_BIN_DIR "/opensandbox-local"));
    runtime.setStateDirectory(state.path());
    runtime.start();
    QTRY_VERIFY_WITH_TIMEOUT(connections.local()->isOnline() || runtime.state() == LocalRuntime::State::Failed, 30'000);
    QVERIFY2(connections.local()->isOnline(), qPrintable(runtime.problem().message + u' ' + runtime.problem().hint));
    QVERIFY(!runtime.isolation().value("summary"_L1).toString().isEmpty());

    const QList<Recipe> recipes = Recipe::shipped();
    const auto recipe = std::find_if(recipes.cbegin(), recipes.cend(), [](const Recipe &each) { return each.id == "python"_L1; });
    QVERIFY(recipe != recipes.cend());
    SandboxForm form = recipe->form;
    form.name = u"from-test"_s;
    form.memoryGib = 1;
    SandboxCreation creation(&registry, connections.local(), form.options());
    creation.setLanguages(form.languages);
    QSignalSpy finished(&creation, &SandboxCreation::finished);
    creation.start();
    QVERIFY(finished.wait(60'000));
    QVERIFY2(creation.outcome() == SandboxCreation::Outcome::Succeeded, qPrintable(creation.problem().message));
    const QString id = creation.sandboxId();
    QCOMPARE(store.find(id)->name(), u"from-test"_s);
    QVERIFY(store.remaining(id) > std::chrono::seconds(3h));
    const auto session = creation.session();
    QCOMPARE(session->contexts().size(), 1);
    QVERIFY(session->sandbox()->config().displayBridge); // Unless the user says no.

    TaskScope tasks;
    QString text;
    tasks.run(session->interpreter()->codes().run(u"print(6 * 7)"_s, session->contexts().first().context, {}, tasks.token()), [&](OpenSandbox::Result<OpenSandbox::Execution> execution) {
        text = execution ? execution->text() : OpenSandbox::toString(execution.error());
    });
    QTRY_COMPARE_WITH_TIMEOUT(text.trimmed(), u"42"_s, 30'000);

    auto want = watcher.want();
    QTRY_VERIFY_WITH_TIMEOUT(store.history(id) && store.history(id)->size() >= 2, 20'000);
    // Its own memory, not the computer's: pain 92.
    QVERIFY(store.history(id)->last().memoryTotalMib <= 1024.5F);

    QSignalSpy renewed(&store, &SandboxStore::renewed);
    store.renewBy(id, 1h);
    QTRY_COMPARE(renewed.count(), 1);
    QVERIFY(store.remaining(id) > std::chrono::seconds(4h + 50min));

    QSignalSpy restarted(session.get(), &SandboxSession::contextRestarted);
    tasks.run(session->restartContext(session->contexts().first().id()));
    QTRY_COMPARE_WITH_TIMEOUT(restarted.count(), 1, 30'000);

    QSignalSpy removed(&store, &SandboxStore::removed);
    store.killNow({ id });
    QTRY_COMPARE_WITH_TIMEOUT(removed.count(), 1, 10'000);
    QCOMPARE(session->state(), SandboxSession::State::Gone);
    runtime.stop();
}

QTEST_GUILESS_MAIN(TestLocalSession)
#include "tst_localsession.moc"
