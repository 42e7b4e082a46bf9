// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/notebook/cell.h>
#include <opensandbox/notebook/document.h>

#include "text.h"

#include <chrono>

using namespace Qt::StringLiterals;

namespace Notebook {

namespace {

constexpr auto ourKey = "opensandbox"_L1;

CellKind kindFromName(const QString &name)
{
    return name == "code"_L1 ? CellKind::Code
        : name == "markdown"_L1 ? CellKind::Markdown
        : name == "raw"_L1 ? CellKind::Raw
                           : CellKind::Unknown;
}

} // namespace

// --- Binding

Binding Binding::inheriting(const Binding &other) const
{
    Binding result = *this;
    if (result.connection.isEmpty())
        result.connection = other.connection;
    if (result.sandbox.isEmpty())
        result.sandbox = other.sandbox;
    if (result.language.isEmpty())
        result.language = other.language;
    if (result.context.isEmpty() && result.sandbox == other.sandbox && result.language == other.language)
        result.context = other.context;
    return result;
}

QString Binding::key() const
{
    // The unit separator cannot be typed into any of the fields.
    return connection + u'\x1f' + sandbox + u'\x1f' + language + u'\x1f' + context;
}

Binding bindingFromJson(const Json::Value &metadata)
{
    const Json::Value ours = metadata.value(ourKey.toString());
    Binding binding;
    binding.connection = ours.value(u"connection").toString();
    binding.sandbox = ours.value(u"sandbox").toString();
    binding.language = ours.value(u"language").toString();
    binding.context = ours.value(u"context").toString();
    return binding;
}

Json::Value metadataWithOurs(Json::Value metadata, const Json::Value &ours, const QStringList &names)
{
    if (!metadata.isObject())
        metadata = Json::Value::object();
    const QString key = ourKey.toString();
    Json::Value own = metadata.value(key);
    if (!own.isObject())
        own = Json::Value::object();
    for (const QString &name : names) {
        if (ours.contains(name))
            own.set(name, ours.value(name));
        else
            own.remove(name);
    }
    if (own.count() == 0)
        metadata.remove(key);
    else
        metadata.set(key, own);
    return metadata;
}

Json::Value metadataWithContext(const Json::Value &metadata, const QString &context, const QString &newContext)
{
    Binding binding = bindingFromJson(metadata);
    if (binding.context != context)
        return metadata;
    binding.context = newContext;
    return metadataWithBinding(metadata, binding);
}

Json::Value metadataWithBinding(Json::Value metadata, const Binding &binding)
{
    if (!metadata.isObject())
        metadata = Json::Value::object();
    const QString key = ourKey.toString();
    Json::Value ours = metadata.value(key);
    if (!ours.isObject())
        ours = Json::Value::object();
    const auto put = [&ours](QStringView name, const QString &text) {
        if (text.isEmpty())
            ours.remove(name);
        else if (ours.value(name).toString() != text)
            ours.set(name, Json::Value::string(text));
    };
    put(u"connection", binding.connection);
    put(u"sandbox", binding.sandbox);
    put(u"language", binding.language);
    put(u"context", binding.context);
    if (ours.count() == 0)
        metadata.remove(key);
    else
        metadata.set(key, ours);
    return metadata;
}

BackgroundCommand backgroundFromJson(const Json::Value &metadata)
{
    const Json::Value stored = metadata.value(ourKey.toString()).value(u"background");
    return {stored.value(u"id").toString(), stored.value(u"sandbox").toString()};
}

Json::Value metadataWithBackground(Json::Value metadata, const BackgroundCommand &command)
{
    if (backgroundFromJson(metadata) == command)
        return metadata;
    if (!metadata.isObject())
        metadata = Json::Value::object();
    const QString key = ourKey.toString();
    Json::Value ours = metadata.value(key);
    if (!ours.isObject())
        ours = Json::Value::object();
    if (command.id.isEmpty()) {
        ours.remove(u"background");
    } else {
        Json::Value stored = Json::Value::object();
        stored.set(u"id", Json::Value::string(command.id));
        stored.set(u"sandbox", Json::Value::string(command.sandbox));
        ours.set(u"background", stored);
    }
    if (ours.count() == 0)
        metadata.remove(key);
    else
        metadata.set(key, ours);
    return metadata;
}

// --- Cell

Cell::Cell(Document *document)
    : m_document(document)
    , m_kindName(u"code"_s)
    , m_outputs(std::make_unique<OutputList>(this))
{
}

Cell::~Cell()
{
    m_document->forget(this);
}

QString Cell::kindName() const { return m_kindName; }

void Cell::load(const Json::Value &json)
{
    m_json = json;
    m_kindName = json.value(u"cell_type").toString();
    m_kind = kindFromName(m_kindName);
    m_storedSource = json.value(u"source");
    m_source = withUnixLineEnds(m_storedSource.toText());
    m_executionCount = int(json.value(u"execution_count").toInteger(-1));
    m_binding = bindingFromJson(json.value(u"metadata"));
    m_background = backgroundFromJson(json.value(u"metadata"));
    if (m_kind == CellKind::Code)
        m_outputs->load(json.value(u"outputs"));
}

void Cell::applyEdit(qsizetype position, qsizetype removed, QStringView inserted)
{
    m_source.replace(position, removed, inserted.data(), inserted.size());
    m_sourceChanged = true;
    updateStale();
    Q_EMIT sourceEdited(position, removed, inserted.size());
    Q_EMIT m_document->cellChanged(this);
}

void Cell::applyMember(QStringView key, const Json::Value &value)
{
    // Metadata of before a background run knows nothing of it.
    const Json::Value stored = key == "metadata"_L1 ? metadataWithBackground(value, m_background) : value;
    if (stored.isNull())
        m_json.remove(key);
    else
        m_json.set(key, stored);
    Q_EMIT m_document->cellChanged(this);
    if (key != "metadata"_L1)
        return;
    const Binding before = m_binding;
    m_binding = bindingFromJson(value);
    Q_EMIT metadataChanged();
    if (!(before == m_binding))
        Q_EMIT bindingChanged();
}

void Cell::applyKind(const QString &name)
{
    m_kindName = name;
    m_kind = kindFromName(name);
    m_kindChanged = true;
    Q_EMIT kindChanged();
    Q_EMIT m_document->cellChanged(this);
}

void Cell::setExecutionCount(int count)
{
    if (count == m_executionCount)
        return;
    m_executionCount = count;
    m_countChanged = true;
    m_document->outputsChanged();
    Q_EMIT executionCountChanged();
    Q_EMIT m_document->cellChanged(this);
}

Binding Cell::effectiveBinding() const
{
    Binding own = m_binding;
    if (own.language.isEmpty()) {
        // Another program's way to say that a cell has a language of its own.
        own.language = m_json.value(u"metadata").value(u"vscode").value(u"languageId").toString();
    }
    Binding result = own.inheriting(m_document->defaultBinding());
    if (result.context.isEmpty())
        result.context = m_document->ownContext(result.sandbox, result.language);
    return result;
}

void Cell::setBinding(const Binding &binding)
{
    if (!(binding == m_binding))
        setMetadata(metadataWithBinding(metadata(), binding));
}

Json::Value Cell::metadata() const { return m_json.value(u"metadata"); }

QStringList Cell::tags() const
{
    const Json::Value list = metadata().value(u"tags");
    QStringList tags;
    for (qsizetype i = 0; list.isArray() && i < list.count(); ++i)
        tags += list.at(i).toString();
    return tags;
}

void Cell::setTags(const QStringList &tags)
{
    Json::Value list = Json::Value::array();
    QStringList seen;
    for (const QString &tag : tags) {
        const QString plain = tag.trimmed();
        if (plain.isEmpty() || seen.contains(plain))
            continue;
        seen += plain;
        list.append(Json::Value::string(plain));
    }
    if (seen == this->tags())
        return;
    Json::Value all = metadata();
    if (!all.isObject())
        all = Json::Value::object();
    if (seen.isEmpty())
        all.remove(u"tags");
    else
        all.set(u"tags", list);
    setMetadata(all);
}

bool Cell::isSourceHidden() const { return metadata().value(u"jupyter").value(u"source_hidden").toBool(); }

bool Cell::areOutputsHidden() const
{
    const Json::Value all = metadata();
    return all.value(u"jupyter").value(u"outputs_hidden").toBool(all.value(u"collapsed").toBool());
}

void Cell::setSourceHidden(bool hidden)
{
    if (hidden == isSourceHidden())
        return;
    Json::Value all = metadata();
    Json::Value ours = all.value(u"jupyter");
    if (hidden)
        ours.set(u"source_hidden", Json::Value::boolean(true));
    else
        ours.remove(u"source_hidden");
    if (ours.count() > 0)
        all.set(u"jupyter", ours);
    else
        all.remove(u"jupyter");
    setMetadata(all);
}

void Cell::setOutputsHidden(bool hidden)
{
    if (hidden == areOutputsHidden())
        return;
    // Two keys say the same: older programs know only "collapsed".
    Json::Value all = metadata();
    Json::Value ours = all.value(u"jupyter");
    if (hidden) {
        all.set(u"collapsed", Json::Value::boolean(true));
        ours.set(u"outputs_hidden", Json::Value::boolean(true));
        all.set(u"jupyter", ours);
    } else {
        all.remove(u"collapsed");
        ours.remove(u"outputs_hidden");
        if (ours.count() > 0)
            all.set(u"jupyter", ours);
        else
            all.remove(u"jupyter");
    }
    setMetadata(all);
}

bool Cell::isHeadingFolded() const { return metadata().value(u"heading_collapsed").toBool(); }

void Cell::setHeadingFolded(bool folded)
{
    if (folded == isHeadingFolded())
        return;
    Json::Value all = metadata();
    if (!all.isObject())
        all = Json::Value::object();
    if (folded)
        all.set(u"heading_collapsed", Json::Value::boolean(true));
    else
        all.remove(u"heading_collapsed");
    setMetadata(all);
}

void Cell::setBackground(const BackgroundCommand &command)
{
    if (command == m_background)
        return;
    m_background = command;
    m_json.set(u"metadata", metadataWithBackground(metadata(), command));
    m_document->outputsChanged();
    Q_EMIT metadataChanged();
    Q_EMIT m_document->cellChanged(this);
}

QByteArray Cell::attachment(const QString &name, QString *mimeType) const
{
    const MimeBundle bundle(m_json.value(u"attachments").value(name));
    const QStringList types = bundle.types();
    const auto image = std::ranges::find_if(types, [](const QString &type) { return type.startsWith("image/"_L1); });
    const QString type = image != types.end() ? *image : types.value(0);
    if (mimeType)
        *mimeType = type;
    return type.isEmpty() ? QByteArray() : bundle.bytes(type);
}

qint64 Cell::elapsedMs() const
{
    if (m_runState == RunState::Running && m_startedMonotonic > 0)
        return monotonicMs() - m_startedMonotonic;
    return m_durationsMs.isEmpty() ? -1 : m_durationsMs.constLast();
}

qint64 Cell::silentMs() const
{
    return m_runState == RunState::Running && m_heardMonotonic > 0 ? monotonicMs() - m_heardMonotonic : -1;
}

void Cell::setRunState(RunState state, const QString &reason, int queuePosition)
{
    if (m_runState == state && m_stateReason == reason && m_queuePosition == queuePosition)
        return;
    m_runState = state;
    m_stateReason = reason;
    m_queuePosition = queuePosition;
    Q_EMIT runStateChanged();
}

void Cell::updateStale()
{
    switch (m_runState) {
    case RunState::Done:
    case RunState::Failed:
    case RunState::Interrupted:
    case RunState::ResultUnknown:
    case RunState::ContextLost:
        // A part that failed has failed, whatever the rest would do.
        if (m_ranInPart && m_runState != RunState::Done)
            break;
        if (m_source != m_executedSource) {
            m_freshState = m_runState;
            m_freshReason = m_stateReason;
            setRunState(RunState::Stale);
        }
        break;
    case RunState::Stale:
        if (m_source == m_executedSource)
            setRunState(m_freshState, m_freshReason);
        break;
    case RunState::NeverRun:
    case RunState::Queued:
    case RunState::Running: break;
    }
}

Json::Value Cell::toJson() const
{
    if (m_kindChanged) {
        m_json.set(u"cell_type", Json::Value::string(m_kindName));
        if (m_kind == CellKind::Code) {
            if (!m_json.contains(u"execution_count"))
                m_json.set(u"execution_count", Json::Value());
            if (!m_json.contains(u"outputs"))
                m_json.set(u"outputs", Json::Value::array());
        } else {
            m_json.remove(u"execution_count");
            m_json.remove(u"outputs");
        }
        m_kindChanged = false;
    }
    if (m_sourceChanged) {
        const bool asStored = withUnixLineEnds(m_storedSource.toText()) == m_source && m_json.contains(u"source");
        m_json.set(u"source", asStored ? m_storedSource : sourceLike(m_storedSource, m_source));
        m_sourceChanged = false;
    }
    if (m_kind == CellKind::Code) {
        if (m_countChanged) {
            m_json.set(u"execution_count", m_executionCount >= 0 ? Json::Value::number(m_executionCount) : Json::Value());
            m_countChanged = false;
        }
        if (m_json.contains(u"outputs") || m_outputs->count() > 0)
            m_json.set(u"outputs", m_outputs->toJson());
    }
    return m_json;
}

} // namespace Notebook
