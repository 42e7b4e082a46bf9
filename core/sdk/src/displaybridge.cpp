// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/displaybridge.h>

#include "figureprogram.h"
#include "figuretaker.h"

#include <QJsonDocument>
#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

constexpr char16_t Escape = u'\x1b';

// Everything it needs is in one function, so that it leaves no name behind.
const QString Bootstrap = uR"python(# Carries displays and input() to OpenSandbox Workbench on servers that drop them. Switch it off in the settings.
def _opensandbox_bridge(nonce, style, program):
    import json, os, sys, tempfile, time
    shell = get_ipython()
    kernel, stream = shell.kernel, sys.stdout
    limit = 24 * 1024 * 1024

    def send(kind, value, name=None):
        text = json.dumps(value, default=str)
        if "NaN" in text or "Infinity" in text:
            text = json.dumps(json.loads(text, parse_constant=str))
        if len(text) > limit:
            raise ValueError("larger than 24 MiB")
        stream.flush()
        stream.write("\x1b]7780;%s;%s;%s\x1b\\" % (name or shell._opensandbox_nonce, kind, text))
        stream.flush()

    def clean(data):
        try:
            from ipykernel.jsonutil import encode_images, json_clean
            return json_clean(encode_images(data))
        except Exception:
            return data

    def publish(data, metadata=None, source=None, *, transient=None, update=False, **rest):
        value = {"data": clean(data), "metadata": clean(metadata or {}), "update": bool(update)}
        if transient and transient.get("display_id") is not None:
            value["display_id"] = str(transient["display_id"])
        try:
            send("display", value)
        except ValueError as error:
            value["data"] = {"text/plain": "(this display cannot be shown here: it is %s)" % error}
            send("display", value)

    def clear_output(wait=False):
        send("clear", {"wait": bool(wait)})

    place = []

    def ask(prompt, password, otherwise):
        if not place:
            place.append(tempfile.mkdtemp(prefix="opensandbox-input-"))
        place.append(None)
        path = os.path.join(place[0], str(len(place)))
        send("input", {"prompt": str(prompt), "password": password, "path": path})
        while not os.path.exists(path):
            time.sleep(0.02)
        with open(path, encoding="utf-8") as file:
            answer = json.load(file)
        os.unlink(path)
        if answer.get("refused"):
            return otherwise()
        if answer.get("value") == "\x04":
            raise EOFError("end of input")
        return answer.get("value", "")

    formatted, plain = shell.display_formatter.format, []

    def format(thing, *arguments, **options):
        library = sys.modules.get("matplotlib.figure")
        if plain or library is None or not isinstance(thing, library.Figure):
            return formatted(thing, *arguments, **options)
        try:
            with open(shell._opensandbox_figures, encoding="utf-8") as file:
                wanted = json.load(file)
        except (OSError, ValueError):
            wanted = None
        if wanted is None:
            return formatted(thing, *arguments, **options)
        if isinstance(program[0], str):
            names = {"__name__": "_opensandbox_figures"}
            exec(compile(program[0], "<opensandbox figures>", "exec"), names)
            program[0] = names["show"]
        return program[0](lambda figure: formatted(figure, *arguments, **options), thing, wanted)

    computed = shell.displayhook.compute_format_data

    def compute_format_data(*arguments, **options):
        # A result arrives without its metadata, so nobody would know which ground a figure needs.
        plain.append(True)
        try:
            return computed(*arguments, **options)
        finally:
            plain.pop()

    if not hasattr(shell, "_opensandbox_nonce"):
        shell._opensandbox_nonce = nonce
        read, hidden = kernel.raw_input, kernel.getpass
        shell.display_pub.publish = publish
        shell.display_pub.clear_output = clear_output
        shell._opensandbox_figures = os.path.join(tempfile.gettempdir(), "opensandbox-figures-" + nonce)
        shell.display_formatter.format = format
        shell.displayhook.compute_format_data = compute_format_data
        kernel.raw_input = lambda prompt="": ask(prompt, False, lambda: read(prompt))
        kernel.getpass = lambda prompt="Password: ", stream=None: ask(prompt, True, lambda: hidden(prompt))
        if shell.execution_count == 1:
            try:  # Nothing ran here before, so the number is given back.
                shell.history_manager.reset()
                shell.execution_count = 0
            except Exception:
                pass
    figures = getattr(shell, "_opensandbox_figures", "")
    if figures and style is not None:
        try:
            with open(figures + ".part", "w", encoding="utf-8") as file:
                json.dump(style, file)
            os.replace(figures + ".part", figures)
        except OSError:
            pass
    send("ready", {"nonce": shell._opensandbox_nonce, "figures": figures}, nonce)


_opensandbox_bridge("NONCE", STYLE, [PROGRAM])
del _opensandbox_bridge
)python"_s;

} // namespace

QString newDisplayNonce()
{
    quint32 words[4];
    QRandomGenerator::system()->fillRange(words);
    QString nonce;
    for (const quint32 word : words)
        nonce += QString::number(word, 16).rightJustified(8, u'0');
    return nonce;
}

