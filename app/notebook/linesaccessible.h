// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class DiffArea;
class StreamArea;

/// What screen readers get of the views that paint any amount of lines by themselves, StreamArea and DiffArea: the text around the caret,
/// a bounded part of it, with the caret and the selection.
namespace LinesAccessibility {

/// In the constructor of the view.
void install(StreamArea *area);
void install(DiffArea *area);

} // namespace LinesAccessibility
