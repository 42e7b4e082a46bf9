// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "sandboxes/memoryfield.h"
#include "sandboxes/sandboxcode.h"
#include "sandboxes/sandboxfilter.h"
#include "sandboxes/sandboxform.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What the dialog and the filter line understand, without widgets.
class TestSandboxForm : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void filterTable_data();
    void filterTable();
    void filterMistakes_data();
    void filterMistakes();
    void times_data();
    void times();
    void labels_data();
    void labels();
    void words_data();
    void words();
    void memoryIsTypedWithItsUnit_data();
    void memoryIsTypedWithItsUnit();
    void issuesStandAtTheirField();
    void theCatalogKnowsImagesAsTheRuntimeDoes_data();
    void theCatalogKnowsImagesAsTheRuntimeDoes();
    void aCatalogThatIsNoneIsEmpty();
    void optionsSayWhatWasChosen();
    void recipesAreUsable();
    void codeNeverHoldsSecrets();
    void shellCodeSurvivesAnyText();

private:
    static SandboxRecord record();
};

SandboxRecord TestSandboxForm::record()
{
    SandboxRecord record;
    record.info.id = u"7c1e40aa-93"_s;
    record.info.state = OpenSandbox::SandboxState::fromName(u"Running"_s);
    record.info.image = u"opensandbox/code-interpreter:v1.1.0"_s;
    record.info.metadata = { { u"name"_s, u"py-analysis"_s }, { u"owner"_s, u"ana"_s }, { u"team"_s, u"data eng"_s } };
    record.info.expiresAt = QDateTime::currentDateTimeUtc().addSecs(1200);
    return record;
}

void TestSandboxForm::filterTable_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("matches");
    QTest::newRow("empty") << u""_s << true;
    QTest::newRow("spaces") << u"   "_s << true;
    QTest::newRow("word in the name") << u"analysis"_s << true;
    QTest::newRow("word in another case") << u"ANALYSIS"_s << true;
    QTest::newRow("word in metadata") << u"ana"_s << true;
    QTest::newRow("word nowhere") << u"zebra"_s << false;
    QTest::newRow("all must hold") << u"analysis zebra"_s << false;
    QTest::newRow("state") << u"state:running"_s << true;
    QTest::newRow("state by its start") << u"state:run"_s << true;
    QTest::newRow("other state") << u"state:paused"_s << false;
    QTest::newRow("any state") << u"state:any"_s << true;
    QTest::newRow("state being typed") << u"state:"_s << true;
    QTest::newRow("image") << u"image:interpreter"_s << true;
    QTest::newRow("name") << u"name:py"_s << true;
    QTest::newRow("id by its start") << u"id:7c1e"_s << true;
    QTest::newRow("id by its middle") << u"id:40aa"_s << false;
    QTest::newRow("connection") << u"connection:local"_s << true;
    QTest::newRow("expires below") << u"expires<30m"_s << true;
    QTest::newRow("expires not below") << u"expires<10m"_s << false;
    QTest::newRow("expires above") << u"expires>10m"_s << true;
    QTest::newRow("metadata") << u"owner=ana"_s << true;
    QTest::newRow("metadata differs") << u"owner=li"_s << false;
    QTest::newRow("metadata unknown key") << u"nobody=x"_s << false;
    QTest::newRow("quoted value") << u"team=\"data eng\""_s << true;
    QTest::newRow("open quote") << u"team=\"data eng"_s << true;
    QTest::newRow("negated") << u"-state:paused"_s << true;
    QTest::newRow("negated and true") << u"-owner=ana"_s << false;
    QTest::newRow("several") << u"state:running expires<30m owner=ana py"_s << true;
    QTest::newRow("a wrong term hides nothing") << u"colour:red"_s << true;
}

void TestSandboxForm::filterTable()
{
    QFETCH(QString, text);
    const SandboxFilter filter = SandboxFilter::parse(text);
    QTEST(filter.matches(record(), u"Running"_s, u"Local runtime"_s, 20min), "matches");
}