QString displayBootstrap(const QString &nonce, const std::optional<FigureStyle> &style)
{
    // Texts and lists of them are written in Python as in JSON.
    const auto literal = [](const QJsonArray &one) {
        const QString text = QString::fromUtf8(QJsonDocument(one).toJson(QJsonDocument::Compact));
        return text.sliced(1, text.size() - 2);
    };
    const QString call = u"_opensandbox_bridge(\"NONCE\", STYLE, [PROGRAM])"_s;
    return QString(Bootstrap).replace(call, QString(u"_opensandbox_bridge("_s + literal({ nonce }) + u", "_s + (style ? literal({ figuresJson(*style) }) : u"None"_s) + u", ["_s
                                                    + literal({ QString::fromUtf16(FigureProgram) }) + u"])"_s));
}

DisplayUnpacker::DisplayUnpacker(const QString &nonce, Sink sink) : m_start(u"\x1b]7780;"_s + nonce + u';'), m_sink(std::move(sink)) { }

void DisplayUnpacker::take(StreamEvent event)
{
    const auto *output = std::get_if<Event::Output>(&event.value);
    if (output && !output->isError && !(m_held.isEmpty() && !output->text.contains(Escape))) {
        text(output->text, event.timestampMs);
        return;
    }
    const bool later = std::holds_alternative<Event::Result>(event.value) || std::holds_alternative<Event::Failure>(event.value)
        || std::holds_alternative<Event::Complete>(event.value);
    if (later && !m_held.isEmpty() && m_held.size() < m_start.size())
        finish(); // A lone escape character at the end of the text.
    m_sink(std::move(event));
}

void DisplayUnpacker::text(const QString &piece, qint64 timestamp)
{
    if (m_held.isEmpty()) {
        m_heldSince = timestamp;
        m_searched = 0;
    }
    const QString all = m_held.isEmpty() ? piece : QString(std::exchange(m_held, {}) += piece);
    m_held.clear();
    qsizetype shown = 0; // Everything before it is out.
    qsizetype at = 0; // Where to look for a start.
    qsizetype searched = m_searched;
    m_searched = 0;
    while (at < all.size()) {
        const qsizetype start = all.indexOf(Escape, at);
        if (start < 0)
            break;
        const qsizetype known = qMin(m_start.size(), all.size() - start);
        if (QStringView(all).sliced(start, known) != QStringView(m_start).first(known)) {
            at = start + 1;
            continue;
        }
        // To the end of the JSON: the first character that cannot be in it.
        qsizetype end = start == 0 ? qMax(searched, m_start.size()) : start + m_start.size();
        while (end < all.size() && all.at(end) >= u' ' && all.at(end) <= u'~')
            ++end;
        const bool cut = known < m_start.size() || end >= all.size() || (all.at(end) == Escape && end + 1 == all.size());
        if (cut && all.size() - start <= MaximumFrame) {
            if (start > shown)
                emitText(QStringView(all).sliced(shown, start - shown), timestamp);
            if (start > 0)
                m_heldSince = timestamp;
            m_held = start == 0 ? all : all.sliced(start);
            m_searched = known < m_start.size() ? 0 : qMin(end, all.size()) - start;
            return;
        }
        if (start > shown)
            emitText(QStringView(all).sliced(shown, start - shown), timestamp);
        const bool whole = !cut && all.at(end) == Escape && all.at(end + 1) == u'\\';
        const QStringView content = QStringView(all).sliced(start + m_start.size(), end - start - m_start.size());
        const qsizetype after = whole ? end + 2 : end;
        if (!whole || !frame(content, start == 0 ? m_heldSince : timestamp)) {
            const QString visible = QStringView(all).sliced(start, after - start).toString().replace(Escape, u'\u241b');
            emitText(visible, timestamp);
        }
        shown = after;
        at = after;
        searched = 0;
    }
    if (shown < all.size())
        emitText(QStringView(all).sliced(shown), timestamp);
}

void DisplayUnpacker::finish()
{
    if (m_held.isEmpty())
        return;
    const QString held = std::exchange(m_held, {});
    m_searched = 0;
    emitText(held.size() < m_start.size() ? held : QString(held).replace(Escape, u'\u241b'), m_heldSince);
}

void DisplayUnpacker::emitText(QStringView text, qint64 timestamp)
{
    m_sink(StreamEvent { Event::Output { text.toString(), false }, timestamp });
}

bool DisplayUnpacker::frame(QStringView content, qint64 timestamp)
{
    const qsizetype mark = content.indexOf(u';');
    const QJsonDocument document = mark > 0 ? QJsonDocument::fromJson(content.sliced(mark + 1).toLatin1()) : QJsonDocument();
    if (!document.isObject())
        return false;
    const QJsonObject object = document.object();
    const QStringView kind = content.first(mark);
    if (kind == "display"_L1) {
        Event::Result result;
        result.data = object.value("data"_L1).toObject();
        result.isDisplay = true;
        result.isUpdate = object.value("update"_L1).toBool();
        result.metadata = object.value("metadata"_L1).toObject();
        result.displayId = object.value("display_id"_L1).toString();
        m_sink(StreamEvent { result, timestamp });
    } else if (kind == "clear"_L1) {
        m_sink(StreamEvent { Event::ClearOutput { object.value("wait"_L1).toBool() }, timestamp });
    } else {
        m_sink(StreamEvent { Event::Unknown { DisplayBridgePrefix + kind, object }, timestamp });
    }
    return true;
}

} // namespace OpenSandbox
