// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxcode.h"

#include <QUrl>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QString KeyVariable = u"OPEN_SANDBOX_API_KEY"_s;

/// A literal that Python, C++ and JSON all read the same.
QString quoted(const QString &text)
{
    QString result = u"\""_s;
    for (const QChar c : text) {
        switch (c.unicode()) {
        case u'"': result += u"\\\""_s; break;
        case u'\\': result += u"\\\\"_s; break;
        case u'\n': result += u"\\n"_s; break;
        case u'\r': result += u"\\r"_s; break;
        case u'\t': result += u"\\t"_s; break;
        default:
            if (c.unicode() < 0x20)
                result += u"\\u%1"_s.arg(uint(c.unicode()), 4, 16, QChar(u'0'));
            else
                result += c;
        }
    }
    return result + u'"';
}

QString cpp(const QString &text)
{
    return u'u' + quoted(text) + u"_s"_s;
}

QString shell(const QString &text)
{
    return SandboxForm::joinWords({ text });
}

/// JSON inside an unquoted here-document, where the shell still expands.
QString hereQuoted(const QString &text)
{
    QString result = quoted(text);
    result.replace(u'\\', u"\\\\"_s).replace(u'$', u"\\$"_s).replace(u'`', u"\\`"_s);
    return result;
}

QString duration(std::chrono::seconds time)
{
    const qint64 s = time.count();
    if (s % 3600 == 0)
        return u"%1h"_s.arg(s / 3600);
    if (s % 60 == 0)
        return u"%1m"_s.arg(s / 60);
    return u"%1s"_s.arg(s);
}

QString pythonTime(std::chrono::seconds time)
{
    const qint64 s = time.count();
    if (s % 3600 == 0)
        return u"timedelta(hours=%1)"_s.arg(s / 3600);
    if (s % 60 == 0)
        return u"timedelta(minutes=%1)"_s.arg(s / 60);
    return u"timedelta(seconds=%1)"_s.arg(s);
}

QStringList list(const QStringList &words, QString (*quote)(const QString &))
{
    QStringList result;
    for (const QString &word : words)
        result << quote(word);
    return result;
}

QString pythonConfig(const OpenSandbox::ConnectionConfig &config)
{
    QString text = u"config = ConnectionConfig(\n    domain=%1,\n"_s.arg(quoted(config.domain));
    if (config.protocol != "http"_L1)
        text += u"    protocol=%1,\n"_s.arg(quoted(config.protocol));
    text += u"    api_key=os.environ[\"%1\"],\n"_s.arg(KeyVariable);
    if (config.useServerProxy)
        text += u"    use_server_proxy=True,\n"_s;
    return text + u")\n"_s;
}

QString cppConfig(const OpenSandbox::ConnectionConfig &config)
{
    QString text = u"    OpenSandbox::ConnectionConfig config;\n    config.domain = %1;\n"_s.arg(cpp(config.domain));
    if (config.protocol != "http"_L1)
        text += u"    config.protocol = %1;\n"_s.arg(cpp(config.protocol));
    text += u"    config.apiKey = qEnvironmentVariable(\"%1\");\n"_s.arg(KeyVariable);
    if (config.useServerProxy)
        text += u"    config.useServerProxy = true;\n"_s;
    return text;
}

QString base(const OpenSandbox::ConnectionConfig &config)
{
    return config.lifecycleUrl().toString(QUrl::RemoveUserInfo);
}

QString osbGlobal(const OpenSandbox::ConnectionConfig &config)
{
    QString text = u"osb --domain "_s + shell(config.domain);
    if (config.protocol != "http"_L1)
        text += u" --protocol "_s + shell(config.protocol);
    if (config.useServerProxy)
        text += u" --use-server-proxy"_s;
    return text;
}

