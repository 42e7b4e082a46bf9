// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFile>
#include <QProcess>
#include <QSslCertificate>
#include <QSslKey>
#include <QTemporaryDir>

/// Certificates of a CA of the test's own, made by the openssl tool in a folder of their own.
class TestCertificates
{
public:
    QString path(const QString &name) const { return m_files.filePath(name); }

    /// NAME.pem and NAME.key. `algorithm` follows -newkey.
    bool make(const QString &name, const QStringList &algorithm, const QStringList &more = {})
    {
        using namespace Qt::StringLiterals;
        return openssl(QStringList { u"req"_s, u"-x509"_s, u"-newkey"_s } + algorithm
                       + QStringList { u"-keyout"_s, QString(name + u".key"_s), u"-out"_s, QString(name + u".pem"_s), u"-days"_s, u"2"_s, u"-subj"_s, QString(u"/CN="_s + name) } + more);
    }
    /// The further arguments that make it a certificate of this CA, for 127.0.0.1.
    static QStringList by(const QString &ca)
    {
        using namespace Qt::StringLiterals;
        return { u"-CA"_s, QString(ca + u".pem"_s), u"-CAkey"_s, QString(ca + u".key"_s), u"-addext"_s, u"basicConstraints=critical,CA:FALSE"_s, u"-addext"_s, u"subjectAltName=IP:127.0.0.1"_s };
    }
    static QStringList ec(const QString &curve = QStringLiteral("prime256v1"))
    {
        using namespace Qt::StringLiterals;
        return { u"ec"_s, u"-pkeyopt"_s, QString(u"ec_paramgen_curve:"_s + curve), u"-nodes"_s };
    }
    static QStringList rsa(int bits)
    {
        using namespace Qt::StringLiterals;
        return { u"rsa:%1"_s.arg(bits), u"-nodes"_s };
    }

    QSslCertificate certificate(const QString &name) const { return QSslCertificate(content(name + QStringLiteral(".pem"))); }
    QSslKey key(const QString &name, QSsl::KeyAlgorithm algorithm) const { return QSslKey(content(name + QStringLiteral(".key")), algorithm); }

    QByteArray content(const QString &name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private:
    bool openssl(const QStringList &arguments)
    {
        QProcess process;
        process.setWorkingDirectory(m_files.path());
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(QStringLiteral("openssl"), arguments);
        const bool done = process.waitForFinished(60'000) && process.exitCode() == 0;
        if (!done)
            qWarning().noquote() << process.readAll();
        return done;
    }

    QTemporaryDir m_files;
};