void TestSandboxForm::filterMistakes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("start");
    QTest::addColumn<QString>("says");
    QTest::newRow("unknown key") << u"state:running colour:red"_s << 14 << u"'colour:' is not known"_s;
    QTest::newRow("no time") << u"expires<soon"_s << 0 << u"is no time"_s;
    QTest::newRow("unit missing") << u"expires<1h30"_s << 0 << u"is no time"_s;
    QTest::newRow("compares something else") << u"memory>4"_s << 0 << u"Only 'expires'"_s;
    QTest::newRow("no key") << u"=ana"_s << 0 << u"needs a key"_s;
    QTest::newRow("huge") << u"expires<99999999999999999999d"_s << 0 << u"is no time"_s;
}

void TestSandboxForm::filterMistakes()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    const SandboxFilter filter = SandboxFilter::parse(text);
    QCOMPARE(filter.mistakes().size(), 1);
    QTEST(filter.mistakes().first().start, "start");
    QVERIFY2(filter.mistakes().first().explanation.contains(says), qPrintable(filter.mistakes().first().explanation));
}

void TestSandboxForm::times_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("seconds");
    QTest::newRow("90s") << u"90s"_s << qint64(90);
    QTest::newRow("30m") << u"30m"_s << qint64(1800);
    QTest::newRow("1h30m") << u"1h30m"_s << qint64(5400);
    QTest::newRow("2d") << u"2d"_s << qint64(172800);
    QTest::newRow("bare minutes") << u"45"_s << qint64(2700);
    QTest::newRow("empty") << u""_s << qint64(-1);
    QTest::newRow("word") << u"m"_s << qint64(-1);
    QTest::newRow("sign") << u"-5m"_s << qint64(-1);
}

void TestSandboxForm::times()
{
    QFETCH(QString, text);
    const auto time = SandboxFilter::parseTime(text);
    QTEST(qint64(time ? time->count() : -1), "seconds");
}

// Pain 118
void TestSandboxForm::labels_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("good");
    QTest::newRow("plain") << u"py-analysis_2.b"_s << true;
    QTest::newRow("empty value") << u""_s << true;
    QTest::newRow("space") << u"a b"_s << false;
    QTest::newRow("63") << QString(63, u'a') << true;
    QTest::newRow("64") << QString(64, u'a') << false;
    QTest::newRow("leading dot") << u".a"_s << false;
    QTest::newRow("trailing dash") << u"a-"_s << false;
    QTest::newRow("umlaut") << u"\u00e4"_s << false;
    QTest::newRow("line end") << u"a\n"_s << false;
}

void TestSandboxForm::labels()
{
    QFETCH(QString, value);
    QTEST(SandboxForm::labelValueProblem(value).isEmpty(), "good");
    QVERIFY(SandboxForm::labelKeyProblem(u"example.org/owner"_s).isEmpty());
    QVERIFY(!SandboxForm::labelKeyProblem(u"opensandbox.io/x"_s).isEmpty());
    QVERIFY(!SandboxForm::labelKeyProblem(u"a/b/c"_s).isEmpty());
    QVERIFY(!SandboxForm::labelKeyProblem(u"Upper.org/x"_s).isEmpty());
    QVERIFY(!SandboxForm::labelKeyProblem(u""_s).isEmpty());
}

void TestSandboxForm::words_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<bool>("closed");
    QTest::newRow("plain") << u"tail -f /dev/null"_s << QStringList { u"tail"_s, u"-f"_s, u"/dev/null"_s } << true;
    QTest::newRow("quotes") << u"sh -c 'echo \"a b\"'"_s << QStringList { u"sh"_s, u"-c"_s, u"echo \"a b\""_s } << true;
    QTest::newRow("empty word") << u"a ''"_s << QStringList { u"a"_s, QString() } << true;
    QTest::newRow("backslash") << u"a\\ b"_s << QStringList { u"a b"_s } << true;
    QTest::newRow("open") << u"echo 'a"_s << QStringList() << false;
    QTest::newRow("nothing") << u"  "_s << QStringList() << true;
}

