// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "landing.h"

#include <QFileInfo>
#include <QRandomGenerator>
#include <QSaveFile>

#include <cerrno>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace OpenSandbox {

Landing::~Landing()
{
    m_file.reset();
    if (!m_name.isEmpty())
        QFile::remove(m_name);
}

bool Landing::open()
{
    if (const QFileInfo target(m_path); target.exists() || target.isSymLink()) {
        m_file = std::make_unique<QSaveFile>(m_path);
        return m_file->open(QIODevice::WriteOnly);
    }
    constexpr int Tries = 100;
    for (int i = 0; i < Tries; ++i) {
        const QString name = m_path + u'.' + QString::number(QRandomGenerator::global()->generate() | 0x80000000U, 36);
        m_file = std::make_unique<QFile>(name);
        if (m_file->open(QIODevice::WriteOnly | QIODevice::NewOnly)) {
            m_name = name;
            return true;
        }
        if (!QFileInfo::exists(name))
            break;
    }
    return false;
}

bool Landing::land()
{
    if (auto *replacement = qobject_cast<QSaveFile *>(m_file.get()))
        return replacement->commit();
    if (!m_file->flush())
        return false;
    m_file->close();
    if (m_file->error() != QFileDevice::NoError)
        return false;
    if (std::rename(QFile::encodeName(m_name).constData(), QFile::encodeName(m_path).constData()) != 0) {
        m_error = qt_error_string(errno);
        return false;
    }
    m_name.clear();
    return true;
}

} // namespace OpenSandbox
