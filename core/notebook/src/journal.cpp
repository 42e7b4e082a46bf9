// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/journal.h>

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QLockFile>
#include <QPointer>
#include <QStandardPaths>
#include <QThreadPool>
#include <QUuid>

#include <algorithm>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

using namespace Qt::StringLiterals;

namespace Notebook {

namespace {

const QByteArray firstLine = "notebook journal 1\n";
constexpr int delay = 500; ///< ms
constexpr int slowDelay = 4000; ///< While large outputs grow.
constexpr int slowestDelay = 16'000;
constexpr qint64 largeOutputs = 256 << 10; ///< Not written again for a change of the source alone.
constexpr qint64 hugeOutputs = 4 << 20;

/// One thread for all journals: their records stay in order, and one disk is not made faster by two.
QThreadPool &pool()
{
    static QThreadPool threads;
    static const bool once = [] {
        threads.setMaxThreadCount(1);
        return true;
    }();
    Q_UNUSED(once)
    return threads;
}

QByteArray framed(const QByteArray &record)
{
    return QByteArray::number(record.size()) + ' ' + QByteArray::number(qChecksum(record)) + '\n' + record + '\n';
}

QByteArray quoted(const QString &text)
{
    return Json::Value::string(text).toBytes();
}

QByteArray baseRecord(const QStringList &ids, const QString &path, const QString &title, const File::Fingerprint &known, qsizetype changed)
{
    QByteArray list;
    for (const QString &id : ids)
        list += (list.isEmpty() ? "" : ",") + quoted(id);
    return R"({"type":"base","path":)" + quoted(path) + R"(,"title":)" + quoted(title) + R"(,"hash":")" + known.hash.toHex() + R"(","size":)"
        + QByteArray::number(known.size) + R"(,"modified":)" + QByteArray::number(known.modifiedMs) + R"(,"changed":)" + QByteArray::number(changed) + R"(,"cells":[)" + list + "]}";
}

std::unique_ptr<QLockFile> lock(const QString &directory)
{
    auto file = std::make_unique<QLockFile>(directory + "/lock"_L1);
    file->setStaleLockTime(0); // Only a dead owner makes it stale.
    return file;
}

} // namespace

/// Everything of the disk. Used by one task of the pool at a time.
struct Journal::Writer
{
    QString directory;
    QFile log;
    std::unique_ptr<QLockFile> owner;
    QString error;
    bool open = false;

    /// False when the file on the disk is not the one that was opened.
    bool begin(const QString &path, const File::Fingerprint &known, const QByteArray &bytes, const QByteArray &record)
    {
        QByteArray base = bytes;
        if (base.isNull()) {
            File::Fingerprint present;
            const auto read = File::read(path, &present);
            if (!read || !(present == known))
                return false;
            base = *read;
        }
        if (!QDir().mkpath(directory)) {
            error = QCoreApplication::translate("Notebook::Journal", "The folder %1 cannot be made.").arg(directory);
            return true;
        }
        QFile::setPermissions(directory, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        owner = lock(directory);
        owner->tryLock(0);
        const auto written = File::write(directory + "/base.ipynb"_L1, base);
        if (!written) {
            error = written.error().message;
            return true;
        }
        log.setFileName(directory + "/log"_L1);
        open = log.open(QIODevice::WriteOnly | QIODevice::Truncate);
        if (!open)
            error = log.errorString();
        else
            append(firstLine + framed(record));
        return true;
    }

    void append(const QByteArray &records)
    {
        if (!open)
            return;
        if (log.write(records) != records.size() || !log.flush()) {
            error = log.errorString();
            return;
        }
#ifdef Q_OS_UNIX
        ::fdatasync(log.handle());
#endif
        error.clear();
    }

    void remove()
    {
        log.close();
        open = false;
        owner.reset();
        if (!directory.isEmpty())
            QDir(directory).removeRecursively();
    }
};

Journal::Journal(Document *document, const QString &folder, QObject *parent) : QObject(parent), m_document(document), m_folder(folder)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this]() { write(false); });
    connect(document, &Document::cellChanged, this, &Journal::mark);
    const auto order = [this]() {
        m_orderChanged = true;
        later(delay);
    };
    connect(document, &Document::cellsInserted, this, [this, order](int first, int count) {
        for (int i = first; i < first + count; ++i)
            mark(m_document->cell(i)); // One that comes back has its outputs, and they may be large.
        order();
    });
    connect(document, &Document::cellsAboutToBeRemoved, this, [this](int first, int count) {
        for (int i = first; i < first + count; ++i)
            m_cells.remove(m_document->cell(i));
        for (int i = first; i < first + count; ++i)
            m_writtenOutputs.remove(m_document->cell(i));
    });
    connect(document, &Document::cellsRemoved, this, order);
    connect(document, &Document::cellsMoved, this, order);
    connect(document, &Document::metadataChanged, this, [this, order]() {
        if (m_document->isModified())
            order();
    });
    connect(document, &Document::reset, this, [this]() {
        m_cells.clear();
        stop();
    });
    connect(document, &Document::modifiedChanged, this, [this](bool modified) {
        if (!modified)
            stop();
    });
}

