// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "client.h"
#include "json.h"

#include <QJsonArray>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

const QString PoolRef = u"poolRef"_s;
const QString RenewOnAccess = u"access.renew.extend.seconds"_s;

template <typename... Ts>
struct Overloaded : Ts...
{
    using Ts::operator()...;
};

bool isDnsLabel(const QString &text)
{
    static const QRegularExpression label(u"\\A[a-z0-9]([-a-z0-9]*[a-z0-9])?\\z"_s);
    return label.match(text).hasMatch();
}

QJsonObject namedVolume(const NamedVolume &volume)
{
    QJsonObject json { { u"claimName"_s, volume.claimName }, { u"createIfNotExists"_s, volume.createIfNotExists },
        { u"deleteOnSandboxTermination"_s, volume.deleteOnSandboxTermination } };
    if (!volume.storageClass.isEmpty())
        json.insert("storageClass"_L1, volume.storageClass);
    if (!volume.storage.isEmpty())
        json.insert("storage"_L1, volume.storage);
    if (!volume.accessModes.isEmpty())
        json.insert("accessModes"_L1, QJsonArray::fromStringList(volume.accessModes));
    return json;
}

QJsonObject ossfsVolume(const OssfsVolume &volume)
{
    QJsonObject json { { u"bucket"_s, volume.bucket }, { u"endpoint"_s, volume.endpoint }, { u"accessKeyId"_s, volume.accessKeyId },
        { u"accessKeySecret"_s, volume.accessKeySecret } };
    if (!volume.version.isEmpty())
        json.insert("version"_L1, volume.version);
    if (!volume.options.isEmpty())
        json.insert("options"_L1, QJsonArray::fromStringList(volume.options));
    return json;
}

QJsonObject volumeObject(const Volume &volume)
{
    QJsonObject json { { u"name"_s, volume.name }, { u"mountPath"_s, volume.mountPath }, { u"readOnly"_s, volume.readOnly } };
    if (!volume.subPath.isEmpty())
        json.insert("subPath"_L1, volume.subPath);
    std::visit(Overloaded {
                   [&](const HostVolume &host) { json.insert("host"_L1, QJsonObject { { u"path"_s, host.path } }); },
                   [&](const NamedVolume &named) { json.insert("pvc"_L1, namedVolume(named)); },
                   [&](const OssfsVolume &ossfs) { json.insert("ossfs"_L1, ossfsVolume(ossfs)); },
               },
               volume.source);
    return json;
}

/// What is wrong with a volume; empty: nothing.
QString volumeProblem(const Volume &volume)
{
    if (volume.name.size() > 63 || !isDnsLabel(volume.name))
        return u"The volume name '%1' is not valid: use 1 to 63 lower-case letters, digits and inner hyphens."_s.arg(volume.name);
    if (!volume.mountPath.startsWith(u'/'))
        return u"The volume '%1' needs an absolute path to be mounted at."_s.arg(volume.name);
    if (volume.subPath.startsWith(u'/') || volume.subPath.split(u'/').contains(".."_L1))
        return u"The part of the volume '%1' to mount must be a relative path without '..'."_s.arg(volume.name);
    return std::visit(Overloaded {
                          [&](const HostVolume &host) {
                              static const QRegularExpression absolute(u"\\A(/|[A-Za-z]:[\\\\/])"_s);
                              return absolute.match(host.path).hasMatch() ? QString() : u"The host path of the volume '%1' must be absolute."_s.arg(volume.name);
                          },
                          [&](const NamedVolume &named) {
                              return named.claimName.size() <= 253 && isDnsLabel(named.claimName)
                                  ? QString()
                                  : u"'%1' is not a valid name of a named volume: use lower-case letters, digits and inner hyphens."_s.arg(named.claimName);
                          },
                          [&](const OssfsVolume &ossfs) {
                              const bool whole = !ossfs.bucket.isEmpty() && !ossfs.endpoint.isEmpty() && !ossfs.accessKeyId.isEmpty() && !ossfs.accessKeySecret.isEmpty();
                              return whole ? QString() : u"The volume '%1' needs a bucket, an endpoint and both access keys."_s.arg(volume.name);
                          },
                      },
                      volume.source);
}

} // namespace

void CreateOptions::usePool(const QString &name)
{
    image.clear();
    imageAuth.reset();
    snapshotId.clear();
    entrypoint.clear();
    resourceLimits.clear();
    extensions.insert(PoolRef, name);
}

QString metadataProblem(const QString &key, const QString &value)
{
    static const QRegularExpression word(u"\\A[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?\\z"_s);
    static const QRegularExpression domain(u"\\A[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\\z"_s);
    const qsizetype slash = key.indexOf(u'/');
    const QString prefix = slash < 0 ? QString() : key.left(slash);
    const QString name = key.sliced(slash + 1);
    if (slash >= 0 && (prefix.size() > 253 || !domain.match(prefix).hasMatch()))
        return u"The prefix of the metadata key '%1' must be a lower-case DNS name."_s.arg(key);
    if (prefix == "opensandbox.io"_L1)
        return u"Metadata keys that begin with 'opensandbox.io/' are the server's own."_s;
    if (name.size() > 63 || !word.match(name).hasMatch())
        return u"The metadata key '%1' is not valid: use 1 to 63 letters, digits and inner '-', '_' or '.'."_s.arg(key);
    if (!value.isEmpty() && (value.size() > 63 || !word.match(value).hasMatch()))
        return u"The value of '%1' is not valid: use up to 63 letters, digits and inner '-', '_' or '.'."_s.arg(key);
    return {};
}

