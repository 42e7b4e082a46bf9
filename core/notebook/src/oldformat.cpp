// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "oldformat.h"

#include <QHash>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace Notebook {

namespace {

using Json::Value;

/// Members of `from` that are not in `used`, put into `metadata`.
void keepRest(Value &metadata, const Value &from, const QStringList &used)
{
    for (qsizetype i = 0; from.isObject() && i < from.count(); ++i) {
        const QString key = from.keyAt(i);
        if (!used.contains(key) && !metadata.contains(key))
            metadata.set(key, from.at(i).withoutLayout());
    }
}

Value objectOr(const Value &value) { return value.isObject() ? value.withoutLayout() : Value::object(); }

const QHash<QString, QString> &mimeTypes()
{
    static const QHash<QString, QString> types {
        {u"text"_s, u"text/plain"_s}, {u"html"_s, u"text/html"_s}, {u"svg"_s, u"image/svg+xml"_s}, {u"png"_s, u"image/png"_s},
        {u"jpeg"_s, u"image/jpeg"_s}, {u"latex"_s, u"text/latex"_s}, {u"json"_s, u"application/json"_s},
        {u"javascript"_s, u"application/javascript"_s}, {u"pdf"_s, u"application/pdf"_s}};
    return types;
}

Value convertOutput(const Value &old)
{
    const QString type = old.value(u"output_type").toString();
    Value output = Value::object();
    if (type == "stream"_L1) {
        output.set(u"output_type", Value::string(u"stream"));
        output.set(u"name", Value::string(old.value(u"stream").toString() == "stderr"_L1 ? u"stderr" : u"stdout"));
        output.set(u"text", Value::lines(old.value(u"text").toText()));
    } else if (type == "pyerr"_L1) {
        output.set(u"output_type", Value::string(u"error"));
        output.set(u"ename", Value::string(old.value(u"ename").toString()));
        output.set(u"evalue", Value::string(old.value(u"evalue").toText()));
        Value traceback = Value::array();
        const Value lines = old.value(u"traceback");
        for (qsizetype i = 0; lines.isArray() && i < lines.count(); ++i)
            traceback.append(Value::string(lines.at(i).toString()));
        output.set(u"traceback", traceback);
    } else if (type == "pyout"_L1 || type == "display_data"_L1) {
        const bool result = type == "pyout"_L1;
        output.set(u"output_type", Value::string(result ? u"execute_result" : u"display_data"));
        if (result) {
            const Value number = old.value(u"prompt_number");
            output.set(u"execution_count", number.isNumber() ? number : Value());
        }
        Value data = Value::object();
        for (qsizetype i = 0; i < old.count(); ++i) {
            const QString key = old.keyAt(i);
            if (key == "output_type"_L1 || key == "prompt_number"_L1 || key == "metadata"_L1)
                continue;
            const QString mime = mimeTypes().value(key, key.contains(u'/') ? key : QString());
            if (mime.isEmpty())
                continue;
            const Value value = old.at(i);
            const bool lines = mime.startsWith("text/"_L1) || mime == "image/svg+xml"_L1 || mime == "application/javascript"_L1;
            if (mime == "application/json"_L1) {
                // Format 3 kept JSON as text.
                const auto parsed = Json::parse(value.toText().toUtf8());
                data.set(mime, value.isObject() ? value.withoutLayout() : parsed ? parsed->withoutLayout() : Value::string(value.toText()));
            } else {
                data.set(mime, lines ? Value::lines(value.toText()) : Value::string(value.toText()));
            }
        }
        output.set(u"data", data);
        Value metadata = objectOr(old.value(u"metadata"));
        for (qsizetype i = 0; i < metadata.count(); ++i) {
            const QString key = metadata.keyAt(i);
            if (mimeTypes().contains(key)) {
                const Value entry = metadata.at(i);
                metadata.remove(key);
                metadata.set(mimeTypes().value(key), entry);
                i = -1;
            }
        }
        output.set(u"metadata", metadata);
    } else {
        return old.withoutLayout();
    }
    return output;
}

Value convertCell(const Value &old)
{
    const QString type = old.value(u"cell_type").toString();
    Value cell = Value::object();
    Value metadata = objectOr(old.value(u"metadata"));
    if (type == "code"_L1) {
        cell.set(u"cell_type", Value::string(u"code"));
        const Value number = old.value(u"prompt_number");
        cell.set(u"execution_count", number.isNumber() ? number : Value());
        Value outputs = Value::array();
        const Value oldOutputs = old.value(u"outputs");
        for (qsizetype i = 0; oldOutputs.isArray() && i < oldOutputs.count(); ++i) {
            if (oldOutputs.at(i).isObject())
                outputs.append(convertOutput(oldOutputs.at(i)));
        }
        cell.set(u"outputs", outputs);
        cell.set(u"source", Value::lines(old.value(u"input").toText()));
        if (old.value(u"collapsed").toBool())
            metadata.set(u"collapsed", Value::boolean(true));
        const QString language = old.value(u"language").toString();
        if (!language.isEmpty() && language != "python"_L1)
            metadata.set(u"language", Value::string(language));
        keepRest(metadata, old, {u"cell_type"_s, u"metadata"_s, u"prompt_number"_s, u"outputs"_s, u"input"_s, u"collapsed"_s, u"language"_s});
    } else {
        QString source = old.value(u"source").toText();
        if (type == "heading"_L1) {
            source.replace(u'\n', u' ');
            source = QString(int(std::clamp<qint64>(old.value(u"level").toInteger(1), 1, 6)), u'#') + u' ' + source;
        }
        cell.set(u"cell_type", Value::string(type == "raw"_L1 ? u"raw" : u"markdown"));
        cell.set(u"source", Value::lines(source));
        keepRest(metadata, old, {u"cell_type"_s, u"metadata"_s, u"source"_s, type == "heading"_L1 ? u"level"_s : u"source"_s,
                                 u"rendered"_s});
    }
    cell.set(u"metadata", metadata);
    return cell;
}

} // namespace

Value convertOldFormat(const Value &root)
{
    Value cells = Value::array();
    Value metadata = objectOr(root.value(u"metadata"));
    const Value sheets = root.value(u"worksheets");
    for (qsizetype s = 0; sheets.isArray() && s < sheets.count(); ++s) {
        const Value old = sheets.at(s).value(u"cells");
        for (qsizetype i = 0; old.isArray() && i < old.count(); ++i)
            cells.append(old.at(i).isObject() ? convertCell(old.at(i)) : old.at(i).withoutLayout());
        if (sheets.at(s).value(u"metadata").count() > 0)
            metadata.set(QString("worksheet_%1_metadata"_L1).arg(s + 1), sheets.at(s).value(u"metadata").withoutLayout());
    }
    keepRest(metadata, root, {u"metadata"_s, u"nbformat"_s, u"nbformat_minor"_s, u"worksheets"_s, u"cells"_s});
    metadata.set(u"orig_nbformat", Value::number(root.value(u"nbformat").toInteger(3)));
    Value result = Value::object();
    result.set(u"cells", cells);
    result.set(u"metadata", metadata);
    result.set(u"nbformat", Value::number(4));
    result.set(u"nbformat_minor", Value::number(5));
    return result;
}

} // namespace Notebook