Journal::~Journal()
{
    stop();
}

QString Journal::directory() const
{
    return m_writer ? m_writer->directory : QString();
}

QString Journal::defaultFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericStateLocation) + "/opensandbox-workbench/journal"_L1;
}

void Journal::setFile(const QString &path, const QString &title, const File::Fingerprint &fingerprint)
{
    m_path = path;
    m_title = title;
    m_fingerprint = fingerprint;
    // The document went on changing while it was saved: what is journaled now belongs to the new file.
    if (m_active) {
        stop();
        begin(true);
    }
}

void Journal::mark(Cell *cell)
{
    if (cell->index() < 0)
        return;
    m_cells.insert(cell);
    const int wait = delayOf(cell);
    if (wait > delay && m_largeDue.isForever())
        m_largeDue.setRemainingTime(wait);
    later(wait);
}

/// Large outputs are written less often, as each time all of them are.
int Journal::delayOf(const Cell *cell) const
{
    const qint64 size = cell->outputs()->size();
    const bool changed = m_writtenOutputs.value(cell, ~quint64(0)) != cell->outputs()->revision() && size <= maximumOutputs;
    return !changed ? delay : size > hugeOutputs ? slowestDelay : size > largeOutputs ? slowDelay : delay;
}

/// What is typed elsewhere does not wait for them.
void Journal::later(int wait)
{
    if (!m_timer.isActive() || m_timer.remainingTime() > wait)
        m_timer.start(wait);
}

void Journal::start()
{
    stop();
    begin(true);
}

void Journal::stop()
{
    m_timer.stop();
    m_largeDue = QDeadlineTimer(QDeadlineTimer::Forever);
    m_cells.clear();
    m_writtenOutputs.clear();
    m_orderChanged = false;
    m_active = false;
    if (auto writer = std::exchange(m_writer, nullptr))
        pool().start([writer]() { writer->remove(); });
}

void Journal::begin(bool fromMemory)
{
    m_active = true;
    m_writer = std::make_shared<Writer>();
    m_writer->directory = m_folder + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces);
    std::function<QByteArray()> write = []() { return QByteArray(); };
    qsizetype changed = 0;
    if (fromMemory || m_path.isEmpty() || m_fingerprint.isNull()) {
        write = m_document->writer();
        changed = std::max<qsizetype>(1, m_cells.size());
        m_cells.clear();
        m_orderChanged = false;
    }
    QStringList ids;
    for (const Cell *cell : m_document->cells())
        ids.append(cell->id());
    QPointer<Journal> self = this;
    pool().start([self, writer = m_writer, path = m_path, known = m_fingerprint, write, record = baseRecord(ids, m_path, m_title, m_fingerprint, changed)]() {
        const bool good = writer->begin(path, known, write(), record);
        QMetaObject::invokeMethod(
            qApp,
            [self, writer, good]() {
                if (!self || self->m_writer != writer)
                    return;
                if (!good) { // Somebody changed the file since: what is in memory is all there is.
                    self->start();
                    return;
                }
                if (self->m_error != writer->error) {
                    self->m_error = writer->error;
                    Q_EMIT self->errorChanged();
                }
                Q_EMIT self->written();
            },
            Qt::QueuedConnection);
    });
}

