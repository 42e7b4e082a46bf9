// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxwords.h"

#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;
using OpenSandbox::SandboxState;

StateLook SandboxWords::state(const SandboxState &state)
{
    if (state.name.isEmpty())
        return { u"circle-question-mark"_s, tr("No state"), Meaning::Idle };
    return sandboxStateLook(state.name);
}

StateLook SandboxWords::state(const SandboxRecord &record)
{
    switch (record.presence) {
    case SandboxRecord::Presence::Listed: return state(record.info.state);
    case SandboxRecord::Presence::Killing: return sandboxStateLook(u"Stopping"_s);
    case SandboxRecord::Presence::Expired: return sandboxStateLook(u"Expired"_s);
    case SandboxRecord::Presence::Killed: return { u"circle-minus"_s, tr("Killed"), Meaning::Idle };
    case SandboxRecord::Presence::Gone: return { u"circle-question-mark"_s, tr("Gone"), Meaning::Idle };
    }
    return {};
}

QString SandboxWords::fact(const SandboxRecord &record, const QDateTime &now)
{
    const auto since = [&now](const std::optional<QDateTime> &moment) -> QString {
        if (!moment || !moment->isValid())
            return {};
        return tr("for %1").arg(age(std::chrono::seconds(std::max<qint64>(0, moment->secsTo(now)))));
    };
    const SandboxState &state = record.info.state;
    const QString reason = !state.message.isEmpty() ? state.message.section(u'\n', 0, 0) : state.reason;
    using Presence = SandboxRecord::Presence;
    switch (record.presence) {
    case Presence::Killing:
        return {};
    case Presence::Expired:
        return record.info.expiresAt ? tr("at %1").arg(record.info.expiresAt->toLocalTime().time().toString(u"HH:mm:ss"_s)) : QString();
    case Presence::Killed:
    case Presence::Gone:
        return tr("last seen %1").arg(record.lastSeenAt.time().toString(u"HH:mm:ss"_s));
    case Presence::Listed:
        break;
    }
    using Kind = SandboxState::Kind;
    switch (state.kind) {
    case Kind::Running:
        if (record.info.expiresAt && record.info.expiresAt->secsTo(now) > 1)
            return tr("expiry passed, still running");
        if (record.contexts > 0)
            return tr("%n context(s)", nullptr, record.contexts);
        return since(record.info.createdAt);
    case Kind::Paused:
        return since(state.lastTransitionAt);
    case Kind::Pending:
    case Kind::Failed:
        return reason;
    case Kind::Terminated: {
        const auto moment = state.lastTransitionAt ? state.lastTransitionAt : record.info.createdAt;
        return moment ? when(*moment) : QString();
    }
    default:
        return reason;
    }
}

QString SandboxWords::remaining(std::chrono::seconds left)
{
    const qint64 s = std::max<qint64>(0, left.count());
    if (s < 3600)
        return u"%1:%2"_s.arg(s / 60).arg(s % 60, 2, 10, QChar(u'0'));
    if (s < 86400)
        return tr("%1 h %2 m").arg(s / 3600).arg(s / 60 % 60);
    return tr("%1 d %2 h").arg(s / 86400).arg(s / 3600 % 24);
}

QString SandboxWords::remainingInWords(std::chrono::seconds left)
{
    const int s = int(std::clamp<qint64>(left.count(), 0, std::numeric_limits<int>::max()));
    if (s < 60)
        return tr("%n second(s)", nullptr, s);
    if (s < 3600)
        return tr("%n minute(s)", nullptr, s / 60);
    if (s < 86400)
        return tr("%n hour(s)", nullptr, s / 3600);
    return tr("%n day(s)", nullptr, s / 86400);
}

QString SandboxWords::age(std::chrono::seconds age)
{
    const qint64 s = std::max<qint64>(0, age.count());
    if (s < 60)
        return tr("%1 s").arg(s);
    if (s < 3600)
        return tr("%1 min").arg(s / 60);
    if (s < 86400)
        return tr("%1 h").arg(s / 3600);
    return tr("%1 d").arg(s / 86400);
}

QString SandboxWords::lifetime(std::chrono::seconds lifetime)
{
    const qint64 s = std::max<qint64>(0, lifetime.count());
    if (s < 60)
        return tr("%1 s").arg(s);
    const qint64 minutes = (s + 30) / 60;
    if (minutes < 60)
        return tr("%1 min").arg(minutes);
    if (minutes < 48 * 60)
        return minutes % 60 == 0 ? tr("%1 h").arg(minutes / 60) : tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
    const qint64 hours = minutes / 60;
    return hours % 24 == 0 ? tr("%1 d").arg(hours / 24) : tr("%1 d %2 h").arg(hours / 24).arg(hours % 24);
}

QString SandboxWords::sandboxes(int count)
{
    return tr("%Ln sandbox(es)", nullptr, count);
}

QString SandboxWords::memory(double mib)
{
    const QLocale locale;
    if (mib < 1024)
        return tr("%1 MiB").arg(locale.toString(mib, 'f', 0));
    return tr("%1 GiB").arg(locale.toString(mib / 1024, 'f', mib < 10240 ? 2 : 1));
}

QString SandboxWords::when(const QDateTime &moment)
{
    const QDateTime local = moment.toLocalTime();
    const qint64 days = QDate::currentDate().daysTo(local.date());
    const QString time = local.time().toString(u"HH:mm:ss"_s);
    if (days == 0)
        return tr("today %1").arg(time);
    if (days == 1)
        return tr("tomorrow %1").arg(time);
    if (days == -1)
        return tr("yesterday %1").arg(time);
    return u"%1 %2"_s.arg(local.date().toString(Qt::ISODate), time);
}

QString SandboxWords::shortImage(const QString &image)
{
    return image.section(u'/', -1);
}

QString SandboxWords::languageName(const QString &language)
{
    static const QHash<QString, QString> names {
        { u"python"_s, u"Python"_s }, { u"bash"_s, u"Bash"_s }, { u"javascript"_s, u"JavaScript"_s },
        { u"typescript"_s, u"TypeScript"_s }, { u"java"_s, u"Java"_s }, { u"go"_s, u"Go"_s },
    };
    return names.value(language, language);
}

QString SandboxWords::languageBadge(const QString &language)
{
    static const QHash<QString, QString> letters {
        { u"python"_s, u"py"_s }, { u"bash"_s, u"sh"_s }, { u"javascript"_s, u"js"_s },
        { u"typescript"_s, u"ts"_s }, { u"java"_s, u"java"_s }, { u"go"_s, u"go"_s },
    };
    return letters.value(language, language.left(4));
}

QString SandboxWords::accessible(const SandboxRecord &record, std::optional<std::chrono::seconds> left)
{
    QStringList parts { record.name(), state(record).word };
    const QString what = fact(record, QDateTime::currentDateTimeUtc());
    if (!what.isEmpty())
        parts << what;
    if (record.isPresent()) {
        if (left)
            parts << tr("expires in %1").arg(remainingInWords(*left));
        else if (!record.info.expiresAt)
            parts << tr("no time limit");
    }
    return parts.join(u", "_s);
}

QString SandboxWords::expiryTip(const SandboxRecord &record)
{
    if (!record.info.expiresAt)
        return tr("Runs until it is killed.");
    const QDateTime expiry = *record.info.expiresAt;
    return tr("Expires %1 (%2 UTC)").arg(when(expiry), expiry.toUTC().time().toString(u"HH:mm:ss"_s));
}
