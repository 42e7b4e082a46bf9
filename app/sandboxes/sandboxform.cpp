// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandboxform.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <cmath>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qsizetype LongestLabel = 63;
constexpr qsizetype LongestPrefix = 253;
constexpr double SmallestMemoryGib = 0.0625;

// What people read in recipes.json, for the catalogues.
[[maybe_unused]] constexpr const char *RecipeTexts[] = {
    QT_TRANSLATE_NOOP("Recipe", "Python notebook"),
    QT_TRANSLATE_NOOP("Recipe", "Python with numpy, pandas and matplotlib. Opens a new notebook in it."),
    QT_TRANSLATE_NOOP("Recipe", "Multi-language"),
    QT_TRANSLATE_NOOP("Recipe", "One notebook, a context for each language that is installed."),
    QT_TRANSLATE_NOOP("Recipe", "Shell"),
    QT_TRANSLATE_NOOP("Recipe", "Bash in a private home. Network off."),
};

QString translated(const QJsonValue &text)
{
    return QCoreApplication::translate("Recipe", text.toString().toUtf8().constData());
}

} // namespace

QString SandboxForm::labelValueProblem(const QString &value)
{
    if (value.isEmpty())
        return {};
    if (value.size() > LongestLabel)
        return tr("At most 63 characters, this has %1.").arg(value.size());
    static const QRegularExpression allowed(u"\\A[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?\\z"_s);
    if (!allowed.match(value).hasMatch())
        return tr("Only letters, digits, '-', '_' and '.', with a letter or digit at both ends.");
    return {};
}

QString SandboxForm::labelKeyProblem(const QString &key)
{
    const qsizetype slash = key.indexOf(u'/');
    if (slash >= 0) {
        const QString prefix = key.first(slash);
        static const QRegularExpression domain(u"\\A[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\\z"_s);
        if (prefix.size() > LongestPrefix || !domain.match(prefix).hasMatch())
            return tr("Before '/' stands a lower-case domain name.");
        if (prefix == "opensandbox.io"_L1)
            return tr("'opensandbox.io/' is kept for the server.");
    }
    const QString name = key.sliced(slash + 1);
    if (name.isEmpty())
        return tr("The key is missing.");
    return labelValueProblem(name);
}

bool SandboxForm::looksSecret(const QString &key)
{
    static const QRegularExpression secret(u"(TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|_KEY$|^KEY$)"_s, QRegularExpression::CaseInsensitiveOption);
    return secret.match(key).hasMatch();
}

std::optional<QStringList> SandboxForm::splitWords(const QString &text)
{
    QStringList words;
    QString word;
    bool inWord = false;
    QChar quote;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        if (!quote.isNull()) {
            if (c == quote) {
                quote = {};
            } else if (c == u'\\' && quote == u'"' && i + 1 < text.size() && (text.at(i + 1) == u'"' || text.at(i + 1) == u'\\')) {
                word += text.at(++i);
            } else {
                word += c;
            }
        } else if (c == u'"' || c == u'\'') {
            quote = c;
            inWord = true;
        } else if (c == u'\\' && i + 1 < text.size()) {
            word += text.at(++i);
            inWord = true;
        } else if (c.isSpace()) {
            if (inWord)
                words << std::exchange(word, {});
            inWord = false;
        } else {
            word += c;
            inWord = true;
        }
    }
    if (!quote.isNull())
        return {};
    if (inWord)
        words << word;
    return words;
}

QString SandboxForm::joinWords(const QStringList &words)
{
    QStringList quoted;
    static const QRegularExpression plain(u"\\A[A-Za-z0-9_@%+=:,./-]+\\z"_s);
    for (const QString &word : words) {
        if (plain.match(word).hasMatch()) {
            quoted << word;
        } else {
            QString inside = word;
            inside.replace(u'\'', u"'\\''"_s);
            quoted << u'\'' + inside + u'\'';
        }
    }
    return quoted.join(u' ');
}

QString SandboxForm::memoryText(double gib)
{
    const qint64 mib = std::llround(gib * 1024);
    return mib % 1024 == 0 ? u"%1Gi"_s.arg(mib / 1024) : u"%1Mi"_s.arg(mib);
}