QByteArray Journal::orderRecord() const
{
    QByteArray list;
    for (const Cell *cell : m_document->cells())
        list += (list.isEmpty() ? "" : ",") + quoted(cell->id());
    return R"({"type":"order","cells":[)" + list + R"(],"metadata":)" + m_document->metadata().toBytes() + '}';
}

void Journal::flush()
{
    write(true);
}

void Journal::write(bool all)
{
    m_timer.stop();
    if (!m_document->isModified())
        return;
    if (!m_active) {
        // The file is the base only while its cells are those of the file; their order tells.
        begin(m_orderChanged);
        if (m_cells.isEmpty())
            return;
    }
    if (m_cells.isEmpty() && !m_orderChanged)
        return;
    // Their text is made by the thread that writes it: large outputs take their time.
    struct Record
    {
        QByteArray head;
        Json::Value cell;
    };
    std::vector<Record> records;
    const QByteArray now = QByteArray::number(QDateTime::currentMSecsSinceEpoch());
    QSet<Cell *> waiting;
    const bool large = all || m_largeDue.hasExpired();
    for (Cell *cell : std::as_const(m_cells)) {
        if (!large && delayOf(cell) > delay) {
            waiting.insert(cell);
            continue;
        }
        const qint64 size = cell->outputs()->size();
        const bool same = size > largeOutputs && m_writtenOutputs.value(cell, ~quint64(0)) == cell->outputs()->revision();
        const bool fits = size <= maximumOutputs;
        Json::Value json;
        if (fits && !same) {
            json = cell->toJson();
            if (size > largeOutputs)
                m_writtenOutputs.insert(cell, cell->outputs()->revision());
        } else {
            json = Json::Value::object();
            json.set(u"source", Json::Value::string(cell->source()));
            json.set(u"cell_type", Json::Value::string(cell->kindName()));
            json.set(u"metadata", cell->metadata());
        }
        records.push_back({ R"({"type":"cell","at":)" + now + R"(,"id":)" + quoted(cell->id()) + (same ? R"(,"outputs":"same")" : fits ? "" : R"(,"outputs":false)") + R"(,"cell":)", json });
    }
    const QByteArray order = m_orderChanged ? orderRecord() : QByteArray();
    m_cells = waiting;
    m_orderChanged = false;
    if (large)
        m_largeDue = QDeadlineTimer(QDeadlineTimer::Forever);
    if (!waiting.isEmpty()) {
        // They may have been small when they were marked.
        if (m_largeDue.isForever())
            m_largeDue.setRemainingTime(slowDelay);
        later(int(std::max<qint64>(1, m_largeDue.remainingTime())));
    }
    if (records.empty() && order.isEmpty())
        return;
    QPointer<Journal> self = this;
    pool().start([self, writer = m_writer, records = std::move(records), order]() {
        QByteArray text;
        for (const Record &record : records)
            text += framed(record.head + record.cell.toBytes() + '}');
        if (!order.isEmpty())
            text += framed(order);
        writer->append(text);
        QMetaObject::invokeMethod(
            qApp,
            [self, writer]() {
                if (!self || self->m_writer != writer)
                    return;
                if (self->m_error != writer->error) {
                    self->m_error = writer->error;
                    Q_EMIT self->errorChanged();
                }
                Q_EMIT self->written();
            },
            Qt::QueuedConnection);
    });
}

// --- recovery

