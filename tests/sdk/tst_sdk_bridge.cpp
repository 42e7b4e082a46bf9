// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/displaybridge.h>

#include <QJsonDocument>
#include <QtTest>

#include <random>

using namespace OpenSandbox;
using namespace Qt::StringLiterals;

namespace {

const QString Nonce = u"00112233445566778899aabbccddeeff"_s;

QString framed(const QString &kind, const QString &json, const QString &nonce = Nonce)
{
    return u"\x1b]7780;"_s + nonce + u';' + kind + u';' + json + u"\x1b\\"_s;
}

/// Events as words; neighbouring text is joined, because how it was cut says nothing.
QStringList worded(const QList<StreamEvent> &events)
{
    QStringList words;
    QString text;
    const auto flush = [&] {
        if (!text.isEmpty())
            words << QString(u"text "_s + std::exchange(text, {}));
    };
    for (const StreamEvent &event : events) {
        if (const auto *output = std::get_if<Event::Output>(&event.value); output && !output->isError) {
            text += output->text;
            continue;
        }
        flush();
        if (const auto *result = std::get_if<Event::Result>(&event.value))
            words << QString((result->isDisplay ? u"display "_s : u"result "_s) + (result->isUpdate ? u"update "_s : QString()) + result->displayId + u' '
                             + QString::fromUtf8(QJsonDocument(result->data).toJson(QJsonDocument::Compact)));
        else if (const auto *clear = std::get_if<Event::ClearOutput>(&event.value))
            words << (clear->wait ? u"clear later"_s : u"clear now"_s);
        else if (const auto *unknown = std::get_if<Event::Unknown>(&event.value))
            words << unknown->type;
        else if (std::holds_alternative<Event::Output>(event.value))
            words << u"stderr"_s;
        else
            words << u"other"_s;
    }
    flush();
    return words;
}

QStringList unpacked(const QStringList &pieces)
{
    QList<StreamEvent> events;
    DisplayUnpacker unpacker(Nonce, [&](StreamEvent event) { events << std::move(event); });
    for (const QString &piece : pieces)
        unpacker.take({ Event::Output { piece, false }, 7 });
    unpacker.finish();
    return worded(events);
}

} // namespace