QString SandboxForm::cpuText(double cores)
{
    const qint64 milli = std::llround(cores * 1000);
    return milli % 1000 == 0 ? QString::number(milli / 1000) : u"%1m"_s.arg(milli);
}

QList<SandboxForm::Issue> SandboxForm::issues(bool isLocal, const LocalCatalog &catalog) const
{
    QList<Issue> found;
    const auto add = [&found](Field field, const QString &text, int row = -1) {
        if (!text.isEmpty())
            found << Issue { field, row, text };
    };
    add(Field::Name, labelValueProblem(name.trimmed()));
    if (image.trimmed().isEmpty())
        add(Field::Image, tr("An image is needed."));
    else if (image.trimmed().contains(u' '))
        add(Field::Image, tr("An image name has no spaces."));
    else if (catalog.isKnown() && !catalog.find(image))
        add(Field::Image, tr("The local runtime downloads no images. Choose one of the list, or another connection."));
    if (lifetime && *lifetime < 60s)
        add(Field::Lifetime, tr("At least 60 s."));
    if (!(cpu > 0))
        add(Field::Cpu, tr("More than 0."));
    if (memoryGib < SmallestMemoryGib)
        add(Field::Memory, tr("At least 64 MiB."));

    static const QRegularExpression variable(u"\\A[A-Za-z_][A-Za-z0-9_]*\\z"_s);
    QSet<QString> seen;
    for (int row = 0; row < environment.size(); ++row) {
        const Pair &pair = environment.at(row);
        if (pair.key.isEmpty() && pair.value.isEmpty())
            continue;
        if (!variable.match(pair.key).hasMatch())
            add(Field::Environment, pair.key.isEmpty() ? tr("The name is missing.") : tr("Only letters, digits and '_', no digit first."), row);
        else if (seen.contains(pair.key))
            add(Field::Environment, tr("%1 is there twice.").arg(pair.key), row);
        seen.insert(pair.key);
    }
    seen.clear();
    for (int row = 0; row < metadata.size(); ++row) {
        const Pair &pair = metadata.at(row);
        if (pair.key.isEmpty() && pair.value.isEmpty())
            continue;
        QString problem = labelKeyProblem(pair.key);
        if (problem.isEmpty())
            problem = labelValueProblem(pair.value);
        if (problem.isEmpty() && pair.key == "name"_L1 && !name.trimmed().isEmpty())
            problem = tr("'name' is set above.");
        if (problem.isEmpty() && seen.contains(pair.key))
            problem = tr("%1 is there twice.").arg(pair.key);
        add(Field::Metadata, problem, row);
        seen.insert(pair.key);
    }
    if (network == Network::DenyUnlessListed) {
        static const QRegularExpression host(u"\\A(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9.:/-]*[A-Za-z0-9])?\\z"_s);
        for (int row = 0; row < hosts.size(); ++row) {
            if (!host.match(hosts.at(row)).hasMatch())
                add(Field::Network, tr("'%1' is no host name, address or range.").arg(hosts.at(row)), row);
        }
        if (isLocal && !hosts.isEmpty())
            add(Field::Network, tr("The local runtime cannot filter by host name. Choose No network or another connection."));
    }
    const auto words = splitWords(entrypoint);
    if (!words)
        add(Field::Entrypoint, tr("A quote is not closed."));
    else if (words->isEmpty())
        add(Field::Entrypoint, tr("An entrypoint is needed, for example: tail -f /dev/null"));
    return found;
}

