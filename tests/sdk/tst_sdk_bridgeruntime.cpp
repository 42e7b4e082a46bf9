// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "displaydropper.h"
#include "runtimeprocess.h"
#include "sdktest.h"

#include <opensandbox/codeinterpreter.h>


using namespace SdkTest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// What a run told, in words; text is joined, images only by their kind.
struct Told
{
    QStringList words;
    QString text;

    void flush()
    {
        if (!text.isEmpty())
            words << QString(u"text "_s + std::exchange(text, {}));
    }
    void take(const StreamEvent &event)
    {
        if (const auto *output = std::get_if<Event::Output>(&event.value)) {
            text += output->text;
            return;
        }
        if (std::holds_alternative<Event::Ping>(event.value) || std::holds_alternative<Event::Init>(event.value) || std::holds_alternative<Event::Status>(event.value))
            return;
        flush();
        if (const auto *result = std::get_if<Event::Result>(&event.value)) {
            QStringList data;
            for (auto type = result->data.begin(); type != result->data.end(); ++type)
                data << (type.key().startsWith("image/"_L1) ? QString(type.key() + u" of "_s + QString::number(type.value().toString().size()))
                                                            : QString(type.key() + u'=' + type.value().toString()));
            words << QString((result->isDisplay ? (result->isUpdate ? u"update "_s : u"display "_s) : u"result "_s) + result->displayId + u' ' + data.join(u", "_s)
                             + QString::fromUtf8(QJsonDocument(result->metadata).toJson(QJsonDocument::Compact)));
        } else if (const auto *clear = std::get_if<Event::ClearOutput>(&event.value))
            words << (clear->wait ? u"clear later"_s : u"clear now"_s);
        else if (const auto *count = std::get_if<Event::Count>(&event.value))
            words << u"count %1"_s.arg(count->value);
        else if (const auto *failure = std::get_if<Event::Failure>(&event.value))
            words << QString(u"failure "_s + failure->name);
        else if (const auto *request = std::get_if<Event::InputRequest>(&event.value))
            words << QString((request->password ? u"asks hidden "_s : u"asks "_s) + request->prompt);
        else if (const auto *unknown = std::get_if<Event::Unknown>(&event.value))
            words << QString(u"unknown "_s + unknown->type);
    }
};