namespace {

std::optional<Recovery> replay(const QString &directory)
{
    QFile baseFile(directory + "/base.ipynb"_L1);
    QFile log(directory + "/log"_L1);
    if (!baseFile.open(QIODevice::ReadOnly) || !log.open(QIODevice::ReadOnly) || log.readLine() != firstLine)
        return {};
    const QByteArray baseBytes = baseFile.readAll();
    QByteArray text = baseBytes;
    if (text.startsWith("\xEF\xBB\xBF"))
        text = text.sliced(3);
    auto root = Json::parse(text);
    if (!root || !root->isObject())
        return {};
    Recovery result;
    result.directory = directory;
    result.changedAt = QFileInfo(directory + "/log"_L1).lastModified();
    QHash<QString, Json::Value> cells;
    QStringList order;
    QSet<QString> changed;
    QSet<QString> without;
    bool changedOrder = false;
    bool started = false;
    while (!log.atEnd()) {
        const QByteArrayList frame = log.readLine().trimmed().split(' ');
        const qint64 size = frame.value(0).toLongLong();
        if (frame.size() != 2 || size <= 0 || size > log.bytesAvailable())
            break; // Torn: what follows was never whole.
        const QByteArray bytes = log.read(size);
        if (bytes.size() != size || qChecksum(bytes) != frame.value(1).toUShort() || log.read(1) != "\n")
            break;
        const auto record = Json::parse(bytes);
        if (!record)
            break;
        const QString type = record->value(u"type").toString();
        if (type == "base"_L1) {
            const Json::Value ids = record->value(u"cells");
            const Json::Value list = root->value(u"cells");
            for (qsizetype i = 0; i < ids.count() && i < list.count(); ++i) {
                order.append(ids.at(i).toString());
                cells.insert(order.constLast(), list.at(i));
            }
            started = ids.count() == list.count();
            result.changedCells = int(record->value(u"changed").toInteger());
            result.path = record->value(u"path").toString();
            result.title = record->value(u"title").toString();
            result.fingerprint.hash = QByteArray::fromHex(record->value(u"hash").toString().toLatin1());
            result.fingerprint.size = record->value(u"size").toInteger(-1);
            result.fingerprint.modifiedMs = record->value(u"modified").toInteger();
        } else if (type == "cell"_L1) {
            const QString id = record->value(u"id").toString();
            Json::Value cell = record->value(u"cell").withoutLayout();
            const bool same = record->value(u"outputs").toString() == "same"_L1;
            if (!same)
                without.remove(id);
            if (same || !record->value(u"outputs").toBool(true)) {
                if (!same)
                    without.insert(id);
                Json::Value merged = cells.value(id);
                if (!merged.isObject()) {
                    merged = cell;
                    if (cell.value(u"cell_type").toString() == "code"_L1) {
                        merged.set(u"execution_count", Json::Value());
                        merged.set(u"outputs", Json::Value::array());
                    }
                } else {
                    for (const auto key : { u"source", u"cell_type", u"metadata" })
                        merged.set(key, cell.value(key));
                }
                cell = merged;
            }
            cells.insert(id, cell);
            changed.insert(id);
            result.changedAt = QDateTime::fromMSecsSinceEpoch(record->value(u"at").toInteger());
        } else if (type == "order"_L1) {
            order.clear();
            const Json::Value ids = record->value(u"cells");
            for (qsizetype i = 0; i < ids.count(); ++i)
                order.append(ids.at(i).toString());
            root->set(u"metadata", record->value(u"metadata").withoutLayout());
            changedOrder = true;
        }
    }
    if (!started)
        return {};
    std::vector<Json::Value> elements;
    for (const QString &id : std::as_const(order)) {
        if (const Json::Value cell = cells.value(id); cell.isObject())
            elements.push_back(cell);
    }
    Json::Value list = root->value(u"cells");
    list.setElements(elements);
    root->set(u"cells", list);
    result.bytes = root->toBytes(Json::detectStyle(text)) + '\n';
    result.prepared = Document::prepare(result.bytes);
    result.changedCells = std::max({ result.changedCells, int(changed.size()), changedOrder ? 1 : 0 });
    result.cellsWithoutOutput = int(without.size());
    return result;
}

} // namespace

QList<Recovery> Journal::find(const QString &folder)
{
    QList<Recovery> found;
    const QFileInfoList entries = QDir(folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QFileInfo &entry : entries) {
        const QString directory = entry.absoluteFilePath();
        const auto owner = lock(directory);
        if (!owner->tryLock(0))
            continue; // Its program lives.
        if (auto recovery = replay(directory)) {
            found.append(*recovery);
        } else if (entry.lastModified().secsTo(QDateTime::currentDateTime()) > 3600) {
            QDir(directory).removeRecursively();
        }
    }
    std::ranges::sort(found, [](const Recovery &a, const Recovery &b) { return a.changedAt > b.changedAt; });
    return found;
}

void Journal::discard(const QString &directory)
{
    if (!directory.isEmpty() && QFileInfo(directory + "/log"_L1).exists())
        QDir(directory).removeRecursively();
}

} // namespace Notebook