void TestSandboxForm::words()
{
    QFETCH(QString, text);
    QFETCH(QStringList, words);
    QFETCH(bool, closed);
    const auto split = SandboxForm::splitWords(text);
    QCOMPARE(split.has_value(), closed);
    QCOMPARE(split.value_or(QStringList()), words);
    QCOMPARE(SandboxForm::splitWords(SandboxForm::joinWords(words)).value_or(QStringList()), words);
}

namespace {

const QByteArray Catalog = R"({"languages":["python","bash"],"images":["local"],"profiles":[
    {"name":"local","aliases":[],"contains":"Python 3.13, Bash"},
    {"name":"opensandbox/code-interpreter","aliases":[],"contains":"Python 3.13, Bash"},
    {"name":"openjdk","aliases":["eclipse-temurin"],"contains":"Java"}]})";

} // namespace

void TestSandboxForm::theCatalogKnowsImagesAsTheRuntimeDoes_data()
{
    QTest::addColumn<QString>("image");
    QTest::addColumn<QString>("known");
    QTest::newRow("plain") << u"local"_s << u"local"_s;
    QTest::newRow("tag") << u"openjdk:21-slim"_s << u"openjdk"_s;
    QTest::newRow("alias") << u"docker.io/library/eclipse-temurin:21"_s << u"openjdk"_s;
    QTest::newRow("registry with port") << u"registry.example.org:5000/opensandbox/code-interpreter:v1.1.0"_s << u"opensandbox/code-interpreter"_s;
    QTest::newRow("digest") << u"local@sha256:abc"_s << u"local"_s;
    QTest::newRow("of somebody else") << u"somebody/openjdk"_s << QString();
    QTest::newRow("unknown") << u"ubuntu"_s << QString();
    QTest::newRow("nothing") << QString() << QString();
}

void TestSandboxForm::theCatalogKnowsImagesAsTheRuntimeDoes()
{
    QFETCH(QString, image);
    QFETCH(QString, known);
    const LocalCatalog catalog = LocalCatalog::parse(Catalog);
    QCOMPARE(catalog.languages, (QStringList { u"python"_s, u"bash"_s }));
    const LocalCatalog::Image *found = catalog.find(image);
    QCOMPARE(found ? found->name : QString(), known);
    SandboxForm form;
    form.image = image;
    form.entrypoint = u"sleep infinity"_s;
    const bool refused = std::ranges::any_of(form.issues(true, catalog), [](const SandboxForm::Issue &issue) { return issue.field == SandboxForm::Field::Image; });
    QCOMPARE(refused, known.isEmpty());
    // Other servers know images that we cannot know.
    if (!image.isEmpty())
        QVERIFY(std::ranges::none_of(form.issues(false), [](const SandboxForm::Issue &issue) { return issue.field == SandboxForm::Field::Image; }));
}

void TestSandboxForm::aCatalogThatIsNoneIsEmpty()
{
    for (const QByteArray &answer : { QByteArray(), QByteArray("<html>"), QByteArray("[1]"), QByteArray(R"({"profiles":[{"name":7},null,"x"],"languages":{"a":1}})") }) {
        const LocalCatalog catalog = LocalCatalog::parse(answer);
        QVERIFY(!catalog.isKnown());
        QVERIFY(catalog.languages.isEmpty());
    }
    QCOMPARE(LocalCatalog::parse(R"({"images":["local"]})").images.size(), 1);
}