QString cell(const char *name)
{
    QFile file(QStringLiteral(WB_TEST_DATA "/bridge/") + QString::fromLatin1(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

/// A real Python kernel behind a server that drops displays, as the real execd does.
class SdkBridgeRuntimeTest : public QObject
{
    Q_OBJECT

private:
    RuntimeProcess m_runtime;
    std::unique_ptr<DisplayDropper> m_dropper;
    ConnectionConfig m_direct;
    ConnectionConfig m_dropping;
    QString m_sandboxId;

    std::shared_ptr<CodeInterpreter> interpreter(const ConnectionConfig &config)
    {
        const auto sandbox = wait(Sandbox::connect(config, m_sandboxId));
        if (!sandbox) {
            qWarning() << why(sandbox);
            return nullptr;
        }
        const auto made = wait(CodeInterpreter::create(*sandbox));
        return made ? *made : nullptr;
    }

    static QStringList run(const std::shared_ptr<CodeInterpreter> &interpreter, const CodeContext &context, const QString &code, Result<Execution> *outcome = nullptr,
                           std::function<void(const Event::InputRequest &)> onInput = {})
    {
        const auto told = std::make_shared<Told>();
        ExecutionHandlers handlers;
        handlers.onEvent = [told](const StreamEvent &event) { told->take(event); };
        handlers.onInputRequest = std::move(onInput);
        const Result<Execution> execution = wait(interpreter->codes().run(code, context, handlers));
        told->flush();
        if (!execution)
            told->words << toString(execution.error());
        if (outcome)
            *outcome = execution;
        return told->words;
    }

    CodeContext context(const std::shared_ptr<CodeInterpreter> &interpreter)
    {
        const auto made = wait(interpreter->codes().createContext(SupportedLanguage::Python));
        return made ? *made : CodeContext {};
    }

private Q_SLOTS:
    void initTestCase()
    {
        const QString problem = m_runtime.start();
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        m_dropper = std::make_unique<DisplayDropper>(m_runtime.port());
        m_direct = configFor(m_runtime);
        m_dropping = m_direct;
        m_dropping.domain = u"127.0.0.1:%1"_s.arg(m_dropper->port());
        m_dropping.endpointHosts.insert(m_direct.domain, m_dropping.domain);
        m_dropping.displayBridge = true;
        CreateOptions options;
        options.image = u"opensandbox/code-interpreter:v1.1.0"_s;
        const auto sandbox = wait(Sandbox::create(m_direct, options));
        QVERIFY2(sandbox, why(sandbox));
        m_sandboxId = (*sandbox)->id();
    }

    void everyEventIsThatOfAServerWithDisplays()
    {
        const auto with = interpreter(m_direct);
        const auto without = interpreter(m_dropping);
        QVERIFY(with && without);
        Result<Execution> expectedOutcome;
        Result<Execution> outcome;
        const QStringList expected = run(with, context(with), cell("displays.py"), &expectedOutcome);
        QVERIFY2(expected.join(u'\n').contains(u"image/png of "_s), qPrintable(expected.join(u'\n')));
        const CodeContext bridged = context(without);
        const QStringList words = run(without, bridged, cell("displays.py"), &outcome);
        QCOMPARE(words, expected);
        QVERIFY2(outcome && expectedOutcome, why(outcome));
        QCOMPARE(outcome->text(), expectedOutcome->text());
        QCOMPARE(outcome->results.size(), expectedOutcome->results.size());
        QCOMPARE(outcome->executionCount, std::optional(1)); // The bootstrap's number was given back.
        QCOMPARE(m_dropper->runs(), 2); // The bootstrap and the cell, once each.
        // The second run needs no bootstrap, and nothing of it is left among the user's names.
        QCOMPARE(run(without, bridged, u"print([name for name in dir() if 'opensandbox' in name], len(In))"_s), QStringList({ u"text [] 3\n"_s, u"count 2"_s }));
        QCOMPARE(m_dropper->runs(), 3);
    }

    void switchedOffNothingIsInstalled()
    {
        ConnectionConfig off = m_dropping;
        off.displayBridge = false;
        const auto plain = interpreter(off);
        const CodeContext fresh = context(plain);
        const int runs = m_dropper->runs();
        const QStringList words = run(plain, fresh, cell("displays.py"));
        QCOMPARE(words, QStringList({ u"text start\nend\n"_s, u"count 1"_s, u"result  text/plain=42{}"_s }));
        QCOMPARE(m_dropper->runs(), runs + 1);
    }

    void aServerWithDisplaysNeedsNone()
    {
        DisplayDropper passing(m_runtime.port());
        passing.letPass();
        ConnectionConfig config = m_dropping;
        config.domain = u"127.0.0.1:%1"_s.arg(passing.port());
        config.endpointHosts = { { m_direct.domain, config.domain } };
        const auto native = interpreter(config);
        const CodeContext fresh = context(native);
        QCOMPARE(run(native, fresh, u"print(hasattr(get_ipython(), '_opensandbox_nonce'))"_s), QStringList({ u"text False\n"_s, u"count 1"_s }));
        QCOMPARE(passing.runs(), 1);
    }

    void inputIsAskedForAndAnswered()
    {
        const auto bridged = interpreter(m_dropping);
        const CodeContext fresh = context(bridged);
        QStringList answers { u"Ada \u00e9"_s, u"secret"_s, u"\u0004"_s };
        Result<Execution> outcome;
        const auto reply = [&](const Event::InputRequest &) { auto sending = bridged->codes().sendInput(fresh.id, answers.takeFirst()); };
        const QStringList words = run(bridged, fresh,
                                      u"import getpass\nprint('hello', input('who? '))\nprint(len(getpass.getpass('password: ')))\ntry:\n    input()\nexcept EOFError:\n    print('end')"_s,
                                      &outcome, reply);
        QCOMPARE(words, QStringList({ u"asks who? "_s, u"text hello Ada \u00e9\n"_s, u"asks hidden password: "_s, u"text 6\n"_s, u"asks "_s, u"text end\n"_s, u"count 1"_s }));
        QVERIFY2(outcome && outcome->succeeded(), why(outcome));
        // Nobody is there to answer: input() fails as it does without the bridge.
        QCOMPARE(run(bridged, fresh, u"input('who? ')"_s), QStringList({ u"failure StdinNotImplementedError"_s, u"count 2"_s }));
    }

    // The default context of a language has no id before its first run.
    void inputOfADefaultContextIsAnsweredByItsId()
    {
        const auto bridged = interpreter(m_dropping);
        QString id;
        QString text;
        ExecutionHandlers handlers;
        handlers.onInit = [&](const QString &context) { id = context; };
        handlers.onStdout = [&](const Event::Output &output) { text += output.text; };
        handlers.onInputRequest = [&](const Event::InputRequest &) { auto sending = bridged->codes().sendInput(id, u"Ada"_s); };
        for (int i = 0; i < 2; ++i) {
            const auto run = wait(bridged->codes().run(u"print('hello', input())"_s, SupportedLanguage::Python, handlers));
            QVERIFY2(run && run->succeeded(), why(run));
        }
        const auto byId = wait(bridged->codes().run(u"print('hello', input())"_s, CodeContext { id, SupportedLanguage::Python, {} }, handlers));
        QVERIFY2(byId && byId->succeeded(), why(byId));
        QCOMPARE(text, u"hello Ada\nhello Ada\nhello Ada\n"_s);
    }

    void aWaitingInputCanBeInterrupted()
    {
        const auto bridged = interpreter(m_dropping);
        const CodeContext fresh = context(bridged);
        const auto interrupt = [&](const Event::InputRequest &) { auto interrupting = bridged->codes().interrupt(fresh.id); };
        const QStringList words = run(bridged, fresh, u"input('who? ')"_s, nullptr, interrupt);
        QVERIFY2(words.contains(u"failure KeyboardInterrupt"_s), qPrintable(words.join(u'\n')));
    }

    void aFreshKernelGetsTheBridgeAgain()
    {
        const auto bridged = interpreter(m_dropping);
        const auto other = interpreter(m_direct);
        const CodeContext fresh = context(bridged);
        const QString code = u"from IPython.display import display\ndisplay({'text/plain': 'shown'}, raw=True)"_s;
        const QStringList shown { u"display  text/plain=shown{}"_s, u"count 1"_s };
        QCOMPARE(run(bridged, fresh, code), shown);
        QVERIFY(wait(bridged->codes().restartContext(fresh.id)));
        QCOMPARE(run(bridged, fresh, code), shown);
        // Restarted behind our back: the number of the next run tells.
        QVERIFY(wait(other->codes().restartContext(fresh.id)));
        QCOMPARE(run(bridged, fresh, u"1;"_s), QStringList { u"count 1"_s });
        QCOMPARE(run(bridged, fresh, code).first(), shown.first());
    }

    void twoClientsShareTheBridgeOfAContext()
    {
        const auto first = interpreter(m_dropping);
        const auto second = interpreter(m_dropping);
        const CodeContext fresh = context(first);
        const QString code = u"from IPython.display import display\ndisplay({'text/plain': 'shown'}, raw=True)"_s;
        QCOMPARE(run(first, fresh, code).first(), u"display  text/plain=shown{}"_s);
        QCOMPARE(run(second, fresh, code).first(), u"display  text/plain=shown{}"_s);
        QCOMPARE(run(first, fresh, code).first(), u"display  text/plain=shown{}"_s);
    }

    void largeDisplaysArriveAndTooLargeOnesSaySo()
    {
        const auto bridged = interpreter(m_dropping);
        const CodeContext fresh = context(bridged);
        QStringList words = run(bridged, fresh, u"from IPython.display import display\ndisplay({'image/x': 'y' * 3_000_000}, raw=True)\nprint('still here')"_s);
        QCOMPARE(words, QStringList({ u"display  image/x of 3000000{}"_s, u"text still here\n"_s, u"count 1"_s }));
        words = run(bridged, fresh, u"display({'image/x': 'y' * 30_000_000}, raw=True)\nprint('still here')"_s);
        QCOMPARE(words, QStringList({ u"display  text/plain=(this display cannot be shown here: it is larger than 24 MiB){}"_s, u"text still here\n"_s, u"count 2"_s }));
        words = run(bridged, fresh, u"display({'application/json': {'a': float('nan'), 'b': b'123'}}, raw=True)"_s);
        QCOMPARE(words.size(), 2);
        QVERIFY2(words.first().startsWith(u"display "_s), qPrintable(words.first()));
    }

    void hostileCellsGainNothing()
    {
        const auto bridged = interpreter(m_dropping);
        const CodeContext fresh = context(bridged);
        // Redirected output does not swallow displays; frames of others are text; a broken frame is shown.
        QStringList words = run(bridged, fresh, cell("hostile.py"));
        QCOMPARE(words.size(), 3);
        QCOMPARE(words.at(0), u"display  text/plain=shown{}"_s);
        QVERIFY2(words.at(1).contains(u";display;{}\x1b\\"_s) && words.at(1).contains(u";display;{broken\u241b\\"_s), qPrintable(words.at(1)));
        QVERIFY2(words.at(1).contains(u"relative"_s), qPrintable(words.at(1)));
    }

    // Asked for once, it needs no run of its own, neither at first nor when the colours become others.
    void figuresAreDrawnInTheStyleThatIsAskedFor()
    {
        const FigureStyle dark { u"#1a1c20"_s, u"#e4e7ec"_s, QStringList(10, u"#7aa2f7"_s) };
        const FigureStyle light { u"#ffffff"_s, u"#1c2028"_s, QStringList(10, u"#1f5fdb"_s) };
        const QString plain = u"{}"_s;
        const QString onDark = uR"({"needs_background":"dark"})"_s;
        const QString onLight = uR"({"needs_background":"light"})"_s;
        for (const ConnectionConfig &config : { m_direct, m_dropping }) {
            const auto client = interpreter(config);
            const auto other = interpreter(config);
            const CodeContext fresh = context(client);
            const int runs = m_dropper->runs();
            int sent = 0;
            // What the only display of a run says of its ground.
            const auto ground = [&](const std::shared_ptr<CodeInterpreter> &by) {
                ++sent;
                const QStringList words = run(by, fresh, cell("figures.py"));
                const QString shown = words.value(0);
                if (!shown.startsWith(u"display  image/png of "_s) || words.size() != 2 || words.last() != QString(u"count %1"_s.arg(sent)))
                    return words.join(u'\n');
                return shown.sliced(shown.lastIndexOf(u'{')); // Its metadata.
            };
            QCOMPARE(ground(client), plain);
            client->setFigureStyle(dark);
            QCOMPARE(ground(client), onDark);
            client->setFigureStyle(light);
            QCOMPARE(ground(client), onLight);
            client->setFigureStyle({});
            QCOMPARE(ground(client), plain);
            client->setFigureStyle(dark);
            QCOMPARE(ground(client), onDark);
            if (!config.displayBridge) { // Each run has its own.
                QCOMPARE(ground(other), plain);
                continue;
            }
            QCOMPARE(m_dropper->runs(), runs + sent + 1); // And the bootstrap.
            // From the first run on. A value arrives without its metadata, so it stays as it is.
            const CodeContext another = context(client);
            const QStringList words = run(client, another, QString(cell("figures.py") + u"figure"_s));
            QVERIFY2(words.value(0).contains("\"needs_background\":\"dark\""_L1), qPrintable(words.join(u'\n')));
            QVERIFY2(words.value(2).startsWith(u"result  image/png of "_s) && !words.value(2).contains("needs_background"_L1), qPrintable(words.join(u'\n')));
            QCOMPARE(run(client, another, u"print([name for name in dir() if 'opensandbox' in name], len(In))"_s).value(0), u"text [] 3\n"_s);
        }
    }

    void otherLanguagesAreLeftAlone()
    {
        const auto bridged = interpreter(m_dropping);
        const auto bash = wait(bridged->codes().createContext(SupportedLanguage::Bash));
        QVERIFY2(bash, why(bash));
        const int runs = m_dropper->runs();
        QVERIFY(run(bridged, *bash, u"echo hello"_s).first().startsWith(u"text hello"_s));
        QCOMPARE(m_dropper->runs(), runs + 1);
    }
};

QTEST_GUILESS_MAIN(SdkBridgeRuntimeTest)
#include "tst_sdk_bridgeruntime.moc"
