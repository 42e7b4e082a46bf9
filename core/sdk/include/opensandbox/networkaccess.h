// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QNetworkAccessManager>

#include <memory>

namespace OpenSandbox {

/**
 * Makes the QNetworkAccessManagers that carry the SDK's HTTP, for an application with a proxy, cache or cookies of
 * its own, or for a test that overrides QNetworkAccessManager::createRequest(). Handed over as
 * ConnectionConfig::networkAccess.
 *
 * Threads: create() is called in the thread that will use the manager: that of the calls, and threads of the SDK for
 * downloads, for uploads and for the blocking classes; maybe in several at the same time. There it is called once for
 * the thread's reads, and again for each change, run, stream and transfer, because those have a connection of their
 * own (ConnectionTuning), which Qt binds to a manager. What managers shall share (a cookie jar's content, a cache's folder),
 * create() gives to each.
 *
 * Ownership: the SDK owns the manager and destroys it in that thread, by deleteLater() when its last reply is done;
 * the one for reads with the last object of the SDK there. The NetworkAccess itself may be destroyed in any of these threads,
 * whichever lets go of it last.
 *
 * What the SDK sets afterwards, because it relies on it: no redirects, no transfer time limit, no automatic deletion
 * of replies, HTTP/1.1. ConnectionConfig::proxy counts where the manager has neither a proxy nor a proxy factory. Changes are
 * sent once, so a login that an HTTP proxy asks for has to go with them: it does with ConnectionConfig::proxy and with
 * setProxy(), not with a proxy factory of the application's own. Where such a factory wants no proxy, it answers with
 * DefaultProxy and TunnelingCapability: with NoProxy, Qt 6.8 may miss the end of an answer. Without a NetworkAccess,
 * cookies, cache and remembered logins are off; with one they are the manager's affair. Time in which a manager asks its
 * user, for a login say, counts as time for connecting: an application that does that sets ConnectionTuning::connectLimit
 * to 0. ConnectionConfig::tls holds as always. A terminal's WebSocket does not go through a manager: its proxy is
 * ConnectionConfig::proxy.
 */
class NetworkAccess
{
public:
    virtual ~NetworkAccess() = default;

    /// A manager for the calling thread, without a parent. Null: the call ends with Error::InvalidArgument.
    virtual std::unique_ptr<QNetworkAccessManager> create() = 0;
};

} // namespace OpenSandbox
