// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/outputs.h>

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QStringDecoder>

#include <algorithm>
#include <atomic>

using namespace Qt::StringLiterals;

namespace Notebook {

namespace {

bool isJsonType(QStringView type) { return type == "application/json"_L1 || type.endsWith("+json"_L1); }

/// Types whose value is text, not base64.
bool isTextType(QStringView type)
{
    return type.startsWith("text/"_L1) || type == "application/javascript"_L1 || type == "application/xml"_L1
        || type.endsWith("+xml"_L1) || isJsonType(type);
}

/// Types that notebooks store as a list of lines.
bool isStoredAsLines(QStringView type)
{
    return type.startsWith("text/"_L1) || type == "application/javascript"_L1 || type == "image/svg+xml"_L1;
}

/// The stored text of a stream. As long as the value is not written, it takes no memory.
/// It is the text as it was then, so that another thread can write it while the stream goes on.
class StreamSource : public Json::TextSource
{
public:
    explicit StreamSource(StoredText text)
        : m_text(std::move(text))
    {
    }
    std::function<bool(QString &)> reader() const override { return m_text.reader(); }
    qsizetype size() const override { return qsizetype(m_text.size()); }

private:
    StoredText m_text;
};

constexpr qint64 veryLong = 1024 * 1024;

/// A stream in the form that `old` has; new text is a list of lines. Very long text is one string: a list would be many
/// times as large.
Json::Value streamToJson(const Json::Value &old, const StreamText &text)
{
    if (text.size() > veryLong)
        return Json::Value::string(std::make_shared<StreamSource>(text.stored()));
    return old.isString() ? Json::Value::string(text.toStoredText()) : Json::Value::lines(text.toStoredText());
}

quint64 nextOutputId()
{
    static std::atomic<quint64> last = 0;
    return ++last;
}

} // namespace

// --- MimeBundle

MimeBundle::MimeBundle(Json::Value object)
    : m_object(std::move(object))
{
    if (!m_object.isObject())
        m_object = Json::Value::object();
}

MimeBundle MimeBundle::fromJson(const QJsonObject &object) { return MimeBundle(Json::Value::fromQt(object)); }

bool MimeBundle::isEmpty() const { return m_object.count() == 0; }

QStringList MimeBundle::types() const
{
    QStringList types;
    for (qsizetype i = 0; i < m_object.count(); ++i)
        types += m_object.keyAt(i);
    return types;
}

bool MimeBundle::contains(QStringView type) const { return m_object.contains(type); }

QString MimeBundle::text(QStringView type) const
{
    const Json::Value value = m_object.value(type);
    if (value.isString() || (value.isArray() && !isJsonType(type)))
        return value.toText();
    return value.isNull() ? QString() : QString::fromUtf8(value.toBytes());
}

QByteArray MimeBundle::bytes(QStringView type) const
{
    const QByteArray utf8 = text(type).toUtf8();
    return isTextType(type) ? utf8 : QByteArray::fromBase64(utf8);
}

QJsonValue MimeBundle::json(QStringView type) const { return m_object.value(type).toQt(); }

qsizetype MimeBundle::storedSize(QStringView type) const
{
    return m_object.value(type).estimatedSize();
}

// --- Output

Output::Output()
    : m_id(nextOutputId())
{
}
Output::~Output() = default;

bool Output::prepareStream(int ms) const
{
    if (!m_text) {
        m_text = std::make_shared<StreamText>();
        m_reader = std::make_unique<Json::TextReader>(m_json.value(u"text"));
    }
    QElapsedTimer clock;
    clock.start();
    QString piece;
    while (m_reader) {
        piece.truncate(0);
        if (!m_reader->read(piece, 64 * 1024))
            m_reader.reset();
        m_text->append(piece);
        if (clock.elapsed() >= ms)
            break;
    }
    return !m_reader;
}

const StreamText &Output::streamSoFar() const
{
    if (!m_text)
        prepareStream(0);
    return *m_text;
}

const StreamText &Output::stream() const
{
    while (!prepareStream(1000)) { }
    return *m_text;
}

const StreamText &Output::traceback() const
{
    if (!m_text) {
        m_text = std::make_shared<StreamText>();
        m_text->append(m_tracebackLines.join(u'\n'));
    }
    return *m_text;
}

/// The stored text of a stream, whether it was looked at or not.
std::function<QString()> Output::streamReader() const
{
    if (isStreamWhole()) {
        return [text = m_text->stored()]() {
            QString all;
            QStringDecoder decoder(QStringDecoder::Utf8);
            text.forEachPiece([&](QByteArrayView piece) {
                all += decoder.decode(piece);
                return true;
            });
            return all;
        };
    }
    return [reader = Json::TextReader(m_json.value(u"text"))]() {
        Json::TextReader own = reader;
        QString all;
        while (own.read(all, 1 << 20)) { }
        return all;
    };
}

std::function<QByteArray()> Output::reader(const QString &type) const
{
    if (m_type == OutputType::Stream)
        return [read = streamReader()]() { return read().toUtf8(); };
    if (m_type == OutputType::Error)
        return [text = traceback().plainText()]() { return text.toUtf8(); };
    const Json::Value value = m_data.object().value(type);
    const bool isText = value.isString() || (value.isArray() && !isJsonType(type));
    if (!isText)
        return [value]() { return value.isNull() ? QByteArray() : value.toBytes(); };
    return [reader = Json::TextReader(value), encoded = !isTextType(type)]() {
        Json::TextReader own = reader;
        QString all;
        while (own.read(all, 1 << 20)) { }
        return encoded ? QByteArray::fromBase64(all.toLatin1()) : all.toUtf8();
    };
}

// --- OutputList

OutputList::OutputList(Cell *cell)
    : m_cell(cell)
{
}
OutputList::~OutputList() = default;

Cell *OutputList::cell() const { return m_cell; }

std::unique_ptr<Output> OutputList::outputFromJson(const Json::Value &json)
{
    std::unique_ptr<Output> output(new Output);
    output->m_json = json;
    const QString type = json.value(u"output_type").toString();
    output->m_typeName = type;
    if (type == "stream"_L1) {
        output->m_type = OutputType::Stream;
        output->m_streamName = json.value(u"name").toString() == "stderr"_L1 ? StreamName::Stderr : StreamName::Stdout;
    } else if (type == "display_data"_L1 || type == "execute_result"_L1) {
        output->m_type = type == "display_data"_L1 ? OutputType::Display : OutputType::Result;
        output->m_data = MimeBundle(json.value(u"data"));
        output->m_metadata = json.value(u"metadata").toQt().toObject();
        output->m_executionCount = int(json.value(u"execution_count").toInteger(-1));
    } else if (type == "error"_L1) {
        output->m_type = OutputType::Error;
        output->m_errorName = json.value(u"ename").toString();
        output->m_errorValue = json.value(u"evalue").toText();
        const Json::Value traceback = json.value(u"traceback");
        if (traceback.isString())
            output->m_tracebackLines = traceback.toString().split(u'\n');
        for (qsizetype i = 0; traceback.isArray() && i < traceback.count(); ++i)
            output->m_tracebackLines += traceback.at(i).toString();
    }
    return output;
}

const Json::Value &OutputList::outputToJson(const Output &output)
{
    if (!output.m_changed)
        return output.m_json;
    Json::Value json = output.m_json.isObject() ? output.m_json : Json::Value::object();
    switch (output.m_type) {
    case OutputType::Stream:
        if (!json.contains(u"name"))
            json.set(u"name", Json::Value::string(output.m_streamName == StreamName::Stderr ? u"stderr" : u"stdout"));
        json.set(u"output_type", Json::Value::string(u"stream"));
        json.set(u"text", streamToJson(json.value(u"text"), output.stream()));
        break;
    case OutputType::Display:
    case OutputType::Result: {
        Json::Value data = output.m_data.object();
        const QStringList types = output.m_data.types();
        for (const QString &type : types) {
            const Json::Value value = data.value(type);
            // Very long text is one string, as that of streams is.
            if (value.isString() && value.storedSize() == 0 && isStoredAsLines(type) && value.estimatedSize() <= veryLong)
                data.set(type, Json::Value::lines(value.toString()));
        }
        json.set(u"data", data);
        if (output.m_type == OutputType::Result)
            json.set(u"execution_count", output.m_executionCount >= 0 ? Json::Value::number(output.m_executionCount) : Json::Value());
        json.set(u"metadata", Json::Value::fromQt(output.m_metadata));
        json.set(u"output_type", Json::Value::string(output.m_type == OutputType::Result ? u"execute_result" : u"display_data"));
        break;
    }
    case OutputType::Error: {
        Json::Value traceback = Json::Value::array();
        for (const QString &line : output.m_tracebackLines)
            traceback.append(Json::Value::string(line));
        json.set(u"ename", Json::Value::string(output.m_errorName));
        json.set(u"evalue", Json::Value::string(output.m_errorValue));
        json.set(u"output_type", Json::Value::string(u"error"));
        json.set(u"traceback", traceback);
        break;
    }
    case OutputType::Notice:
    case OutputType::Unknown: break;
    }
    output.m_json = json;
    output.m_changed = false;
    return output.m_json;
}

void OutputList::ensureLoaded() const
{
    if (m_content.loaded)
        return;
    m_content.loaded = true;
    if (!m_content.json.isArray())
        return;
    for (qsizetype i = 0; i < m_content.json.count(); ++i)
        m_content.outputs.push_back(outputFromJson(m_content.json.at(i)));
}

int OutputList::count() const
{
    ensureLoaded();
    return int(m_content.outputs.size());
}

const Output &OutputList::at(int index) const
{
    ensureLoaded();
    return *m_content.outputs.at(size_t(index));
}

void OutputList::prepare(quint64 outputId)
{
    m_preparing.insert(outputId);
    if (!m_prepareTimer) {
        m_prepareTimer = std::make_unique<QTimer>();
        m_prepareTimer->setInterval(0);
        connect(m_prepareTimer.get(), &QTimer::timeout, this, &OutputList::prepareSome);
    }
    m_prepareTimer->start();
}

void OutputList::prepareSome()
{
    while (!m_preparing.isEmpty()) {
        const quint64 id = *m_preparing.cbegin();
        const int index = indexOf(id);
        const bool waits = index >= 0 && at(index).type() == OutputType::Stream && !at(index).isStreamWhole();
        if (!waits) {
            m_preparing.remove(id);
            continue;
        }
        if (at(index).prepareStream(prepareMs))
            m_preparing.remove(id);
        Q_EMIT outputChanged(index, 0); // The cursor may have moved up anywhere.
        break;
    }
    if (m_preparing.isEmpty())
        m_prepareTimer->stop();
}

int OutputList::indexOf(quint64 outputId) const
{
    ensureLoaded();
    const auto found = std::ranges::find(m_content.outputs, outputId, [](const auto &output) { return output->id(); });
    return found == m_content.outputs.end() ? -1 : int(found - m_content.outputs.begin());
}

void OutputList::touch()
{
    m_content.changed = true;
    ++m_revision;
    m_cell->document()->outputsChanged();
    Q_EMIT contentChanged();
    Q_EMIT m_cell->document()->cellChanged(m_cell);
}

void OutputList::beforeAppend()
{
    ensureLoaded();
    if (m_clearPending)
        clear();
}

Output &OutputList::add(OutputType type)
{
    std::unique_ptr<Output> output(new Output);
    output->m_type = type;
    output->m_changed = type != OutputType::Notice;
    m_content.outputs.push_back(std::move(output));
    return *m_content.outputs.back();
}

void OutputList::change(int index, qint64 firstRow)
{
    m_content.outputs[size_t(index)]->m_changed = true;
    Q_EMIT outputChanged(index, firstRow);
    touch();
}

void OutputList::appendStream(StreamName name, QStringView text)
{
    if (text.isEmpty())
        return;
    beforeAppend();
    if (m_content.outputs.empty() || m_content.outputs.back()->m_type != OutputType::Stream
        || m_content.outputs.back()->m_streamName != name) {
        Output &output = add(OutputType::Stream);
        output.m_streamName = name;
        output.m_text = std::make_shared<StreamText>();
        output.m_text->append(text);
        Q_EMIT outputInserted(count() - 1);
        touch();
        return;
    }
    const Output &last = *m_content.outputs.back();
    last.stream();
    const bool wasWhole = last.m_text->lostSize() == 0;
    const qint64 firstRow = last.m_text->append(text);
    change(count() - 1, firstRow);
    if (wasWhole && last.m_text->lostSize() > 0)
        tellOfLoss(*last.m_text);
}

/// In front of the output, which goes on behind it.
void OutputList::tellOfLoss(const StreamText &text)
{
    // Empty where there is no such folder.
    const QString folder = QDir::tempPath().isEmpty() ? qEnvironmentVariable("TMPDIR") : QDir::tempPath();
    std::unique_ptr<Output> output(new Output);
    output->m_type = OutputType::Notice;
    output->m_notice = { Notice::Severity::Warning, u"output-lost"_s, QCoreApplication::translate("Notebook::OutputList", "The middle of this output is lost"),
                         QCoreApplication::translate("Notebook::OutputList", "It is too large for memory, and %1 takes no more (%2). Make room there, then run the cell again.")
                             .arg(QDir::toNativeSeparators(folder), text.spillError()) };
    output->m_changed = false;
    m_content.outputs.insert(m_content.outputs.end() - 1, std::move(output));
    Q_EMIT outputInserted(count() - 2);
}

void OutputList::appendDisplay(const MimeBundle &data, const QJsonObject &metadata, const QString &displayId)
{
    beforeAppend();
    Output &output = add(OutputType::Display);
    output.m_data = data;
    output.m_metadata = metadata;
    output.m_displayId = displayId;
    if (!displayId.isEmpty())
        m_cell->document()->registerDisplay(m_cell, displayId);
    Q_EMIT outputInserted(count() - 1);
    touch();
}

void OutputList::appendResult(const MimeBundle &data, const QJsonObject &metadata, int executionCount, const QString &displayId)
{
    beforeAppend();
    Output &output = add(OutputType::Result);
    output.m_data = data;
    output.m_metadata = metadata;
    output.m_executionCount = executionCount;
    output.m_displayId = displayId;
    if (!displayId.isEmpty())
        m_cell->document()->registerDisplay(m_cell, displayId);
    Q_EMIT outputInserted(count() - 1);
    touch();
}

void OutputList::setResultCount(int executionCount)
{
    ensureLoaded();
    for (size_t i = 0; i < m_content.outputs.size(); ++i) {
        Output &output = *m_content.outputs[i];
        if (output.m_type == OutputType::Result && output.m_executionCount < 0) {
            output.m_executionCount = executionCount;
            change(int(i), 0);
        }
    }
}

void OutputList::appendError(const QString &name, const QString &value, const QStringList &traceback)
{
    beforeAppend();
    Output &output = add(OutputType::Error);
    output.m_errorName = name;
    output.m_errorValue = value;
    output.m_tracebackLines = traceback;
    Q_EMIT outputInserted(count() - 1);
    touch();
}

void OutputList::appendNotice(const Notice &notice)
{
    // A notice is not what the code printed, so it does not carry out a pending clear.
    ensureLoaded();
    add(OutputType::Notice).m_notice = notice;
    Q_EMIT outputInserted(count() - 1);
}

int OutputList::updateDisplay(const QString &displayId, const MimeBundle &data, const QJsonObject &metadata)
{
    if (displayId.isEmpty())
        return 0;
    ensureLoaded();
    int updated = 0;
    for (size_t i = 0; i < m_content.outputs.size(); ++i) {
        Output &output = *m_content.outputs[i];
        if (output.m_displayId != displayId)
            continue;
        output.m_data = data;
        output.m_metadata = metadata;
        ++updated;
        change(int(i), 0);
    }
    return updated;
}

void OutputList::clear(bool wait)
{
    m_clearPending = wait;
    if (wait)
        return;
    ensureLoaded();
    const int removed = count();
    if (removed == 0)
        return;
    const bool saved = std::ranges::any_of(m_content.outputs, [](const auto &output) { return output->type() != OutputType::Notice; });
    m_content.outputs.clear();
    Q_EMIT outputsRemoved(0, removed);
    if (saved)
        touch();
}

void OutputList::removeNotices(const QString &code)
{
    ensureLoaded();
    for (int i = count() - 1; i >= 0; --i) {
        const Output &output = at(i);
        if (output.type() != OutputType::Notice || (!code.isEmpty() && output.notice().code != code))
            continue;
        m_content.outputs.erase(m_content.outputs.begin() + i);
        Q_EMIT outputsRemoved(i, 1);
    }
}

qint64 OutputList::size() const { return sizeOf(m_content); }

qint64 OutputList::sizeOf(const Content &content)
{
    if (!content.loaded)
        return content.json.estimatedSize();
    qint64 size = 0;
    for (const auto &output : content.outputs) {
        // JSON that was made here, not read, has no stored size.
        if (output->m_type == OutputType::Stream && output->isStreamWhole())
            size += output->m_text->size();
        else if (const qint64 stored = output->m_changed ? 0 : output->m_json.storedSize(); stored > 0)
            size += stored;
        else if (output->m_type == OutputType::Stream)
            size += output->m_json.estimatedSize();
        else
            for (const QString &type : output->m_data.types())
                size += output->m_data.storedSize(type);
    }
    return size;
}

std::function<QString()> OutputList::textReaderOf(const Content &content)
{
    std::vector<std::pair<bool, std::function<QString()>>> parts; // Terminal text, to be shown first, or plain.
    for (const auto &output : content.outputs) {
        if (output->type() == OutputType::Stream)
            parts.emplace_back(true, output->streamReader());
        else if (output->type() == OutputType::Error && output->m_tracebackLines.isEmpty())
            parts.emplace_back(false, [text = QString(output->errorName() + ": "_L1 + output->errorValue())]() { return text; });
        else if (output->type() == OutputType::Error)
            parts.emplace_back(true, [lines = output->m_tracebackLines]() { return lines.join(u'\n'); });
        else if (output->data().contains(u"text/plain"))
            parts.emplace_back(false, [read = output->reader(u"text/plain"_s)]() { return QString::fromUtf8(read()); });
    }
    return [parts]() {
        QString text;
        for (const auto &[terminal, read] : parts) {
            if (!text.isEmpty() && !text.endsWith(u'\n'))
                text += u'\n';
            if (!terminal) {
                text += read();
                continue;
            }
            StreamText stream;
            stream.append(read());
            text += stream.plainText();
        }
        return text;
    };
}

std::function<QList<StoredPicture>()> OutputList::pictureReaderOf(const Content &content)
{
    struct Part
    {
        MimeBundle data;
        QString type;
        QJsonObject metadata;
    };
    QList<Part> parts;
    for (const auto &output : content.outputs) {
        for (const QStringView type : { u"image/png", u"image/jpeg", u"image/gif", u"image/webp", u"image/svg+xml" }) {
            if (output->data().contains(type)) {
                parts.append({ output->data(), type.toString(), output->metadata() });
                break;
            }
        }
    }
    if (parts.isEmpty())
        return nullptr;
    return [parts]() {
        QList<StoredPicture> pictures;
        for (const Part &part : parts)
            pictures += StoredPicture(part.data.bytes(part.type), part.type, part.metadata);
        return pictures;
    };
}

QString OutputList::plainText() const { return textReader()(); }

std::function<QString()> OutputList::textReader() const
{
    ensureLoaded();
    return textReaderOf(m_content);
}

QList<StoredPicture> OutputList::pictures() const
{
    ensureLoaded();
    const auto read = pictureReaderOf(m_content);
    return read ? read() : QList<StoredPicture>();
}

OutputSnapshot OutputList::snapshot() const
{
    ensureLoaded();
    return { textReaderOf(m_content), pictureReaderOf(m_content), sizeOf(m_content) };
}

OutputSnapshot OutputList::earlierSnapshot() const
{
    if (m_earlier.empty())
        return { [] { return QString(); }, nullptr, 0 };
    const Content &content = m_earlier.back().content;
    return { textReaderOf(content), pictureReaderOf(content), m_earlier.back().size };
}

qint64 OutputList::earlierSize() const
{
    qint64 size = 0;
    for (const Earlier &one : m_earlier)
        size += one.size;
    return size;
}

void OutputList::keepEarlier(Content content, int executionCount)
{
    // What the program said of that run is over.
    std::erase_if(content.outputs, [](const auto &output) { return output->type() == OutputType::Notice; });
    if (content.outputs.empty())
        return;
    const qint64 size = sizeOf(content);
    m_earlier.push_back({ std::move(content), executionCount, size, m_cell->document()->nextEarlier() });
    if (m_earlier.size() > maximumEarlier)
        m_earlier.erase(m_earlier.begin());
    m_cell->document()->limitEarlier();
}

std::optional<OutputList::Earlier> OutputList::takeEarlier()
{
    if (m_earlier.empty())
        return {};
    std::optional<Earlier> last = std::move(m_earlier.back());
    m_earlier.pop_back();
    return last;
}

void OutputList::startAnew()
{
    m_clearPending = false;
    ensureLoaded();
    const int removed = count();
    if (removed == 0)
        return;
    Content before = std::exchange(m_content, Content {});
    m_content.json = before.json; // Its spelling is kept for what follows.
    keepEarlier(std::move(before), m_cell->executionCount());
    Q_EMIT outputsRemoved(0, removed);
    touch();
}

void OutputList::load(const Json::Value &outputs)
{
    m_content = Content {};
    m_content.json = outputs;
    m_content.loaded = false;
    m_clearPending = false;
}

Json::Value OutputList::toJson() const
{
    if (!m_content.changed)
        return m_content.json;
    std::vector<Json::Value> elements;
    for (const auto &output : m_content.outputs) {
        if (output->m_type != OutputType::Notice)
            elements.push_back(outputToJson(*output));
    }
    m_content.json.setElements(elements);
    m_content.changed = false;
    return m_content.json;
}

OutputList::Content OutputList::exchange(Content content)
{
    const int before = count();
    std::swap(m_content, content);
    m_clearPending = false;
    if (before > 0)
        Q_EMIT outputsRemoved(0, before);
    for (int i = 0; i < count(); ++i)
        Q_EMIT outputInserted(i);
    const bool changed = m_content.changed;
    touch();
    m_content.changed = changed;
    return content;
}

} // namespace Notebook
