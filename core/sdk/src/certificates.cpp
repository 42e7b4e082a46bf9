// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "certificates.h"

#include "errorbody.h"

#include <QSslKey>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

namespace {

/// One value of DER at the start of `bytes`, which then begins after it. Nothing when it is none.
struct Value
{
    uchar tag = 0;
    QByteArrayView content;
};

std::optional<Value> takeValue(QByteArrayView &bytes)
{
    if (bytes.size() < 2)
        return {};
    const auto byteAt = [&](qsizetype index) { return qsizetype(uchar(bytes.at(index))); };
    qsizetype head = 2;
    qsizetype length = byteAt(1);
    if (length >= 0x80) {
        const qsizetype count = length - 0x80;
        if (count < 1 || count > 4 || bytes.size() < 2 + count)
            return {};
        length = 0;
        for (qsizetype i = 0; i < count; ++i)
            length = length << 8 | byteAt(2 + i);
        head += count;
    }
    if (length > bytes.size() - head)
        return {};
    const Value value { uchar(bytes.at(0)), bytes.sliced(head, length) };
    bytes = bytes.sliced(head + length);
    return value;
}

constexpr uchar Sequence = 0x30;
constexpr uchar ObjectId = 0x06;
constexpr uchar FirstOption = 0xa0;

/// Signature algorithms with hashes of less than 224 bits, as the bytes of their object identifiers.
constexpr std::array<QByteArrayView, 9> WeakSignatures {
    "\x2a\x86\x48\x86\xf7\x0d\x01\x01\x02", // MD2 with RSA
    "\x2a\x86\x48\x86\xf7\x0d\x01\x01\x03", // MD4 with RSA
    "\x2a\x86\x48\x86\xf7\x0d\x01\x01\x04", // MD5 with RSA
    "\x2a\x86\x48\x86\xf7\x0d\x01\x01\x05", // SHA-1 with RSA
    "\x2b\x0e\x03\x02\x03", // MD5 with RSA (OIW)
    "\x2b\x0e\x03\x02\x1d", // SHA-1 with RSA (OIW)
    "\x2b\x0e\x03\x02\x1b", // SHA-1 with DSA (OIW)
    "\x2a\x86\x48\xce\x38\x04\x03", // SHA-1 with DSA
    "\x2a\x86\x48\xce\x3d\x04\x01", // SHA-1 with ECDSA
};
constexpr QByteArrayView RsaPss("\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0a");
constexpr QByteArrayView Sha1("\x2b\x0e\x03\x02\x1a");

/// Of RSA-PSS: its parameters name the hash, SHA-1 where they do not.
bool isWeakPss(QByteArrayView parameters)
{
    const auto sequence = takeValue(parameters);
    if (!sequence || sequence->tag != Sequence)
        return true;
    QByteArrayView options = sequence->content;
    const auto hash = takeValue(options);
    if (!hash || hash->tag != FirstOption)
        return true;
    QByteArrayView algorithm = hash->content;
    const auto named = takeValue(algorithm);
    QByteArrayView inner = named ? named->content : QByteArrayView();
    const auto id = takeValue(inner);
    return !id || id->content == Sha1;
}

/// Qt does not tell: RFC 5280, 4.1, Certificate: tbsCertificate, signatureAlgorithm, signatureValue.
bool isWeaklySigned(const QSslCertificate &certificate)
{
    const QByteArray der = certificate.toDer();
    QByteArrayView bytes(der);
    const auto whole = takeValue(bytes);
    QByteArrayView parts = whole ? whole->content : QByteArrayView();
    const auto contents = takeValue(parts);
    const auto algorithm = takeValue(parts);
    if (!contents || !algorithm || algorithm->tag != Sequence)
        return true; // None that a TLS library would take.
    QByteArrayView fields = algorithm->content;
    const auto id = takeValue(fields);
    if (!id || id->tag != ObjectId)
        return true;
    if (id->content == RsaPss)
        return isWeakPss(fields);
    return std::ranges::find(WeakSignatures, id->content) != WeakSignatures.end();
}

QString nameOf(const QSslCertificate &certificate)
{
    const QString name = readableText(certificate.subjectInfo(QSslCertificate::CommonName).value(0)).left(100);
    return name.isEmpty() ? u"without a name"_s : u"'%1'"_s.arg(name);
}

} // namespace

std::optional<QString> weaknessOf(const QList<QSslCertificate> &chain, const TlsSettings &settings)
{
    for (const QSslCertificate &certificate : chain) {
        if (certificate.isNull())
            continue;
        const QSslKey key = certificate.publicKey();
        const bool curve = key.algorithm() == QSsl::Ec;
        const bool measured = !key.isNull() && key.algorithm() != QSsl::Opaque; // Ed25519 and Ed448 are not.
        const int least = curve ? settings.minimumEcBits : settings.minimumRsaBits;
        if (measured && key.length() < least) {
            return u"the certificate %1 has %2 key of %3 bits, at least %4 are asked for (TlsSettings::%5)"_s.arg(
                nameOf(certificate), key.algorithm() == QSsl::Rsa ? u"an RSA"_s : curve ? u"an EC"_s : u"a DSA"_s,
                QString::number(key.length()), QString::number(least), curve ? u"minimumEcBits"_s : u"minimumRsaBits"_s);
        }
        if (!settings.allowWeakSignatures && !certificate.isSelfSigned() && isWeaklySigned(certificate))
            return u"the certificate %1 is signed with MD5 or SHA-1 (TlsSettings::allowWeakSignatures)"_s.arg(nameOf(certificate));
    }
    return {};
}

std::optional<Error> weakCertificate(const QList<QSslCertificate> &chain, const TlsSettings &settings, const QString &address)
{
    const std::optional<QString> weakness = weaknessOf(chain, settings);
    if (!weakness)
        return {};
    return Error { Error::Kind::Network, 0, u"WEAK_CERTIFICATE"_s, u"No secure connection to %1: %2. Nothing was sent."_s.arg(address, *weakness), {} };
}

} // namespace OpenSandbox
