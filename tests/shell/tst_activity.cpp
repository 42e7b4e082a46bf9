// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "activity/activitymodel.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

class TestActivity : public QObject
{
    Q_OBJECT

    static OpenSandbox::Exchange exchange(quint64 number, const QString &url, bool finished, int status = 0)
    {
        OpenSandbox::Exchange e;
        e.number = number;
        e.method = "GET";
        e.url = QUrl(url);
        e.finished = finished;
        e.httpStatus = status;
        e.duration = std::chrono::milliseconds(1840);
        return e;
    }

private Q_SLOTS:
    void anExchangeIsOneRowFromStartToEnd()
    {
        ActivityModel model([](const QString &id) { return id == "abc"_L1 ? u"py-analysis"_s : QString(); });
        model.record(u"local"_s, exchange(1, u"http://127.0.0.1:9/v1/sandboxes/abc/proxy/44772/files/info?path=/x"_s, false));
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, ActivityModel::Duration).data().toString(), u"running"_s);
        QCOMPARE(model.index(0, ActivityModel::Path).data().toString(), u"/files/info"_s);
        QCOMPARE(model.index(0, ActivityModel::Sandbox).data().toString(), u"py-analysis"_s);
        model.record(u"local"_s, exchange(1, u"http://127.0.0.1:9/v1/sandboxes/abc/proxy/44772/files/info?path=/x"_s, true, 404));
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, ActivityModel::Status).data().toString(), u"404"_s);
        QCOMPARE(model.index(0, ActivityModel::Duration).data().toString(), u"1.84 s"_s);
        // Another server may count from one, too.
        model.record(u"other"_s, exchange(1, u"http://h/v1/sandboxes"_s, true, 200));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, ActivityModel::Path).data().toString(), u"/sandboxes"_s);
    }

    void theListIsBounded()
    {
        ActivityModel model;
        for (int i = 0; i < ActivityModel::limit + 200; ++i)
            model.record(u"local"_s, exchange(quint64(i), u"http://h/v1/sandboxes"_s, true, 200));
        QCOMPARE(model.rowCount(), int(ActivityModel::limit));
    }

    void curlHasNoSecretsAndSurvivesQuotes()
    {
        ActivityModel model;
        model.record(u"local"_s, exchange(1, u"http://h/v1/a'b"_s, true, 200));
        const QString line = model.asCurl(0);
        QVERIFY(line.startsWith("curl --request GET 'http://h/v1/a'\\''b'"_L1));
        QVERIFY(line.contains("$OPEN_SANDBOX_API_KEY"_L1));
        QVERIFY(model.asCurl(7).isEmpty());
    }
};

QTEST_MAIN(TestActivity)
#include "tst_activity.moc"
