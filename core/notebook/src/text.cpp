// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "text.h"

#include <chrono>

using namespace Qt::StringLiterals;

namespace Notebook {

QString withUnixLineEnds(QString text)
{
    if (text.contains(u'\r')) {
        text.replace("\r\n"_L1, "\n"_L1);
        text.replace(u'\r', u'\n');
    }
    return text;
}

namespace {

/// True when every line of `text` ends in CR LF.
bool hasDosLineEnds(QStringView text)
{
    const qsizetype ends = text.count(u'\n');
    return ends > 0 && text.count(u"\r\n") == ends && text.count(u'\r') == ends;
}

} // namespace

Json::Value sourceLike(const Json::Value &stored, const QString &text)
{
    const QString old = stored.toText();
    QString written = text;
    if (hasDosLineEnds(old))
        written.replace("\n"_L1, "\r\n"_L1);
    if (stored.isString())
        return Json::Value::string(written);
    const Json::Value lines = Json::Value::lines(written);
    if (!stored.isArray())
        return lines;
    // The same lines at the start and at the end stay the values they are.
    const qsizetype oldCount = stored.count();
    const qsizetype newCount = lines.count();
    const auto same = [](const Json::Value &a, const Json::Value &b) {
        return a.isString() && withUnixLineEnds(a.toString()) == withUnixLineEnds(b.toString());
    };
    std::vector<Json::Value> elements;
    elements.reserve(size_t(newCount));
    qsizetype head = 0;
    while (head < oldCount && head < newCount && same(stored.at(head), lines.at(head)))
        ++head;
    qsizetype tail = 0;
    while (tail < oldCount - head && tail < newCount - head && same(stored.at(oldCount - 1 - tail), lines.at(newCount - 1 - tail)))
        ++tail;
    for (qsizetype i = 0; i < newCount; ++i)
        elements.push_back(i < head ? stored.at(i) : i >= newCount - tail ? stored.at(oldCount - newCount + i) : lines.at(i));
    Json::Value result = stored;
    result.setElements(elements);
    return result;
}

qint64 monotonicMs()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace Notebook
