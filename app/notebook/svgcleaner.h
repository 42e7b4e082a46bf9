// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>

/**
 * Makes an SVG that came out of a sandbox harmless for a renderer that trusts it: only known elements of SVG, no script, no event
 * handlers, no animation, nothing that refers to anything outside of the file. Drawing has no limit of time, so what multiplies
 * itself is bounded here: patterns, masks and markers contain no others, copies end somewhere, and references that would cost
 * too much are left out. Pure; any thread but the interface's.
 */
namespace SvgCleaner {

struct Limits
{
    qsizetype bytes = 32 << 20;
    int elements = 200'000; ///< Of the file; more are refused.
    int depth = 200; ///< What is nested deeper is left out.
    qint64 drawn = 400'000; ///< Elements with all copies that `use` makes; copies beyond are left out.
    qint64 applied = 1000; ///< How often patterns, masks and markers are drawn together; further references are left out.
    qint64 inner = 400'000; ///< Elements that are drawn for those.
    int chain = 8; ///< Copies of copies, and gradients that build on others.
    qsizetype text = 20'000; ///< Characters of one text.
    int pictures = 64;
};

/// What stands for the bytes of a picture inside the SVG, as PNG; empty when it may not be shown.
using Picture = std::function<QByteArray(const QByteArray &bytes)>;

struct Result
{
    QByteArray svg; ///< Empty when unusable.
    qint64 drawn = 0; ///< Elements that are drawn, copies and the insides of patterns included.
};

Result clean(const QByteArray &svg, const Picture &picture, const Limits &limits = {});

} // namespace SvgCleaner
