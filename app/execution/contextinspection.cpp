// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is asked of a context while nothing runs there.
#include "contextrunner.h"

#include <opensandbox/codeinterpreter.h>
#include <opensandbox/notebook/streamtext.h>

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;
using OpenSandbox::Error;
using OpenSandbox::Result;

namespace {

Inspection::Refusal refusal(const Error &error, const QString &sandbox)
{
    Inspection::Refusal result;
    result.busy = error.httpStatus == 409;
    result.notOffered = error.code == "NOT_SUPPORTED"_L1 || error.httpStatus == 501 || error.httpStatus == 405;
    result.text = result.busy ? ContextRunner::tr("The context is busy.") : describeError(error, sandbox).message;
    return result;
}

QString cellText(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isNull() || value.isUndefined())
        return {};
    const QByteArray json = QJsonDocument(QJsonArray { value }).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(json.sliced(1, json.size() - 2));
}

} // namespace

/// The context that a binding uses, without making one; empty id: there is none.
ContextRunner::Asked ContextRunner::asked(const Notebook::Binding &binding) const
{
    Asked result;
    result.session = session(binding.sandbox);
    result.interpreter = result.session ? result.session->interpreter() : nullptr;
    if (!result.interpreter)
        return result;
    result.contextId = contextId(binding);
    const ContextState *first = result.session->firstContext(binding.language);
    if (result.contextId.isEmpty() && first)
        result.contextId = first->id();
    return result;
}

Inspection::Refusal ContextRunner::nobody(const Asked &asked) const
{
    return { false, false, asked.interpreter ? tr("There is no context yet.") : tr("The sandbox cannot be reached now.") };
}

void ContextRunner::complete(const Notebook::Binding &binding, const QString &code, qsizetype position, Inspection::Answer<Inspection::Completion> done)
{
    const Asked place = asked(binding);
    if (place.contextId.isEmpty()) {
        done(std::unexpected(nobody(place)));
        return;
    }
    m_tasks.run(place.interpreter->codes().complete(place.contextId, code, int(position), m_tasks.token()), [place, done](const Result<OpenSandbox::Completion> &answer) {
        if (!answer)
            done(std::unexpected(refusal(answer.error(), place.session->name())));
        else
            done(Inspection::Completion { answer->matches, {}, answer->cursorStart, answer->cursorEnd });
    });
}

void ContextRunner::inspect(const Notebook::Binding &binding, const QString &code, qsizetype position, Inspection::Answer<QString> done)
{
    const Asked place = asked(binding);
    if (place.contextId.isEmpty()) {
        done(std::unexpected(nobody(place)));
        return;
    }
    m_tasks.run(place.interpreter->codes().inspect(place.contextId, code, int(position), 0, m_tasks.token()), [place, done](const Result<OpenSandbox::Inspection> &answer) {
        if (!answer) {
            done(std::unexpected(refusal(answer.error(), place.session->name())));
            return;
        }
        // Kernels colour it for a terminal.
        Notebook::StreamText text;
        const QString plain = answer->data.value(u"text/plain"_s).toString();
        text.append(plain.isEmpty() ? answer->data.value(u"text"_s).toString() : plain);
        done(answer->found ? text.plainText().trimmed() : QString());
    });
}

void ContextRunner::variables(const Notebook::Binding &binding, Inspection::Answer<Inspection::Variables> done)
{
    const Asked place = asked(binding);
    if (place.contextId.isEmpty()) {
        done(std::unexpected(nobody(place)));
        return;
    }
    m_tasks.run(place.interpreter->codes().variables(place.contextId, m_tasks.token()), [place, done](const Result<OpenSandbox::VariableList> &answer) {
        if (!answer) {
            done(std::unexpected(refusal(answer.error(), place.session->name())));
            return;
        }
        Inspection::Variables list;
        for (const OpenSandbox::Variable &one : *answer) {
            QString shape;
            for (const qint64 length : one.shape)
                shape += (shape.isEmpty() ? QString() : u" \u00d7 "_s) + QLocale().toString(length);
            list.append({ one.name, one.type, shape, one.preview, one.size.value_or(-1) });
        }
        list.truncated = answer->isTruncated;
        list.total = answer->isTruncated && answer->total == list.size() ? -1 : answer->total;
        done(list);
    });
}

void ContextRunner::rows(const Notebook::Binding &binding, const QString &variable, const Inspection::RowQuery &query, Inspection::Answer<Inspection::Rows> done)
{
    const Asked place = asked(binding);
    if (place.contextId.isEmpty()) {
        done(std::unexpected(nobody(place)));
        return;
    }
    OpenSandbox::VariableQuery wanted { .offset = query.offset, .limit = query.limit, .sortColumn = query.sortColumn, .descending = query.descending, .filter = query.filter, .conditions = {} };
    for (const Inspection::Condition &condition : query.conditions)
        wanted.conditions.append({ condition.column, condition.operation, condition.text });
    m_tasks.run(place.interpreter->codes().variablePage(place.contextId, variable, wanted, m_tasks.token()), [place, plain = query.isPlain(), done](const Result<OpenSandbox::VariablePage> &answer) {
        if (!answer) {
            Inspection::Refusal reason = refusal(answer.error(), place.session->name());
            if (!plain && answer.error().code == "KERNEL_TIMEOUT"_L1)
                reason.text = tr("Too large to sort or filter there.");
            done(std::unexpected(reason));
            return;
        }
        Inspection::Rows rows;
        rows.columns = answer->columns;
        rows.offset = answer->offset;
        rows.total = answer->total;
        rows.matching = answer->matching;
        rows.conditions = answer->conditions;
        rows.totalColumns = answer->totalColumns;
        for (const QJsonArray &line : answer->rows) {
            QStringList cells;
            for (const QJsonValue &value : line)
                cells.append(cellText(value));
            rows.rows.append(cells);
        }
        done(rows);
    });
}