QString policyJson(const OpenSandbox::NetworkPolicy &policy, QString (*quote)(const QString &), const QString &indent)
{
    QStringList rules;
    for (const OpenSandbox::NetworkRule &rule : policy.egress)
        rules << u"%1    {\"action\": %2, \"target\": %3}"_s.arg(indent, quote(rule.action), quote(rule.target));
    const QString egress = rules.isEmpty() ? u"[]"_s : u"[\n"_s + rules.join(u",\n"_s) + u"\n%1  ]"_s.arg(indent);
    return u"{\n%1  \"defaultAction\": %2,\n%1  \"egress\": %3\n%1}"_s.arg(indent, quote(policy.defaultAction), egress);
}

QString pythonCreate(const OpenSandbox::ConnectionConfig &config, const OpenSandbox::CreateOptions &options)
{
    QString text = u"import asyncio, os\n"_s;
    if (options.timeout)
        text += u"from datetime import timedelta\n"_s;
    text += u"from opensandbox import Sandbox\nfrom opensandbox.config import ConnectionConfig\n"_s;
    if (options.networkPolicy)
        text += u"from opensandbox.models.sandboxes import NetworkPolicy, NetworkRule\n"_s;
    text += u'\n' + pythonConfig(config) + u"\nasync def main():\n    sandbox = await Sandbox.create(\n"_s;
    const QString indent = u"        "_s;
    text += indent + quoted(options.image) + u",\n"_s;
    text += indent + u"entrypoint=["_s + list(options.entrypoint, quoted).join(u", "_s) + u"],\n"_s;
    text += indent + (options.timeout ? u"timeout="_s + pythonTime(*options.timeout) : u"timeout=None"_s) + u",\n"_s;
    QStringList limits;
    for (const auto &[key, value] : options.resourceLimits.asKeyValueRange())
        limits << quoted(key) + u": "_s + quoted(value);
    text += indent + u"resource={"_s + limits.join(u", "_s) + u"},\n"_s;
    if (!options.env.isEmpty()) {
        text += indent + u"env={\n"_s;
        for (const auto &[key, value] : options.env.asKeyValueRange())
            text += indent + u"    "_s + quoted(key) + u": "_s + (SandboxForm::looksSecret(key) ? u"os.environ["_s + quoted(key) + u']' : quoted(value)) + u",\n"_s;
        text += indent + u"},\n"_s;
    }
    if (!options.metadata.isEmpty()) {
        QStringList pairs;
        for (const auto &[key, value] : options.metadata.asKeyValueRange())
            pairs << quoted(key) + u": "_s + quoted(value);
        text += indent + u"metadata={"_s + pairs.join(u", "_s) + u"},\n"_s;
    }
    if (options.networkPolicy) {
        text += indent + u"network_policy=NetworkPolicy(\n"_s + indent + u"    default_action="_s + quoted(options.networkPolicy->defaultAction) + u",\n"_s;
        text += indent + u"    egress=["_s;
        if (!options.networkPolicy->egress.isEmpty()) {
            text += u'\n';
            for (const OpenSandbox::NetworkRule &rule : options.networkPolicy->egress)
                text += indent + u"        NetworkRule(action=%1, target=%2),\n"_s.arg(quoted(rule.action), quoted(rule.target));
            text += indent + u"    "_s;
        }
        text += u"],\n"_s + indent + u"),\n"_s;
    }
    return text + indent + u"connection_config=config,\n    )\n\nasyncio.run(main())\n"_s;
}

