// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "memoryfield.h"

#include <QRegularExpression>

#include <cmath>

using namespace Qt::StringLiterals;

MemoryField::MemoryField(QWidget *parent) : QDoubleSpinBox(parent)
{
    setDecimals(6); // Whole MiB are not rounded away.
    setRange(0, 4096);
}

std::optional<double> MemoryField::gibOf(const QString &text, const QLocale &locale)
{
    static const QRegularExpression amount(u"\\A\\s*([^A-Za-z\\s]+)\\s*(?:([KMGT])i?B?)?\\s*\\z"_s, QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = amount.match(text);
    if (!match.hasMatch())
        return {};
    bool isNumber = false;
    double number = locale.toDouble(match.captured(1), &isNumber);
    if (!isNumber)
        number = match.captured(1).toDouble(&isNumber);
    if (!isNumber || !(number >= 0))
        return {};
    switch (match.captured(2).isEmpty() ? u'G' : match.captured(2).at(0).toUpper().unicode()) {
    case u'K': return number / (1024 * 1024);
    case u'M': return number / 1024;
    case u'T': return number * 1024;
    default: return number;
    }
}

void MemoryField::stepBy(int steps)
{
    if (const double now = value(); steps < 0 ? now > 1 : now >= 1) {
        setValue(std::max(1.0, steps < 0 ? std::ceil(now) + steps : std::floor(now) + steps));
        return;
    }
    setValue(value() > 0 ? value() * std::pow(2.0, steps) : 1.0 / 16);
}

QString MemoryField::textFromValue(double gib) const
{
    if (const double mib = gib * 1024; mib < 1024 || std::abs(gib * 4 - std::round(gib * 4)) > 1e-9)
        return tr("%1 MiB").arg(locale().toString(std::round(mib), 'f', 0));
    return tr("%1 GiB").arg(locale().toString(gib, 'g', 6));
}

double MemoryField::valueFromText(const QString &text) const
{
    return gibOf(text, locale()).value_or(value());
}

QValidator::State MemoryField::validate(QString &text, int &) const
{
    const std::optional<double> gib = gibOf(text, locale());
    if (gib && *gib <= maximum())
        return QValidator::Acceptable;
    // Whatever may still become an amount can be typed; letters that belong to no unit cannot.
    static const QRegularExpression beginning(u"\\A\\s*[^A-Za-z\\s]*\\s*[KMGT]?i?B?\\s*\\z"_s, QRegularExpression::CaseInsensitiveOption);
    return beginning.match(text).hasMatch() ? QValidator::Intermediate : QValidator::Invalid;
}

void MemoryField::fixup(QString &text) const
{
    text = textFromValue(std::min(gibOf(text, locale()).value_or(value()), maximum()));
}