void TestSandboxForm::memoryIsTypedWithItsUnit_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("gib");
    QTest::addColumn<QString>("shown");
    QTest::newRow("bare number") << u"2"_s << 2.0 << u"2 GiB"_s;
    QTest::newRow("MiB") << u"300 MiB"_s << 300.0 / 1024 << u"300 MiB"_s;
    QTest::newRow("no space") << u"512m"_s << 0.5 << u"512 MiB"_s;
    QTest::newRow("as in limits") << u"1536Mi"_s << 1.5 << u"1.5 GiB"_s;
    QTest::newRow("GB") << u"1.5GB"_s << 1.5 << u"1.5 GiB"_s;
    QTest::newRow("TiB") << u"1 TiB"_s << 1024.0 << u"1024 GiB"_s;
    QTest::newRow("KiB") << u"2097152 KiB"_s << 2.0 << u"2 GiB"_s;
    QTest::newRow("uneven") << u"1500 MiB"_s << 1500.0 / 1024 << u"1500 MiB"_s;
    QTest::newRow("no amount: what was there stays") << u"MiB"_s << 4.0 << u"4 GiB"_s;
    QTest::newRow("beyond any computer") << u"9000 TiB"_s << 4096.0 << u"4096 GiB"_s;
}

void TestSandboxForm::memoryIsTypedWithItsUnit()
{
    QFETCH(QString, typed);
    QFETCH(double, gib);
    MemoryField field;
    field.setLocale(QLocale::c());
    field.setValue(4);
    field.selectAll();
    QTest::keyClicks(&field, typed);
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(field.value(), gib);
    QTEST(field.text(), "shown");
}

void TestSandboxForm::issuesStandAtTheirField()
{
    SandboxForm form = Recipe::shipped().first().form;
    QVERIFY(form.issues(true).isEmpty());
    form.name = u"bad name"_s;
    form.image.clear();
    form.lifetime = 45s;
    form.cpu = 0;
    form.environment = { { u"GOOD"_s, u"1"_s }, { u"2BAD"_s, u""_s }, { u"GOOD"_s, u"2"_s } };
    form.metadata = { { u"owner"_s, u"a b"_s } };
    form.network = SandboxForm::Network::DenyUnlessListed;
    form.hosts = { u"pkgs.example.org"_s };
    form.entrypoint = u"sh -c 'open"_s;
    QList<SandboxForm::Field> fields;
    for (const SandboxForm::Issue &issue : form.issues(true)) {
        fields << issue.field;
        QVERIFY(!issue.text.isEmpty());
    }
    using Field = SandboxForm::Field;
    QCOMPARE(fields, (QList<Field> { Field::Name, Field::Image, Field::Lifetime, Field::Cpu, Field::Environment, Field::Environment, Field::Metadata, Field::Network, Field::Entrypoint }));
    // Another server may well filter by host name.
    form.name.clear();
    const QList<SandboxForm::Issue> issues = form.issues(false);
    QVERIFY(std::none_of(issues.cbegin(), issues.cend(), [](const auto &issue) { return issue.field == Field::Network || issue.field == Field::Name; }));
}

void TestSandboxForm::optionsSayWhatWasChosen()
{
    SandboxForm form;
    form.name = u"tail-study-2"_s;
    form.image = u"python:3.13"_s;
    form.lifetime.reset();
    form.cpu = 0.5;
    form.memoryGib = 1.5;
    form.environment = { { u"A"_s, u"1"_s }, { QString(), QString() } };
    form.metadata = { { u"owner"_s, u"ana"_s } };
    form.network = SandboxForm::Network::None;
    form.entrypoint = u"sleep infinity"_s;
    const OpenSandbox::CreateOptions options = form.options();
    QVERIFY(!options.timeout);
    QCOMPARE(options.resourceLimits.value(u"cpu"_s), u"500m"_s);
    QCOMPARE(options.resourceLimits.value(u"memory"_s), u"1536Mi"_s);
    QCOMPARE(options.env, (OpenSandbox::StringMap { { u"A"_s, u"1"_s } }));
    QCOMPARE(options.metadata, (OpenSandbox::StringMap { { u"name"_s, u"tail-study-2"_s }, { u"owner"_s, u"ana"_s } }));
    QVERIFY(options.networkPolicy && options.networkPolicy->defaultAction == u"deny"_s && options.networkPolicy->egress.isEmpty());
    QCOMPARE(options.entrypoint, (QStringList { u"sleep"_s, u"infinity"_s }));
}

