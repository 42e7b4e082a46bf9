// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandboxfilter.h"
#include "shared/searchfield.h"

/// The filter line: completed terms look like tokens, a wrong one is underlined and says what is known.
class SandboxFilterField : public SearchField
{
    Q_OBJECT

public:
    explicit SandboxFilterField(QWidget *parent = nullptr);

    const SandboxFilter &filter() const { return m_filter; }

Q_SIGNALS:
    void filterChanged();

private:
    void parse();
    void format();

    SandboxFilter m_filter;
};
