// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/localcatalog.h"

#include <QComboBox>

/// An image to choose or to type: what a local runtime has with what is inside it, else names that are known to work.
class ImageField : public QComboBox
{
    Q_OBJECT

public:
    explicit ImageField(QWidget *parent = nullptr);

    /// Replaces the choices and keeps the text. With a known catalog these are its images, else `names`.
    void setChoices(const LocalCatalog &catalog, const QStringList &names);
    /// What the typed image contains, as far as that is known.
    QString contents() const;

private:
    LocalCatalog m_catalog;
};
