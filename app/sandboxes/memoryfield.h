// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>

#include <optional>

/// An amount of memory, typed with its unit: "512 MiB", "4 GiB", "1.5G"; a bare number is GiB. Its value is in GiB.
class MemoryField : public QDoubleSpinBox
{
    Q_OBJECT
public:
    explicit MemoryField(QWidget *parent = nullptr);

    /// GiB; absent when the text is no amount. Units of 1000 count as those of 1024, as in most limits.
    static std::optional<double> gibOf(const QString &text, const QLocale &locale);

    void stepBy(int steps) override; ///< By halves and doubles below 1 GiB.

protected:
    QString textFromValue(double gib) const override;
    double valueFromText(const QString &text) const override;
    QValidator::State validate(QString &text, int &position) const override;
    void fixup(QString &text) const override;
};
