// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/eventencoder.h"

#include <boost/json/object.hpp>
#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <string_view>

namespace Execd {

/// The protocol of our own drivers (resources/kernels): one JSON object a line each way.
///
/// To the driver, on its descriptor 3:
///   {"op":"run","id":N,"number":N,"code":"..","stdin":1} answered by events and at last "done"; without stdin
///                                                    the code's input is at its end
///   {"op":"input","id":N,"text":".."}               answers "input"; without text the input has ended
///   {"op":"interrupt"}                              ends what runs; the process group gets a SIGINT, too
///   {"op":"directory","id":N,"path":".."}           answered by "answer"
///   {"op":"complete","id":N,"code":"..","cursor":C} the same; positions count code points
///   {"op":"inspect","id":N,"code":"..","cursor":C,"detail":D}
///   {"op":"variables","id":N}, {"op":"table","id":N,"name":"..","offset":O,"limit":L}
/// From the driver, on its descriptor 4:
///   {"event":"ready"}
///   {"event":"stdout"|"stderr","id":N,"text":".."}  besides what is written to descriptors 1 and 2
///   {"event":"result"|"display","id":N,"data":{MIME type: value},"metadata":{},"display_id":"..","update":true}
///   {"event":"clear","id":N,"wait":true}
///   {"event":"input","id":N,"text":"prompt","password":true}
///   {"event":"error","id":N,"ename":"..","evalue":"..","traceback":[".."]}
///   {"event":"done","id":N}
///   {"event":"answer","id":N,"content":{..}}        without content: the driver cannot do that
/// Code of the user can write there, too, so nothing is taken on trust.
struct DriverMessage {
    enum class Kind { Ready, Stdout, Stderr, Result, Display, Clear, Input, Error, Done, Answer };
    Kind kind = Kind::Ready;
    std::int64_t id = 0;
    std::string text;
    boost::json::object data; ///< of a result or an answer
    boost::json::object metadata;
    std::string displayId;
    bool update = false;
    bool wait = false;
    bool password = false;
    bool hasContent = false;
    ErrorContent error;
};

/// The error says what is wrong with the line.
std::expected<DriverMessage, std::string> parseDriverMessage(std::string_view line);

/// Takes a stream of bytes apart into lines. Longer ones than the limit are left out.
class DriverLines {
public:
    explicit DriverLines(std::size_t longest) : m_longest(longest) { }
    void add(std::string_view bytes, const std::function<void(std::string_view)> &onLine);

private:
    const std::size_t m_longest;
    std::string m_open;
    bool m_skipping = false;
};

} // namespace Execd
