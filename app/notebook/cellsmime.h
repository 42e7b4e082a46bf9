// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/notebook/json.h>

#include <QList>
#include <QMimeData>

namespace Notebook {
class Document;
}

/// Cells on the clipboard or under the pointer. What they printed is shared with the notebook as long as it stays in this program, and written
/// only when another one asks for it.
class CellsMime : public QMimeData
{
    Q_OBJECT
public:
    /// With their texts for programs that know no notebooks.
    CellsMime(const Notebook::Document *document, const QList<int> &cells);

    /// The cells in any data; null when there are none.
    static Notebook::Json::Value in(const QMimeData *data);

    bool hasFormat(const QString &type) const override;
    QStringList formats() const override;

protected:
    QVariant retrieveData(const QString &type, QMetaType wanted) const override;

private:
    const Notebook::Json::Value m_cells;
};
