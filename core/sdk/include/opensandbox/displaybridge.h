// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opensandbox/execution.h>
#include <opensandbox/figurestyle.h>

#include <functional>
#include <optional>

namespace OpenSandbox {

/**
 * The display bridge: plots, display(), clear_output() and input() of Python on servers whose execd drops
 * them. A small program, displayBootstrap(), is run once in a context; from then on the kernel writes display
 * messages as framed JSON into its standard output, where a DisplayUnpacker finds them and makes of them the
 * events that a server with displays sends. input() sends a frame with the path of a file and waits for it.
 *
 * ConnectionConfig::displayBridge switches it on: CodeInterpreter then asks the sandbox whether it can do without
 * (GET /capabilities of the local runtime), and installs the bridge before the first run in a Python context.
 * Events and Execution look the same with and without it. The first run of a fresh context keeps number 1.
 *
 * A frame is ESC ] 7780 ; nonce ; kind ; JSON ESC \ with JSON in ASCII. The nonce keeps what programs print from
 * being taken for a frame by accident; code that looks for it gains nothing, as the outputs are its own anyway.
 */

/// A nonce for a context: 32 hexadecimal digits, hard to guess.
QString newDisplayNonce();

/// The Python program. It writes a frame of kind "ready" with the nonce to be used, which is an earlier one's
/// when the context has a bridge already, and with the path of a file, "figures": a style in it, as JSON, is that of
/// the context's figures. `style`, if any, is put into it at once.
QString displayBootstrap(const QString &nonce, const std::optional<FigureStyle> &style = {});

/**
 * Finds frames in the standard output of one run. Pure. Frames may be cut across events in any way and share
 * them with text; all other events pass as they are. What looks like a frame and is none comes out as text,
 * with its escape characters made visible; nothing is lost.
 */
class DisplayUnpacker
{
public:
    /// Receives the events in order.
    using Sink = std::function<void(StreamEvent)>;

    /// For the frames with this nonce.
    DisplayUnpacker(const QString &nonce, Sink sink);

    /// The next event of the run.
    void take(StreamEvent event);
    /// The run's stream has ended: what is held back comes out as text.
    void finish();

    /// A longer frame is no frame (UTF-16 units; JSON is ASCII).
    static constexpr qsizetype MaximumFrame = 32 << 20;

private:
    void text(const QString &text, qint64 timestamp);
    void emitText(QStringView text, qint64 timestamp);
    /// True when it was one.
    bool frame(QStringView content, qint64 timestamp);

    const QString m_start;
    Sink m_sink;
    QString m_held; ///< Begins with m_start or is a part of it; else empty.
    qsizetype m_searched = 0; ///< Of m_held: holds no end up to here.
    qint64 m_heldSince = 0; ///< The timestamp of its first event.
};

/// A frame of a kind that is no display arrives as Event::Unknown with this before its kind, for example "bridge/input".
inline const QString DisplayBridgePrefix = QStringLiteral("bridge/");

} // namespace OpenSandbox
