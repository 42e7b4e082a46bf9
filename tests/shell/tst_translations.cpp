// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <shared/translations.h>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QLocale>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

namespace {

struct Message
{
    QString context;
    QString source;
    QStringList forms; ///< One, or as many as the language has plurals.
    bool counted = false;
    bool finished = true;
};

QList<Message> read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<Message> messages;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == "name"_L1) {
            context = xml.readElementText();
        } else if (xml.name() == "message"_L1) {
            messages.append({ context, {}, {}, xml.attributes().value("numerus"_L1) == "yes"_L1, true });
        } else if (xml.name() == "source"_L1) {
            messages.last().source = xml.readElementText();
        } else if (xml.name() == "numerusform"_L1) {
            messages.last().forms << xml.readElementText();
        } else if (xml.name() == "translation"_L1) {
            messages.last().finished = !xml.attributes().hasAttribute("type"_L1);
            if (!messages.last().counted)
                messages.last().forms << xml.readElementText();
        }
    }
    return xml.hasError() ? QList<Message>() : messages;
}

QStringList placeholders(const QString &text)
{
    static const QRegularExpression pattern(u"%L?(?:[1-9]|n)"_s);
    QStringList found;
    for (const QRegularExpressionMatch &match : pattern.globalMatch(text))
        found << match.captured();
    found.sort();
    return found;
}

QString catalogue(const QString &language)
{
    return QStringLiteral(WB_SOURCE_DIR "/translations/opensandbox-workbench_%1.ts").arg(language);
}

} // namespace

class TestTranslations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void languagesAreInTheProgram() { QCOMPARE(Translations::languages(), (QStringList { u"de"_s, u"en"_s, u"zh_CN"_s })); }

    void catalogueIsWhole_data()
    {
        QTest::addColumn<int>("plurals");
        QTest::newRow("en") << 2;
        QTest::newRow("de") << 2;
        QTest::newRow("zh_CN") << 1;
    }

    void catalogueIsWhole()
    {
        QFETCH(int, plurals);
        const QList<Message> messages = read(catalogue(QString::fromLatin1(QTest::currentDataTag())));
        QVERIFY(messages.size() > 30);
        for (const Message &message : messages) {
            const QByteArray bytes = (message.context + u": "_s + message.source).toUtf8();
            const char *place = bytes.constData();
            QVERIFY2(message.finished, place);
            QCOMPARE(message.forms.size(), message.counted ? plurals : 1);
            for (const QString &form : message.forms) {
                QVERIFY2(!form.isEmpty(), place);
                QVERIFY2(placeholders(form) == placeholders(message.source), place);
                // Chinese punctuation brings its own space.
                QVERIFY2(plurals == 1 || form.front().isSpace() == message.source.front().isSpace(), place);
                QVERIFY2(form.contains(u"(s)"_s) == false && form.contains(u"(es)"_s) == false, place);
            }
        }
    }

    void newTextsAreNotForgotten_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("en") << QStringList { u"-pluralonly"_s };
        QTest::newRow("de") << QStringList();
        QTest::newRow("zh_CN") << QStringList();
    }

    void newTextsAreNotForgotten()
    {
        QFETCH(QStringList, options);
        QTemporaryDir folder;
        const QString copy = folder.filePath(u"copy.ts"_s);
        QVERIFY(QFile::copy(catalogue(QString::fromLatin1(QTest::currentDataTag())), copy));
        QProcess lupdate;
        lupdate.setWorkingDirectory(QStringLiteral(WB_SOURCE_DIR));
        lupdate.start(QStringLiteral(WB_LUPDATE), options + QStringList { u"-silent"_s, u"-no-obsolete"_s, u"-locations"_s, u"none"_s, u"app"_s, u"core/notebook"_s, u"core/sdk"_s, u"-ts"_s, copy });
        QVERIFY2(lupdate.waitForFinished(100'000), qPrintable(lupdate.errorString()));
        QCOMPARE(lupdate.exitCode(), 0);
        const QList<Message> messages = read(copy);
        QStringList missing;
        for (const Message &message : messages) {
            if (!message.finished)
                missing << message.context + u": "_s + message.source;
        }
        // A text without translation is shown in English. One or two wait for a translator; counted ones may not,
        // because even English lacks their plural then.
        const bool english = qstrcmp(QTest::currentDataTag(), "en") == 0;
        if (!missing.isEmpty())
            qWarning("%s", qPrintable(u"Not translated, see the target update_translations:\n"_s + missing.join(u'\n')));
        QVERIFY2(missing.size() <= (english ? 0 : messages.size() / 50), qPrintable(missing.join(u'\n')));
    }

    void theUsersLanguageIsLoaded_data()
    {
        QTest::addColumn<QString>("locale");
        QTest::addColumn<QString>("quit");
        QTest::addColumn<QString>("one");
        QTest::addColumn<QString>("many");
        QTest::newRow("English") << u"en_GB"_s << u"&Quit"_s << u"1 sandbox"_s << u"2 sandboxes"_s;
        QTest::newRow("German of Austria") << u"de_AT"_s << u"&Beenden"_s << u"1 Sandbox"_s << u"2 Sandboxes"_s;
        QTest::newRow("Chinese") << u"zh_CN"_s << u"退出(&Q)"_s << u"1 个沙箱"_s << u"2 个沙箱"_s;
        QTest::newRow("a language that is not there") << u"fi_FI"_s << u"&Quit"_s << u"1 sandbox"_s << u"2 sandboxes"_s;
    }

    void theUsersLanguageIsLoaded()
    {
        QFETCH(QString, locale);
        QFETCH(QString, quit);
        QFETCH(QString, one);
        QFETCH(QString, many);
        Translations::install(QLocale(locale));
        QCOMPARE(QCoreApplication::translate("Actions", "&Quit"), quit);
        QCOMPARE(QCoreApplication::translate("SandboxWords", "%Ln sandbox(es)", nullptr, 1), one);
        QCOMPARE(QCoreApplication::translate("SandboxWords", "%Ln sandbox(es)", nullptr, 2), many);
        Translations::install(QLocale(QLocale::English));
        QCOMPARE(QCoreApplication::translate("Actions", "&Quit"), u"&Quit"_s);
    }
};

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"
