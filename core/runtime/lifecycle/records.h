// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <boost/json/value.hpp>

#include <string>
#include <vector>

namespace Runtime {

struct Sandbox;

// What is known of each sandbox outside of the program, so that after a restart of the server its sandboxes
// are reported as gone instead of never having been. Secrets (the environment) are not among it.
class Records
{
public:
    // An empty folder keeps none.
    Records(std::string folder, std::string run);

    void save(const Sandbox &sandbox) const;
    void erase(const std::string &id) const;
    // Those of runs that are no more; from now on they are ours.
    std::vector<boost::json::object> takeOver() const;

private:
    std::string fileOf(const std::string &id) const { return m_folder + '/' + id + ".json"; }

    std::string m_folder;
    std::string m_run;
};

} // namespace Runtime