OpenSandbox::CreateOptions SandboxForm::options() const
{
    OpenSandbox::CreateOptions options;
    options.image = image.trimmed();
    options.entrypoint = splitWords(entrypoint).value_or(QStringList());
    options.timeout = lifetime;
    options.resourceLimits = { { u"cpu"_s, cpuText(cpu) }, { u"memory"_s, memoryText(memoryGib) } };
    for (const Pair &pair : environment) {
        if (!pair.key.isEmpty())
            options.env.insert(pair.key, pair.value);
    }
    if (!name.trimmed().isEmpty())
        options.metadata.insert(u"name"_s, name.trimmed());
    for (const Pair &pair : metadata) {
        if (!pair.key.isEmpty())
            options.metadata.insert(pair.key, pair.value);
    }
    switch (network) {
    case Network::ServerDefault:
        break;
    case Network::AllowAll:
        options.networkPolicy = OpenSandbox::NetworkPolicy { u"allow"_s, {} };
        break;
    case Network::None:
        options.networkPolicy = OpenSandbox::NetworkPolicy { u"deny"_s, {} };
        break;
    case Network::DenyUnlessListed: {
        OpenSandbox::NetworkPolicy policy { u"deny"_s, {} };
        for (const QString &host : hosts)
            policy.egress << OpenSandbox::NetworkRule { u"allow"_s, host };
        options.networkPolicy = policy;
        break;
    }
    }
    return options;
}

SandboxForm SandboxForm::like(const OpenSandbox::SandboxInfo &info, std::chrono::seconds lifetime)
{
    SandboxForm form;
    form.image = info.image;
    form.entrypoint = joinWords(info.entrypoint);
    if (info.expiresAt)
        form.lifetime = lifetime >= 60s ? lifetime : std::chrono::seconds(4h);
    else
        form.lifetime.reset();
    for (const auto &[key, value] : info.metadata.asKeyValueRange()) {
        if (key == "name"_L1)
            form.name = value;
        else if (labelKeyProblem(key).isEmpty())
            form.metadata << Pair { key, value };
    }
    return form;
}

QList<Recipe> Recipe::parse(const QByteArray &json)
{
    QList<Recipe> recipes;
    const QJsonArray list = QJsonDocument::fromJson(json).object().value("recipes"_L1).toArray();
    for (const QJsonValue &value : list) {
        const QJsonObject object = value.toObject();
        Recipe recipe;
        recipe.id = object.value("id"_L1).toString();
        recipe.title = translated(object.value("title"_L1));
        if (recipe.id.isEmpty() || recipe.title.isEmpty())
            continue;
        recipe.icon = object.value("icon"_L1).toString();
        recipe.description = translated(object.value("description"_L1));
        recipe.namePrefix = object.value("namePrefix"_L1).toString(u"sandbox"_s);
        SandboxForm &form = recipe.form;
        form.image = object.value("image"_L1).toString();
        QStringList words;
        const QJsonArray entrypoint = object.value("entrypoint"_L1).toArray();
        for (const QJsonValue &word : entrypoint)
            words << word.toString();
        if (words.isEmpty())
            words = OpenSandbox::CreateOptions().entrypoint;
        form.entrypoint = SandboxForm::joinWords(words);
        if (object.contains("lifetimeSeconds"_L1)) {
            const qint64 seconds = object.value("lifetimeSeconds"_L1).toInteger();
            form.lifetime = seconds > 0 ? std::optional(std::chrono::seconds(seconds)) : std::nullopt;
        }
        form.cpu = object.value("cpu"_L1).toDouble(1);
        form.memoryGib = object.value("memoryGib"_L1).toDouble(2);
        const QJsonObject environment = object.value("environment"_L1).toObject();
        for (auto it = environment.begin(); it != environment.end(); ++it)
            form.environment << SandboxForm::Pair { it.key(), it.value().toString() };
        const QJsonArray languages = object.value("languages"_L1).toArray();
        for (const QJsonValue &language : languages)
            form.languages << language.toString();
        form.openNotebook = object.value("openNotebook"_L1).toBool();
        const QString network = object.value("network"_L1).toString();
        if (network == "none"_L1)
            form.network = SandboxForm::Network::None;
        else if (network == "allow"_L1)
            form.network = SandboxForm::Network::AllowAll;
        recipes << recipe;
    }
    return recipes;
}

// A static library's resources register themselves only when somebody asks; the macro wants no namespace around it.
static void registerRecipes()
{
    Q_INIT_RESOURCE(wb_recipes);
}

QList<Recipe> Recipe::shipped()
{
    registerRecipes();
    QFile file(u":/recipes/recipes.json"_s);
    return file.open(QIODevice::ReadOnly) ? parse(file.readAll()) : QList<Recipe>();
}
