// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <opensandbox/osbconfig.h>

#include "errorbody.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace {

/// The parser met something it takes for impossible; some broken files do that, for example "[" at the end of a line.
struct Misread
{
};

constexpr void holdsInToml(bool expression)
{
    if (!expression)
        throw Misread();
}

} // namespace

// Its assertions become errors in every kind of build, where they would end the program or be built upon.
#undef NDEBUG
#define TOML_ASSERT(expression) holdsInToml(static_cast<bool>(expression))
#define TOML_EXCEPTIONS 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.hpp>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

constexpr qint64 MaximumFile = 1 << 20;

QString fromStd(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

/// Reads members of one kind each and remembers the first that is of another.
class Reader
{
public:
    Reader(const toml::table &root, QString name) : m_root(root), m_name(std::move(name)) { }

    const std::optional<Error> &error() const { return m_error; }

    std::optional<QString> text(std::string_view section, std::string_view key)
    {
        const toml::node *node = find(section, key);
        if (!node)
            return {};
        if (const auto *value = node->as_string())
            return fromStd(value->get());
        return refuse(*node, section, key, u"a text in quotes"_s);
    }

    std::optional<bool> flag(std::string_view section, std::string_view key)
    {
        const toml::node *node = find(section, key);
        if (!node)
            return {};
        if (const auto *value = node->as_boolean())
            return value->get();
        return refuse(*node, section, key, u"true or false"_s);
    }

    /// In seconds; 0 only where `none` is a word for it.
    std::optional<double> duration(std::string_view section, std::string_view key, bool none)
    {
        const toml::node *node = find(section, key);
        if (!node)
            return {};
        std::optional<double> seconds;
        if (const auto *number = node->as_integer())
            seconds = double(number->get());
        else if (const auto *real = node->as_floating_point())
            seconds = real->get();
        else if (const auto *value = node->as_string())
            seconds = parsed(fromStd(value->get()).trimmed().toLower(), none);
        const bool zero = none && node->is_string() && seconds == 0.0;
        if (seconds && std::isfinite(*seconds) && *seconds < 1e9 && (*seconds > 0 || zero))
            return seconds;
        return refuse(*node, section, key, none ? u"a time such as 600, \"10m\" or \"none\""_s : u"a time above 0 such as 30 or \"1m30s\""_s);
    }

    std::nullopt_t refuse(const toml::node &node, std::string_view section, std::string_view key, const QString &expected)
    {
        if (!m_error) {
            const toml::source_position at = node.source().begin;
            m_error = Error { Error::Kind::InvalidArgument, 0, {},
                              u"%1, line %2, column %3: %4.%5 has to be %6."_s.arg(m_name).arg(at.line).arg(at.column).arg(fromStd(section), fromStd(key), expected), {} };
        }
        return std::nullopt;
    }

private:
    const toml::node *find(std::string_view section, std::string_view key)
    {
        const toml::node *part = m_root.get(section);
        if (!part)
            return nullptr;
        if (const toml::table *table = part->as_table())
            return table->get(key);
        if (!m_error) {
            const toml::source_position at = part->source().begin;
            m_error = Error { Error::Kind::InvalidArgument, 0, {},
                              u"%1, line %2, column %3: %4 has to be a section: [%4]."_s.arg(m_name).arg(at.line).arg(at.column).arg(fromStd(section)), {} };
        }
        return nullptr;
    }

    static std::optional<double> parsed(const QString &text, bool none)
    {
        if (none && text == "none"_L1)
            return 0.0;
        bool ok = false;
        if (const double plain = text.toDouble(&ok); ok)
            return plain > 0 ? std::optional(plain) : std::nullopt;
        static const QRegularExpression pattern(u"^(?:(\\d{1,6})h)?(?:(\\d{1,7})m)?(?:(\\d{1,9})s)?$"_s);
        const QRegularExpressionMatch match = pattern.match(text);
        if (text.isEmpty() || !match.hasMatch())
            return {};
        const double seconds = match.captured(1).toDouble() * 3600 + match.captured(2).toDouble() * 60 + match.captured(3).toDouble();
        return seconds > 0 ? std::optional(seconds) : std::nullopt;
    }

    const toml::table &m_root;
    const QString m_name;
    std::optional<Error> m_error;
};

/// The line whose end the parser has to see for a Misread. What comes before it is read in the same way in any case.
qint64 misreadLine(std::string_view text)
{
    QList<size_t> ends;
    for (size_t at = 0; (at = text.find('\n', at)) != std::string_view::npos; ++at)
        ends << at + 1;
    ends << text.size();
    const auto first = std::partition_point(ends.begin(), ends.end(), [text](size_t end) {
        try {
            (void)toml::parse(text.substr(0, end));
        } catch (const toml::parse_error &) {
        } catch (const Misread &) {
            return false;
        }
        return true;
    });
    return first - ends.begin() + 1;
}

void collectOthers(const toml::table &table, const QString &prefix, const QStringList &known, QStringList *others)
{
    for (const auto &[key, node] : table) {
        const QString name = prefix + fromStd(key.str());
        if (const toml::table *inner = node.as_table(); inner && prefix.isEmpty())
            collectOthers(*inner, name + u'.', known, others);
        else if (!known.contains(name))
            others->append(name);
    }
}

} // namespace

