// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "activitymodel.h"

#include "theme/fonts.h"
#include "theme/theme.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

/// "/code" and the sandbox's id from ".../sandboxes/ID/proxy/44772/code"; lifecycle paths stay whole, without the version.
std::pair<QString, QString> readable(const QUrl &url)
{
    QString path = url.path(QUrl::PrettyDecoded);
    static const QRegularExpression version(u"^/v\\d+(?=/)"_s);
    path.remove(version);
    static const QRegularExpression sandbox(u"/sandboxes/([^/]+)(/proxy/\\d+)?(/.*)?$"_s);
    const QRegularExpressionMatch match = sandbox.match(path);
    QString id;
    if (match.hasMatch()) {
        id = match.captured(1);
        if (!match.captured(2).isEmpty())
            path = match.captured(3).isEmpty() ? u"/"_s : match.captured(3);
        else if (!match.captured(3).isEmpty())
            path = u"/sandboxes/…"_s + match.captured(3);
    }
    return { path, id };
}

QString duration(std::chrono::milliseconds time)
{
    const auto ms = time.count();
    if (ms < 1000)
        return ActivityModel::tr("%1 ms").arg(ms);
    if (ms < 60'000)
        return ActivityModel::tr("%1 s").arg(double(ms) / 1000.0, 0, 'f', 2);
    return u"%1:%2"_s.arg(ms / 60'000).arg(ms / 1000 % 60, 2, 10, QChar(u'0'));
}

/// For a shell: inside single quotes only the quote itself is special.
QString quoted(QString text)
{
    text.replace(u'\'', u"'\\''"_s);
    return u'\'' + text + u'\'';
}

} // namespace

ActivityModel::ActivityModel(std::function<QString(const QString &)> nameOf, QObject *parent)
    : QAbstractTableModel(parent), m_nameOf(std::move(nameOf))
{
}

void ActivityModel::record(const QString &connectionId, const OpenSandbox::Exchange &exchange)
{
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        Row &row = m_rows[i];
        if (row.exchange.number == exchange.number && row.connectionId == connectionId && !row.exchange.finished) {
            row.exchange = exchange;
            Q_EMIT dataChanged(index(int(i), 0), index(int(i), ColumnCount - 1));
            return;
        }
        // What still runs is near the top; a finished one without a start is simply new.
        if (i > 2000)
            break;
    }
    const auto [path, sandbox] = readable(exchange.url);
    if (m_rows.size() >= limit) {
        beginRemoveRows({}, int(m_rows.size()) - 1, int(m_rows.size()) - 1);
        m_rows.removeLast();
        endRemoveRows();
    }
    beginInsertRows({}, 0, 0);
    m_rows.prepend({ connectionId, QDateTime::currentDateTime(), path, sandbox, exchange });
    endInsertRows();
}

void ActivityModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

QString ActivityModel::asCurl(int row) const
{
    if (row < 0 || row >= m_rows.size())
        return {};
    const OpenSandbox::Exchange &exchange = m_rows.at(row).exchange;
    QString line = u"curl --request %1 %2"_s.arg(QString::fromLatin1(exchange.method), quoted(QString::fromLatin1(exchange.url.toEncoded())));
    line += u" --header \"OPEN-SANDBOX-API-KEY: $OPEN_SANDBOX_API_KEY\""_s;
    if (exchange.method == "POST" || exchange.method == "PUT" || exchange.method == "PATCH")
        line += u" --header 'Content-Type: application/json' --data @request.json"_s;
    return line;
}

QString ActivityModel::problem(int row) const
{
    return row >= 0 && row < m_rows.size() ? m_rows.at(row).exchange.error : QString();
}

int ActivityModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int ActivityModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant ActivityModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows.size())
        return {};
    const Row &row = m_rows.at(index.row());
    const OpenSandbox::Exchange &e = row.exchange;
    const bool failed = e.finished && (!e.error.isEmpty() || e.httpStatus >= 400);
    const auto sandbox = [&] {
        const QString name = m_nameOf && !row.sandboxId.isEmpty() ? m_nameOf(row.sandboxId) : QString();
        return name.isEmpty() ? row.sandboxId : name;
    };
    const auto status = [&] { return e.httpStatus > 0 ? QString::number(e.httpStatus) : e.finished ? tr("none") : QString(); };
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case Time:
            return row.time.toString(u"HH:mm:ss"_s);
        case Method:
            return QString::fromLatin1(e.method);
        case Path:
            return row.path;
        case Sandbox:
            return sandbox();
        case Status:
            return status();
        case Duration:
            return e.finished ? duration(e.duration) : tr("running");
        case RequestId:
            return e.requestId;
        default:
            return {};
        }
    case SearchRole:
        return QStringList { QString::fromLatin1(e.method), row.path, sandbox(), status(), e.requestId, e.error }.join(u' ');
    case Qt::ToolTipRole:
        if (index.column() == Time)
            return tr("%1 UTC").arg(row.time.toUTC().toString(u"yyyy-MM-dd HH:mm:ss"_s));
        if (failed && !e.error.isEmpty())
            return e.error;
        if (index.column() == Path)
            return e.url.toDisplayString();
        return index.column() == RequestId ? e.requestId : QVariant();
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (index.column() == Duration ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::FontRole:
        if (index.column() == Method || index.column() == Path || index.column() == RequestId)
            return Fonts::output();
        if (index.column() == Status && failed)
            return Fonts::tabular(Fonts::body(QFont::DemiBold));
        return index.column() == Sandbox ? QVariant() : QVariant(Fonts::tabular(Fonts::body()));
    case Qt::ForegroundRole:
        if (index.column() == Status && failed)
            return Theme::current().bad;
        if (index.column() == Duration && !e.finished)
            return Theme::current().busy;
        if (index.column() == Time || index.column() == RequestId)
            return Theme::current().text2;
        return {};
    default:
        return {};
    }
}

QVariant ActivityModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section == Duration ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time");
    case Method:
        return tr("Method");
    case Path:
        return tr("Path");
    case Sandbox:
        return tr("Sandbox");
    case Status:
        return tr("Status");
    case Duration:
        return tr("Duration");
    case RequestId:
        return tr("Request ID");
    default:
        return {};
    }
}

#include "moc_activitymodel.cpp"