void TestSandboxForm::recipesAreUsable()
{
    const QList<Recipe> recipes = Recipe::shipped();
    QCOMPARE(recipes.size(), 3);
    for (const Recipe &recipe : recipes) {
        QVERIFY2(recipe.form.issues(true).isEmpty(), qPrintable(recipe.id));
        QVERIFY(!recipe.description.isEmpty());
        QVERIFY(!recipe.form.languages.isEmpty());
    }
    QVERIFY(Recipe::parse("not json").isEmpty());
    QVERIFY(Recipe::parse("{\"recipes\":[1,{},{\"id\":\"x\"}]}").isEmpty());
}

// Pain 21
void TestSandboxForm::codeNeverHoldsSecrets()
{
    SandboxForm form = Recipe::shipped().first().form;
    form.name = u"x"_s;
    form.environment = { { u"HF_TOKEN"_s, u"hf_verysecret"_s }, { u"AWS_SECRET_ACCESS_KEY"_s, u"verysecret"_s }, { u"MODE"_s, u"fast"_s } };
    OpenSandbox::ConnectionConfig config;
    config.domain = u"sandbox.example.org"_s;
    config.apiKey = u"verysecret-key"_s;
    for (const auto kind : { SandboxCode::Kind::Python, SandboxCode::Kind::Cpp, SandboxCode::Kind::Osb, SandboxCode::Kind::Curl }) {
        const QString code = SandboxCode::create(kind, config, form);
        QVERIFY2(!code.contains(u"verysecret"_s), qPrintable(code));
        QVERIFY(code.contains(u"HF_TOKEN"_s));
        QVERIFY(code.contains(u"fast"_s));
        QVERIFY(code.contains(u"OPEN_SANDBOX_API_KEY"_s));
        QVERIFY(!SandboxCode::connectTo(kind, config, u"id"_s).contains(u"verysecret"_s));
    }
}

void TestSandboxForm::shellCodeSurvivesAnyText()
{
    const QString nasty = u"a'b \"c\" $HOME `id` \\ %1 \n end"_s;
    SandboxForm form = Recipe::shipped().first().form;
    form.name = u"x"_s;
    form.environment = { { u"NASTY"_s, nasty } };
    OpenSandbox::ConnectionConfig config;
    // The commands are run by a real shell with look-alikes that print what they got.
    QString osb = SandboxCode::create(SandboxCode::Kind::Osb, config, form);
    QProcess shell;
    shell.start(u"bash"_s, { u"-c"_s, u"osb() { printf '%s\\0' \"$@\"; }\n"_s + osb });
    QVERIFY(shell.waitForFinished());
    const QList<QByteArray> words = shell.readAllStandardOutput().split('\0');
    QVERIFY2(words.contains(QString(u"NASTY="_s + nasty).toUtf8()), shell.readAllStandardError().constData());

    shell.start(u"bash"_s, { u"-c"_s, u"curl() { cat; }\n"_s + SandboxCode::create(SandboxCode::Kind::Curl, config, form) });
    QVERIFY(shell.waitForFinished());
    const QByteArray body = shell.readAllStandardOutput();
    const QJsonObject object = QJsonDocument::fromJson(body).object();
    QVERIFY2(!object.isEmpty(), body.constData());
    QCOMPARE(object.value("env"_L1)["NASTY"_L1].toString(), nasty);
    QCOMPARE(object.value("timeout"_L1).toInt(), 14400);
}

QTEST_MAIN(TestSandboxForm)
#include "tst_sandboxform.moc"