ConnectionConfig OsbConfig::appliedTo(ConnectionConfig config) const
{
    config.domain = domain.value_or(config.domain);
    config.protocol = protocol.value_or(config.protocol);
    config.apiKey = apiKey.value_or(config.apiKey);
    config.requestTimeout = requestTimeout.value_or(config.requestTimeout);
    config.useServerProxy = useServerProxy.value_or(config.useServerProxy);
    return config;
}

QString osbConfigPath()
{
    return QDir::homePath() + u"/.opensandbox/config.toml"_s;
}

Result<OsbConfig> readOsbConfig(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(Error { Error::Kind::LocalFile, 0, {}, u"%1 could not be read: %2."_s.arg(path, file.errorString()), {} });
    const QByteArray bytes = file.read(MaximumFile + 1);
    if (file.error() != QFileDevice::NoError)
        return std::unexpected(Error { Error::Kind::LocalFile, 0, {}, u"%1 could not be read: %2."_s.arg(path, file.errorString()), {} });
    return parseOsbConfig(bytes, path);
}

Result<OsbConfig> parseOsbConfig(QByteArrayView bytes, const QString &name)
{
    if (bytes.size() > MaximumFile)
        return std::unexpected(Error { Error::Kind::InvalidArgument, 0, {}, u"%1 is longer than 1 MiB, so it is no configuration file."_s.arg(name), {} });
    const std::string_view text(bytes.data(), size_t(bytes.size()));
    const auto broken = [&name](qint64 line, qint64 column, const QString &why) {
        return std::unexpected(Error { Error::Kind::InvalidArgument, 0, {}, u"%1, line %2, column %3: this is no TOML. %4"_s.arg(name).arg(line).arg(column).arg(why), {} });
    };
    toml::table root;
    try {
        root = toml::parse(text);
    } catch (const toml::parse_error &error) {
        const toml::source_position at = error.source().begin;
        return broken(at.line, at.column, readableText(fromStd(error.description())).left(500));
    } catch (const Misread &) {
        return broken(misreadLine(text), 1, u"Something in this line or at its end does not belong there."_s);
    }
    Reader reader(root, name);
    OsbConfig config;
    config.apiKey = reader.text("connection", "api_key");
    config.domain = reader.text("connection", "domain");
    config.protocol = reader.text("connection", "protocol");
    if (const auto seconds = reader.duration("connection", "request_timeout", false))
        config.requestTimeout = std::chrono::milliseconds(std::max<qint64>(1, qint64(*seconds * 1000)));
    config.useServerProxy = reader.flag("connection", "use_server_proxy");
    config.image = reader.text("defaults", "image");
    if (const auto seconds = reader.duration("defaults", "timeout", true))
        config.timeout = std::chrono::seconds(qint64(std::ceil(*seconds)));
    if (config.protocol) {
        config.protocol = config.protocol->trimmed().toLower();
        if (*config.protocol != "http"_L1 && *config.protocol != "https"_L1)
            reader.refuse(*root["connection"]["protocol"].node(), "connection", "protocol", u"\"http\" or \"https\""_s);
    }
    if (config.domain) {
        config.domain = config.domain->trimmed();
        ConnectionConfig probe;
        probe.domain = *config.domain;
        if (probe.lifecycleUrl().isEmpty())
            reader.refuse(*root["connection"]["domain"].node(), "connection", "domain", u"a host, such as \"localhost:8080\""_s);
    }
    if (config.apiKey)
        config.apiKey = config.apiKey->trimmed();
    if (reader.error())
        return std::unexpected(*reader.error());
    collectOthers(root, {}, { u"connection.api_key"_s, u"connection.domain"_s, u"connection.protocol"_s, u"connection.request_timeout"_s,
                              u"connection.use_server_proxy"_s, u"defaults.image"_s, u"defaults.timeout"_s }, &config.otherKeys);
    config.otherKeys.sort();
    return config;
}

} // namespace OpenSandbox