/// Frames of the display bridge in standard output, whatever their pieces.
class SdkBridgeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void framesBecomeEventsInAnyPieces()
    {
        const QString all = u"before\n"_s + framed(u"display"_s, QString::fromUtf8(R"({"data":{"text/plain":"a;b","image/png":"iVBO"},"metadata":{},"display_id":"d1","update":false})"))
            + framed(u"display"_s, QString::fromUtf8(R"({"data":{"text/plain":"c"},"update":true,"display_id":"d1"})")) + u"between \u00e9\U0001f600 \x1b[31mred\x1b[0m"_s
            + framed(u"clear"_s, QString::fromUtf8(R"({"wait":true})")) + u"\x1b"_s + framed(u"input"_s, QString::fromUtf8(R"({"prompt":"who? ","path":"/tmp/x/1"})")) + u"after\x1b]"_s;
        const QStringList expected { u"text before\n"_s, QString::fromUtf8(R"(display d1 {"image/png":"iVBO","text/plain":"a;b"})"), QString::fromUtf8(R"(display update d1 {"text/plain":"c"})"),
                                     u"text between \u00e9\U0001f600 \x1b[31mred\x1b[0m"_s, u"clear later"_s, u"text \x1b"_s, u"bridge/input"_s, u"text after\x1b]"_s };
        QCOMPARE(unpacked({ all }), expected);
        for (qsizetype cut = 1; cut < all.size(); ++cut)
            QCOMPARE(unpacked({ all.first(cut), all.sliced(cut) }), expected);
        QStringList single;
        for (const QChar c : all)
            single << c;
        QCOMPARE(unpacked(single), expected);
        std::mt19937 random(7);
        for (int round = 0; round < 300; ++round) {
            QStringList pieces;
            for (qsizetype at = 0; at < all.size();) {
                const qsizetype size = std::min<qsizetype>(all.size() - at, random() % 40);
                pieces << all.sliced(at, size);
                at += size;
            }
            QCOMPARE(unpacked(pieces), expected);
        }
    }

    void whatIsNoFrameIsShownAsText_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        const QString start = u"\x1b]7780;"_s + Nonce + u';';
        const QString seen = u"\u241b]7780;"_s + Nonce + u';';
        QTest::newRow("another nonce") << framed(u"display"_s, u"{}"_s, QString(32, u'0')) << framed(u"display"_s, u"{}"_s, QString(32, u'0'));
        QTest::newRow("broken JSON") << framed(u"display"_s, u"{\"data\":"_s) << QString(seen + u"display;{\"data\":\u241b\\"_s);
        QTest::newRow("no object") << framed(u"display"_s, u"[1]"_s) << QString(seen + u"display;[1]\u241b\\"_s);
        QTest::newRow("no kind") << QString(start + u"{}\x1b\\"_s) << QString(seen + u"{}\u241b\\"_s);
        QTest::newRow("text of another thread inside") << QString(start + u"display;{\"da\nhello"_s) << QString(seen + u"display;{\"da\nhello"_s);
        QTest::newRow("another sequence inside") << QString(start + u"display;{\x1b[0m"_s) << QString(seen + u"display;{\x1b[0m"_s);
        QTest::newRow("cut at the end") << QString(start + u"display;{\"data\""_s) << QString(seen + u"display;{\"data\""_s);
        QTest::newRow("cut before its last character") << QString(start + u"clear;{}\x1b"_s) << QString(seen + u"clear;{}\u241b"_s);
        QTest::newRow("half of a start") << u"a\x1b]7780;001122"_s << u"a\x1b]7780;001122"_s;
    }
    void whatIsNoFrameIsShownAsText()
    {
        QFETCH(QString, text);
        QFETCH(QString, shown);
        QCOMPARE(unpacked({ text }), QStringList { u"text "_s + shown });
        for (qsizetype cut = 1; cut < text.size(); ++cut)
            QCOMPARE(unpacked({ text.first(cut), text.sliced(cut) }), QStringList { u"text "_s + shown });
        // A good frame right behind it is found.
        QStringList words = unpacked({ text + u'\n' + framed(u"clear"_s, u"{}"_s) });
        QCOMPARE(words.last(), u"clear now"_s);
    }

    void aFrameThatNeverEndsIsGivenBackWhole()
    {
        const QString start = u"\x1b]7780;"_s + Nonce + u";display;{\"data\":{\"x\":\""_s;
        QList<StreamEvent> events;
        qsizetype seen = 0;
        DisplayUnpacker unpacker(Nonce, [&](const StreamEvent &event) { seen += std::get<Event::Output>(event.value).text.size(); });
        unpacker.take({ Event::Output { start, false }, 1 });
        const QString piece(1 << 20, u'x');
        qsizetype sent = start.size();
        for (int i = 0; i < 40; ++i) {
            unpacker.take({ Event::Output { piece, false }, 1 });
            sent += piece.size();
            QVERIFY(sent - seen <= DisplayUnpacker::MaximumFrame + piece.size());
        }
        unpacker.finish();
        QCOMPARE(seen, sent);
    }

    void otherEventsPassAtOnce()
    {
        QList<StreamEvent> events;
        DisplayUnpacker unpacker(Nonce, [&](StreamEvent event) { events << std::move(event); });
        const QString frame = framed(u"clear"_s, u"{}"_s);
        unpacker.take({ Event::Output { u"a\x1b"_s, false }, 1 });
        unpacker.take({ Event::Ping {}, 2 });
        unpacker.take({ Event::Output { u"\x1b"_s, true }, 3 });
        QCOMPARE(worded(events), QStringList({ u"text a"_s, u"other"_s, u"stderr"_s }));
        unpacker.take({ Event::Result { QJsonObject { { u"text/plain"_s, u"1"_s } }, false, {}, {}, false }, 4 });
        QCOMPARE(worded(events).mid(3), QStringList({ u"text \x1b"_s, u"result  {\"text/plain\":\"1\"}"_s }));
        unpacker.take({ Event::Output { frame.first(45), false }, 5 });
        unpacker.take({ Event::Complete {}, 6 });
        unpacker.take({ Event::Output { frame.sliced(45), false }, 7 });
        QCOMPARE(worded(events).mid(5), QStringList({ u"other"_s, u"clear now"_s }));
        QCOMPARE(events.last().timestampMs, qint64(5));
    }

    void manyPiecesOfOneFrameAreReadOnce()
    {
        const QString frame = framed(u"display"_s, QString(u"{\"data\":{\"text/plain\":\""_s + QString(8 << 20, u'x') + u"\"}}"_s));
        QStringList pieces;
        for (qsizetype at = 0; at < frame.size(); at += 1000)
            pieces << frame.mid(at, 1000);
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(unpacked(pieces).size(), 1);
        // 8400 pieces of 8 MiB: if each made the whole be read again, minutes would pass.
        QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
    }

    void noncesDiffer()
    {
        const QString first = newDisplayNonce();
        QCOMPARE(first.size(), 32);
        QVERIFY(first != newDisplayNonce());
        QVERIFY(displayBootstrap(first).contains(first));
        QVERIFY(!displayBootstrap(first).contains(u"NONCE"_s) && !displayBootstrap(first).contains(u"PROGRAM"_s));
        QVERIFY(displayBootstrap(first).contains(u", None, ["_s));
        const QString style = u"{\"cycle\":[\"#123456\"],\"ground\":\"#000000\",\"ink\":\"#ffffff\"}, [\""_s;
        QVERIFY(displayBootstrap(first, FigureStyle { u"#000000"_s, u"#ffffff"_s, { u"#123456"_s } }).contains(style));
    }
};

QTEST_GUILESS_MAIN(SdkBridgeTest)
#include "tst_sdk_bridge.moc"