QString cppCreate(const OpenSandbox::ConnectionConfig &config, const OpenSandbox::CreateOptions &options)
{
    QString text = u"#include <opensandbox/sandbox.h>\n\nusing namespace Qt::StringLiterals;\n\nOpenSandbox::Task<OpenSandbox::Done> start()\n{\n"_s + cppConfig(config);
    text += u"\n    OpenSandbox::CreateOptions options;\n    options.image = %1;\n"_s.arg(cpp(options.image));
    text += u"    options.entrypoint = { "_s + list(options.entrypoint, cpp).join(u", "_s) + u" };\n"_s;
    text += options.timeout ? u"    options.timeout = std::chrono::seconds(%1);\n"_s.arg(options.timeout->count()) : u"    options.timeout.reset();\n"_s;
    QStringList limits;
    for (const auto &[key, value] : options.resourceLimits.asKeyValueRange())
        limits << u"{ %1, %2 }"_s.arg(cpp(key), cpp(value));
    text += u"    options.resourceLimits = { "_s + limits.join(u", "_s) + u" };\n"_s;
    for (const auto &[key, value] : options.env.asKeyValueRange())
        text += u"    options.env[%1] = %2;\n"_s.arg(cpp(key), SandboxForm::looksSecret(key) ? u"qEnvironmentVariable(%1)"_s.arg(quoted(key)) : cpp(value));
    for (const auto &[key, value] : options.metadata.asKeyValueRange())
        text += u"    options.metadata[%1] = %2;\n"_s.arg(cpp(key), cpp(value));
    if (options.networkPolicy) {
        QStringList rules;
        for (const OpenSandbox::NetworkRule &rule : options.networkPolicy->egress)
            rules << u"{ %1, %2 }"_s.arg(cpp(rule.action), cpp(rule.target));
        text += u"    options.networkPolicy = OpenSandbox::NetworkPolicy { %1, { %2 } };\n"_s.arg(cpp(options.networkPolicy->defaultAction), rules.join(u", "_s));
    }
    return text + u"\n    auto create = OpenSandbox::Sandbox::create(config, options);\n    auto sandbox = co_await create;\n    if (!sandbox)\n        co_return std::unexpected(sandbox.error());\n    co_return OpenSandbox::Done {};\n}\n"_s;
}

QString osbCreate(const OpenSandbox::ConnectionConfig &config, const OpenSandbox::CreateOptions &options)
{
    QStringList lines { osbGlobal(config) + u" sandbox create"_s };
    lines << u"--image "_s + shell(options.image);
    lines << u"--timeout "_s + (options.timeout ? duration(*options.timeout) : u"none"_s);
    for (const auto &[key, value] : options.resourceLimits.asKeyValueRange())
        lines << u"--resource "_s + shell(key + u'=' + value);
    for (const auto &[key, value] : options.env.asKeyValueRange())
        lines << u"--env "_s + (SandboxForm::looksSecret(key) ? u"\"%1=$%1\""_s.arg(key) : shell(key + u'=' + value));
    for (const auto &[key, value] : options.metadata.asKeyValueRange())
        lines << u"--metadata "_s + shell(key + u'=' + value);
    for (const QString &word : options.entrypoint)
        lines << u"--entrypoint="_s + shell(word);
    if (options.networkPolicy)
        lines << u"--network-policy-file <(cat <<'JSON'\n"_s + policyJson(*options.networkPolicy, quoted, {}) + u"\nJSON\n)"_s;
    return u"# %1 holds the key\n"_s.arg(KeyVariable) + lines.join(u" \\\n  "_s) + u'\n';
}

QString curlCreate(const OpenSandbox::ConnectionConfig &config, const OpenSandbox::CreateOptions &options)
{
    QStringList fields;
    fields << u"  \"image\": {\"uri\": %1}"_s.arg(hereQuoted(options.image));
    fields << u"  \"entrypoint\": [%1]"_s.arg(list(options.entrypoint, hereQuoted).join(u", "_s));
    if (options.timeout)
        fields << u"  \"timeout\": %1"_s.arg(options.timeout->count());
    const auto map = [](const OpenSandbox::StringMap &pairs, bool secrets) {
        QStringList lines;
        for (const auto &[key, value] : pairs.asKeyValueRange())
            lines << u"    %1: %2"_s.arg(hereQuoted(key), secrets && SandboxForm::looksSecret(key) ? u"\"$%1\""_s.arg(key) : hereQuoted(value));
        return u"{\n"_s + lines.join(u",\n"_s) + u"\n  }"_s;
    };
    fields << u"  \"resourceLimits\": "_s + map(options.resourceLimits, false);
    if (!options.env.isEmpty())
        fields << u"  \"env\": "_s + map(options.env, true);
    if (!options.metadata.isEmpty())
        fields << u"  \"metadata\": "_s + map(options.metadata, false);
    if (options.networkPolicy)
        fields << u"  \"networkPolicy\": "_s + policyJson(*options.networkPolicy, hereQuoted, u"  "_s);
    return u"curl --fail-with-body %1 \\\n  -H \"OPEN-SANDBOX-API-KEY: $%2\" \\\n  -H 'Content-Type: application/json' \\\n  --data-binary @- <<JSON\n{\n%3\n}\nJSON\n"_s
        .arg(shell(base(config) + u"/sandboxes"_s), KeyVariable, fields.join(u",\n"_s));
}

} // namespace