std::optional<Error> problemWith(const CreateOptions &options)
{
    const bool pool = options.extensions.contains(PoolRef);
    const int sources = int(!options.image.trimmed().isEmpty()) + int(!options.snapshotId.trimmed().isEmpty());
    if (sources == 2 || (sources == 0 && !pool))
        return invalid(u"Give either an image or a snapshot to start from."_s);
    if (pool && !options.snapshotId.isEmpty())
        return invalid(u"A sandbox from a pool cannot start from a snapshot."_s);
    if (pool && (options.platform || !options.volumes.isEmpty() || options.credentialProxy))
        return invalid(u"A sandbox from a pool takes its platform, its volumes and its credential proxy from the pool."_s);
    if (!options.image.isEmpty() && !pool && options.entrypoint.isEmpty())
        return invalid(u"A sandbox made from an image needs an entrypoint."_s);
    if (options.timeout && options.timeout->count() < 60)
        return invalid(u"The shortest lifetime of a sandbox is 60 s."_s);
    if (options.imageAuth && (options.image.isEmpty() || options.imageAuth->username.isEmpty() || options.imageAuth->password.isEmpty()))
        return invalid(u"The login for the image needs an image, a user name and a password."_s);
    if (options.platform) {
        static const QStringList systems { u"linux"_s, u"windows"_s };
        static const QStringList machines { u"amd64"_s, u"arm64"_s };
        if (!systems.contains(options.platform->os.trimmed().toLower()) || !machines.contains(options.platform->arch.trimmed().toLower()))
            return invalid(u"The platform is linux or windows on amd64 or arm64, not '%1' on '%2'."_s.arg(options.platform->os, options.platform->arch));
    }
    if (options.credentialProxy && !options.networkPolicy)
        return invalid(u"The credential proxy needs a network policy."_s);
    if (const auto seconds = options.extensions.constFind(RenewOnAccess); seconds != options.extensions.constEnd()) {
        bool number = false;
        const int value = seconds->toInt(&number);
        if (!number || value < 300 || value > 86400)
            return invalid(u"'%1' takes 300 to 86400 seconds."_s.arg(RenewOnAccess));
    }
    for (auto entry = options.metadata.begin(); entry != options.metadata.end(); ++entry) {
        if (const QString problem = metadataProblem(entry.key(), entry.value()); !problem.isEmpty())
            return invalid(problem);
    }
    QStringList names;
    for (const Volume &volume : options.volumes) {
        if (const QString problem = volumeProblem(volume); !problem.isEmpty())
            return invalid(problem);
        if (names.contains(volume.name))
            return invalid(u"Two volumes are named '%1'."_s.arg(volume.name));
        names << volume.name;
    }
    return {};
}

QJsonObject Json::createBody(const CreateOptions &options)
{
    QJsonObject body;
    if (!options.image.isEmpty()) {
        QJsonObject image { { u"uri"_s, options.image } };
        if (options.imageAuth)
            image.insert("auth"_L1, QJsonObject { { u"username"_s, options.imageAuth->username }, { u"password"_s, options.imageAuth->password } });
        body.insert("image"_L1, image);
    }
    if (!options.snapshotId.isEmpty())
        body.insert("snapshotId"_L1, options.snapshotId);
    if (!options.entrypoint.isEmpty())
        body.insert("entrypoint"_L1, QJsonArray::fromStringList(options.entrypoint));
    if (options.timeout)
        body.insert("timeout"_L1, qint64(options.timeout->count()));
    if (!options.resourceLimits.isEmpty() || !options.extensions.contains(PoolRef))
        body.insert("resourceLimits"_L1, object(options.resourceLimits));
    if (!options.env.isEmpty())
        body.insert("env"_L1, object(options.env));
    if (!options.metadata.isEmpty())
        body.insert("metadata"_L1, object(options.metadata));
    if (!options.extensions.isEmpty())
        body.insert("extensions"_L1, object(options.extensions));
    if (options.platform)
        body.insert("platform"_L1, QJsonObject { { u"os"_s, options.platform->os.trimmed().toLower() }, { u"arch"_s, options.platform->arch.trimmed().toLower() } });
    if (options.networkPolicy)
        body.insert("networkPolicy"_L1, networkPolicy(*options.networkPolicy));
    if (options.credentialProxy)
        body.insert("credentialProxy"_L1, QJsonObject { { u"enabled"_s, true } });
    if (options.secureAccess)
        body.insert("secureAccess"_L1, true);
    if (!options.volumes.isEmpty()) {
        QJsonArray volumes;
        for (const Volume &volume : options.volumes)
            volumes << volumeObject(volume);
        body.insert("volumes"_L1, volumes);
    }
    for (auto entry = options.extra.begin(); entry != options.extra.end(); ++entry)
        body.insert(entry.key(), entry.value());
    return body;
}

} // namespace OpenSandbox
