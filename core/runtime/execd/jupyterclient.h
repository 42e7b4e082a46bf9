// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "execd/jupytermessage.h"

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>
#include <string>

namespace Execd {

/// Where a kernel listens: ipc sockets PREFIX-1 to PREFIX-5 and the key that signs messages.
struct KernelAddress {
    std::string prefix;
    std::string key;

    std::string connectionFile() const; ///< the text of the file a kernel is started with
};

/// The client's end of a kernel's sockets. Callbacks come from the executor's thread, never from
/// inside a call to this class, and none after it is destroyed.
class JupyterClient {
public:
    enum class Channel { Shell, Control, Iopub, Stdin };
    using Handler = std::function<void(Channel, JupyterMessage)>;

    JupyterClient(const boost::asio::any_io_executor &executor, const KernelAddress &address, Handler handler);
    ~JupyterClient();
    JupyterClient(const JupyterClient &) = delete;
    JupyterClient &operator=(const JupyterClient &) = delete;

    /// Gives the id of the message.
    std::string send(Channel channel, const std::string &type, const boost::json::object &content,
        const boost::json::object &metadata = {});

private:
    struct State;
    std::shared_ptr<State> m_state;
};

} // namespace Execd