QString SandboxCode::name(Kind kind)
{
    switch (kind) {
    case Kind::Python: return u"Python"_s;
    case Kind::Cpp: return u"C++"_s;
    case Kind::Osb: return u"osb"_s;
    case Kind::Curl: return u"curl"_s;
    }
    return {};
}

QString SandboxCode::syntax(Kind kind)
{
    switch (kind) {
    case Kind::Python: return u"Python"_s;
    case Kind::Cpp: return u"C++"_s;
    case Kind::Osb:
    case Kind::Curl: return u"Bash"_s;
    }
    return {};
}

QString SandboxCode::create(Kind kind, const OpenSandbox::ConnectionConfig &config, const SandboxForm &form)
{
    const OpenSandbox::CreateOptions options = form.options();
    switch (kind) {
    case Kind::Python: return pythonCreate(config, options);
    case Kind::Cpp: return cppCreate(config, options);
    case Kind::Osb: return osbCreate(config, options);
    case Kind::Curl: return curlCreate(config, options);
    }
    return {};
}

QString SandboxCode::call(Call call, const OpenSandbox::ConnectionConfig &config, const QString &sandboxId, std::chrono::seconds time)
{
    QString text = u"import asyncio, os\n"_s;
    if (call == Call::Renew)
        text += u"from datetime import timedelta\n"_s;
    text += u"from opensandbox import Sandbox\nfrom opensandbox.config import ConnectionConfig\n\n"_s + pythonConfig(config) + u"\nasync def main():\n"_s;
    const QString of = quoted(sandboxId) + u", connection_config=config"_s;
    if (call == Call::Resume)
        return text + u"    sandbox = await Sandbox.resume(%1)\n\nasyncio.run(main())\n"_s.arg(of);
    const QString what = call == Call::Renew ? u"renew(%1)"_s.arg(pythonTime(time)) : call == Call::Pause ? u"pause()"_s : u"kill()"_s;
    return text + u"    sandbox = await Sandbox.connect(%1)\n    await sandbox.%2\n\nasyncio.run(main())\n"_s.arg(of, what);
}

QString SandboxCode::connectTo(Kind kind, const OpenSandbox::ConnectionConfig &config, const QString &sandboxId)
{
    switch (kind) {
    case Kind::Python:
        return u"import asyncio, os\nfrom opensandbox import Sandbox\nfrom opensandbox.config import ConnectionConfig\n\n"_s + pythonConfig(config)
            + u"\nasync def main():\n    sandbox = await Sandbox.connect(%1, connection_config=config)\n\nasyncio.run(main())\n"_s.arg(quoted(sandboxId));
    case Kind::Cpp:
        return u"#include <opensandbox/sandbox.h>\n\nusing namespace Qt::StringLiterals;\n\nOpenSandbox::Task<OpenSandbox::Done> start()\n{\n"_s + cppConfig(config)
            + u"\n    auto connect = OpenSandbox::Sandbox::connect(config, %1);\n    auto sandbox = co_await connect;\n    if (!sandbox)\n        co_return std::unexpected(sandbox.error());\n    co_return OpenSandbox::Done {};\n}\n"_s.arg(cpp(sandboxId));
    case Kind::Osb:
        return osbGlobal(config) + u" sandbox get "_s + shell(sandboxId) + u'\n';
    case Kind::Curl:
        return u"curl --fail-with-body %1 \\\n  -H \"OPEN-SANDBOX-API-KEY: $%2\"\n"_s.arg(shell(base(config) + u"/sandboxes/"_s + QString::fromLatin1(QUrl::toPercentEncoding(sandboxId))), KeyVariable);
    }
    return {};
}
