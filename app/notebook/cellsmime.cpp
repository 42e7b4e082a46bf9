// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "cellsmime.h"

#include <opensandbox/notebook/document.h>

using namespace Qt::StringLiterals;
using Notebook::Document;
namespace Json = Notebook::Json;

CellsMime::CellsMime(const Document *document, const QList<int> &cells) : m_cells(document->sharedCells(cells))
{
    QStringList sources;
    for (const int index : cells)
        sources.append(document->cell(index)->source());
    setText(sources.join(u"\n\n"_s));
}

Json::Value CellsMime::in(const QMimeData *data)
{
    if (const auto *own = qobject_cast<const CellsMime *>(data))
        return own->m_cells;
    if (!data || !data->hasFormat(Document::clipboardMimeType()))
        return {};
    return Json::parse(data->data(Document::clipboardMimeType())).value_or(Json::Value());
}

bool CellsMime::hasFormat(const QString &type) const
{
    return type == Document::clipboardMimeType() || QMimeData::hasFormat(type);
}

QStringList CellsMime::formats() const
{
    return QStringList { Document::clipboardMimeType() } + QMimeData::formats();
}

QVariant CellsMime::retrieveData(const QString &type, QMetaType wanted) const
{
    return type == Document::clipboardMimeType() ? QVariant(Document::clipboardBytes(m_cells)) : QMimeData::retrieveData(type, wanted);
}
