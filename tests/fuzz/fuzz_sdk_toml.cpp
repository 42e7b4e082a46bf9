// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// Configuration files: settings that can be used come out, or an error that names its place.
#include <opensandbox/osbconfig.h>

#include <cstdint>
#include <cstdlib>

using namespace OpenSandbox;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    // A copy, so that the sanitizer sees reads beyond the end.
    const QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    const Result<OsbConfig> config = parseOsbConfig(bytes, QStringLiteral("config.toml"));
    if (!config) {
        if (!config.error().message.startsWith(QStringLiteral("config.toml")))
            abort();
        return 0;
    }
    const ConnectionConfig applied = config->appliedTo({});
    if (applied.lifecycleUrl().isEmpty() || applied.requestTimeout.count() <= 0 || config->timeout.value_or(std::chrono::seconds(1)).count() < 0)
        abort();
    if (!applied.apiKey.isEmpty() && applied.apiKey.size() >= 16 && toString(applied).contains(applied.apiKey))
        abort();
    return 0;
}
