// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/notebook/json.h>
#include <opensandbox/notebook/streamtext.h>

#include <QJsonObject>
#include <QObject>
#include <QSet>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace Notebook {

class Cell;
class Document;

/// MIME types and their contents, in the order and spelling in which they came.
class MimeBundle
{
public:
    MimeBundle() = default;
    explicit MimeBundle(Json::Value object);
    static MimeBundle fromJson(const QJsonObject &object);

    bool isEmpty() const;
    QStringList types() const;
    bool contains(QStringView type) const;
    QString text(QStringView type) const; ///< A string or a list of strings joined; of others their JSON.
    QByteArray bytes(QStringView type) const; ///< Base64 decoded; for text types (svg, html) the UTF-8 of text().
    QJsonValue json(QStringView type) const; ///< For application/json and +json types.
    qsizetype storedSize(QStringView type) const; ///< Size in characters before decoding, cheap.
    const Json::Value &object() const { return m_object; }

private:
    Json::Value m_object = Json::Value::object();
};

enum class OutputType : quint8 {
    Stream,
    Display,
    Result,
    Error,
    Notice, ///< Something the program says, not the code. Never saved.
    Unknown, ///< Of a newer format; kept and saved, not shown beyond its type.
};

enum class StreamName : quint8 { Stdout, Stderr };

/// The program's own line under a cell: broken connection, lost context, no stdin...
struct Notice
{
    enum class Severity : quint8 { Information, Warning, Error };
    Severity severity = Severity::Information;
    QString code; ///< Stable, for tests and actions of the view: "result-unknown", "context-lost", ...
    QString text;
    QString detail;
};

/// A picture among outputs, as it is stored.
struct StoredPicture
{
    StoredPicture(QByteArray data_ = {}, QString type_ = {}, QJsonObject metadata_ = {}) : data(std::move(data_)), type(std::move(type_)), metadata(std::move(metadata_)) { }

    QByteArray data; ///< Encoded.
    QString type; ///< Its MIME type.
    QJsonObject metadata; ///< Of its output.
    bool operator==(const StoredPicture &) const = default;
};

/// All that some outputs show, as functions for other threads: much text and many pictures take their time.
struct OutputSnapshot
{
    std::function<QString()> text;
    std::function<QList<StoredPicture>()> pictures; ///< Null: there are none.
    qint64 size = 0; ///< Bytes, about.
};

/// One output. Read it through OutputList; it changes only there.
class Output
{
public:
    ~Output();
    OutputType type() const { return m_type; }
    quint64 id() const { return m_id; } ///< Unique in this process and never reused.

    // Stream
    StreamName streamName() const { return m_streamName; }
    const StreamText &stream() const; ///< Built from the stored text at the first call, which may take long for long text.
    /// Builds stream() for some milliseconds; true when it is whole.
    bool prepareStream(int ms) const;
    bool isStreamWhole() const { return m_text && !m_reader; }
    /// As much of stream() as is built.
    const StreamText &streamSoFar() const;
    // Display and Result
    const MimeBundle &data() const { return m_data; }
    QJsonObject metadata() const { return m_metadata; } ///< For example {"image/png": {"width": 320}}.
    QString displayId() const { return m_displayId; }
    int executionCount() const { return m_executionCount; } ///< Of results; -1 when unknown.
    // Error
    QString errorName() const { return m_errorName; }
    QString errorValue() const { return m_errorValue; }
    const StreamText &traceback() const; ///< With its colours. Empty when there is none.
    // Notice
    const Notice &notice() const { return m_notice; }
    /// What saving it as a file of its own writes: of streams as they are stored, of errors their text, else the data of `type`. To be
    /// called in any thread.
    std::function<QByteArray()> reader(const QString &type) const;
    // Unknown
    QString typeName() const { return m_typeName; }

    Output(const Output &) = delete;
    Output &operator=(const Output &) = delete;

private:
    friend class OutputList;
    Output();
    std::function<QString()> streamReader() const;

    OutputType m_type = OutputType::Unknown;
    StreamName m_streamName = StreamName::Stdout;
    quint64 m_id = 0;
    int m_executionCount = -1;
    MimeBundle m_data;
    QJsonObject m_metadata;
    mutable Json::Value m_json; ///< As in the file, or as last written.
    mutable bool m_changed = false; ///< m_json is out of date.
    QString m_displayId;
    QString m_errorName;
    QString m_errorValue;
    QString m_typeName;
    QStringList m_tracebackLines;
    Notice m_notice;
    mutable std::shared_ptr<StreamText> m_text;
    mutable std::unique_ptr<Json::TextReader> m_reader; ///< While m_text is not yet whole.
};

/**
 * The outputs of one cell. Consecutive text of the same stream is one output. Signals come at every change and may come
 * thousands of times between two frames: a view marks what is dirty and repaints by a timer.
 */
class OutputList : public QObject
{
    Q_OBJECT
public:
    explicit OutputList(Cell *cell);
    ~OutputList() override;

    Cell *cell() const;
    int count() const;
    bool isEmpty() const { return count() == 0; }
    const Output &at(int index) const;
    int indexOf(quint64 outputId) const; ///< -1 when it is gone.
    /// Builds the text of a stored stream from the event loop, some milliseconds at a time, with outputChanged() after each.
    void prepare(quint64 outputId);
    static constexpr int prepareMs = 6;

    void appendStream(StreamName name, QStringView text);
    void appendDisplay(const MimeBundle &data, const QJsonObject &metadata = {}, const QString &displayId = {});
    void appendResult(const MimeBundle &data, const QJsonObject &metadata = {}, int executionCount = -1,
                      const QString &displayId = {});
    void appendError(const QString &name, const QString &value, const QStringList &traceback);
    void appendNotice(const Notice &notice);
    /// Changes every output of this list with that display id in place. Use Document::updateDisplay for all cells.
    int updateDisplay(const QString &displayId, const MimeBundle &data, const QJsonObject &metadata);
    /// The count of a run became known: results that had none get it.
    void setResultCount(int executionCount);
    /// With `wait` the outputs stay until something new arrives.
    void clear(bool wait = false);
    void removeNotices(const QString &code = {});
    /// A run begins: removes all, but keeps it, for comparison with what comes and for Document::bringBackOutputs(). Of all cells together as
    /// much as undo may keep; the oldest goes first.
    void startAnew();
    static constexpr size_t maximumEarlier = 10; ///< Runs of one cell.
    /// Whether there are outputs of an earlier run than that of the present ones.
    bool hasEarlier() const { return !m_earlier.empty(); }
    /// Of the run before.
    OutputSnapshot earlierSnapshot() const;
    OutputSnapshot snapshot() const;
    qint64 earlierSize() const; ///< Bytes of all that is kept of earlier runs.
    QList<StoredPicture> pictures() const; ///< In order.
    bool hasPendingClear() const { return m_clearPending; }

    /// Display ids are looked up within a scope: the context that ran the cell.
    void setDisplayScope(const QString &scope) { m_displayScope = scope; }
    QString displayScope() const { return m_displayScope; }

    /// Changes with every change of what would be saved.
    quint64 revision() const { return m_revision; }
    /// Bytes in the file or in memory, roughly.
    qint64 size() const;
    /// All text of streams, text/plain data and errors, for copying.
    QString plainText() const;
    /// The same as a function for other threads: much text takes its time.
    std::function<QString()> textReader() const;

    // nbformat
    void load(const Json::Value &outputs); ///< The "outputs" array; not split up before somebody looks.
    Json::Value toJson() const;

Q_SIGNALS:
    void outputInserted(int index);
    /// An output changed in place. For streams `firstRow` is the first changed row, for others 0.
    void outputChanged(int index, qint64 firstRow);
    void outputsRemoved(int first, int count);
    /// Follows each of the above, except for notices: the file would differ.
    void contentChanged();

private:
    friend class Document;
    struct Content
    {
        std::vector<std::unique_ptr<Output>> outputs;
        Json::Value json = Json::Value::array(); ///< As in the file, or as last written.
        bool loaded = true; ///< `outputs` are made from `json`.
        bool changed = false; ///< `json` is out of date.
    };
    /// The outputs of a run that another one followed.
    struct Earlier
    {
        Content content;
        int executionCount = -1;
        qint64 size = 0;
        quint64 serial = 0; ///< Counts up over all cells.
    };

    void ensureLoaded() const;
    void prepareSome();
    void beforeAppend();
    Output &add(OutputType type);
    void tellOfLoss(const StreamText &text);
    void change(int index, qint64 firstRow);
    void touch();
    Content exchange(Content content);
    static qint64 sizeOf(const Content &content);
    static std::function<QString()> textReaderOf(const Content &content);
    static std::function<QList<StoredPicture>()> pictureReaderOf(const Content &content);
    void keepEarlier(Content content, int executionCount);
    std::optional<Earlier> takeEarlier();
    static std::unique_ptr<Output> outputFromJson(const Json::Value &json);
    static const Json::Value &outputToJson(const Output &output);

    Cell *m_cell = nullptr;
    mutable Content m_content;
    std::vector<Earlier> m_earlier; ///< The newest last.
    bool m_clearPending = false;
    quint64 m_revision = 0;
    QSet<quint64> m_preparing;
    std::unique_ptr<QTimer> m_prepareTimer;
    QString m_displayScope;
};

} // namespace Notebook
