// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "executiontargets.h"

#include <algorithm>
#include <iterator>

namespace {

Inspection::Refusal notOffered()
{
    return { true, false, ExecutionTargets::tr("This server does not offer it.") };
}

} // namespace

Notebook::Binding ExecutionTarget::binding() const
{
    return { connection, sandboxId, language, first ? QString() : contextId };
}

ExecutionTarget ExecutionTargets::place(const Notebook::Binding &binding) const
{
    ExecutionTarget target = describe(binding.sandbox, binding.language);
    if (binding.context.isEmpty() || target.contextId == binding.context)
        return target;
    const QList<ExecutionTarget> all = targets();
    for (const ExecutionTarget &one : all) {
        if (one.sandboxId == target.sandboxId && one.contextId == binding.context)
            return one;
    }
    target.contextId = binding.context;
    target.contextName = binding.context.left(8);
    target.first = false;
    return target;
}

ExecutionTargets::Standing ExecutionTargets::standing(const Notebook::Binding &binding) const
{
    const ExecutionTarget target = describe(binding.sandbox, binding.language);
    if (!target.isValid())
        return Standing::SandboxGone;
    if (!target.running)
        return Standing::NotRunning;
    if (binding.context.isEmpty() || target.contextId == binding.context)
        return Standing::Ready;
    const QList<ExecutionTarget> all = targets();
    for (const ExecutionTarget &one : all) {
        if (one.sandboxId == target.sandboxId && one.contextId == binding.context)
            return Standing::Ready;
    }
    return Standing::ContextGone;
}

void ExecutionTargets::attend(const QString &) { }

void ExecutionTargets::resume(const QString &) { }

SandboxRecipe ExecutionTargets::recipe(const QString &sandbox) const
{
    const ExecutionTarget target = describe(sandbox, {});
    return { .name = target.sandboxName, .image = target.image, .entrypoint = {}, .limits = {} };
}

std::optional<std::chrono::seconds> ExecutionTargets::remaining(const QString &) const
{
    return {};
}

void ExecutionTargets::renew(const QString &, std::chrono::seconds) { }

QString ExecutionTargets::successor(const QString &) const
{
    return {};
}

void ExecutionTargets::createLike(const SandboxRecipe &, const QString &language, Created done)
{
    createSandbox(language, std::move(done));
}

void ExecutionTargets::createContext(const QString &, const QString &, Created done)
{
    done({}, tr("This server does not offer it."));
}

void ExecutionTargets::createOwnContext(const QString &sandbox, const QString &language, Created done)
{
    createContext(sandbox, language, std::move(done));
}

void ExecutionTargets::endOwnContext(const QString &, const QString &) { }

void ExecutionTargets::complete(const Notebook::Binding &, const QString &, qsizetype, Inspection::Answer<Inspection::Completion> done)
{
    done(std::unexpected(notOffered()));
}

void ExecutionTargets::inspect(const Notebook::Binding &, const QString &, qsizetype, Inspection::Answer<QString> done)
{
    done(std::unexpected(notOffered()));
}

void ExecutionTargets::variables(const Notebook::Binding &, Inspection::Answer<Inspection::Variables> done)
{
    done(std::unexpected(notOffered()));
}

void ExecutionTargets::rows(const Notebook::Binding &, const QString &, const Inspection::RowQuery &, Inspection::Answer<Inspection::Rows> done)
{
    done(std::unexpected(notOffered()));
}

/// The first context of a language is the same one whether or not a binding names it, and before it is made.
QString ExecutionTargets::contextKey(const Notebook::Binding &binding) const
{
    const ExecutionTarget target = place(binding);
    if (!target.first && !target.contextId.isEmpty())
        return target.contextId;
    return (target.sandboxId.isEmpty() ? binding.sandbox : target.sandboxId) + QChar(0x1f) + binding.language;
}

ExecutionTargets::Users ExecutionTargets::usersOf(const Notebook::Binding &binding) const
{
    const QString key = contextKey(binding);
    Users users = m_users.value(key);
    const QString id = place(binding).contextId;
    if (!id.isEmpty() && id != key)
        users += m_users.value(id); // It became the first one after they had come to it by its name.
    return users;
}

void ExecutionTargets::noteUser(QObject *notebook, const QString &name, const QString &path, const Notebook::Binding &binding)
{
    Users &users = m_users[contextKey(binding)];
    const User user { notebook, name, path, true, binding };
    const auto known = std::ranges::find(users, notebook, [](const User &other) { return other.notebook.data(); });
    if (known == users.end())
        users.append(user);
    else if (*known == user)
        return;
    else
        *known = user;
    Q_EMIT changed();
}

void ExecutionTargets::forgetUser(const QObject *notebook)
{
    for (Users &users : m_users) {
        for (User &user : users)
            user.present = user.present && user.notebook != notebook;
    }
}

bool ExecutionTargets::isOver(const Notebook::Binding &binding) const
{
    const Standing now = standing(binding);
    return now == Standing::SandboxGone || now == Standing::ContextGone;
}

QList<Notebook::Binding> ExecutionTargets::unshared(const QObject *notebook, const QList<Notebook::Binding> &own) const
{
    QList<Notebook::Binding> alone;
    std::ranges::copy_if(own, std::back_inserter(alone), [this, notebook](const Notebook::Binding &binding) { return otherUsers(notebook, binding).isEmpty() && !isOver(binding); });
    return alone;
}

void ExecutionTargets::leave(const QObject *notebook, const QString &path, const QList<Notebook::Binding> &own, bool end)
{
    const QList<Notebook::Binding> ending = end ? unshared(notebook, own) : QList<Notebook::Binding>();
    QList<Notebook::Binding> left;
    for (Notebook::Binding binding : own) {
        if (ending.contains(binding))
            binding.context.clear(); // It wants one of its own again, but not that one.
        left.append(binding);
    }
    if (!path.isEmpty() && !left.isEmpty())
        m_left.insert(path, left);
    for (QList<Notebook::Binding> &bindings : m_left)
        bindings.removeIf([this](const Notebook::Binding &binding) { return standing(binding) == Standing::SandboxGone; });
    m_left.removeIf([](std::pair<const QString &, QList<Notebook::Binding> &> file) { return file.second.isEmpty(); });
    const auto ends = [&ending](const Notebook::Binding &binding) {
        return std::ranges::any_of(ending, [&binding](const Notebook::Binding &one) { return one.sandbox == binding.sandbox && one.context == binding.context; });
    };
    // Whoever has a file may come back to what it left in the variables, once for each file. The others are nobody any more.
    for (Users &users : m_users) {
        Users kept;
        for (User user : std::as_const(users)) {
            if (!user.notebook || user.notebook == notebook) {
                user.notebook.clear();
                const bool known = std::ranges::any_of(kept, [&user](const User &other) { return !other.notebook && other.path == user.path; });
                if (known || user.path.isEmpty() || ends(user.binding) || isOver(user.binding))
                    continue;
            }
            kept.append(user);
        }
        users = kept;
    }
    m_users.removeIf([](std::pair<const QString &, Users &> context) { return context.second.isEmpty(); });
    for (const Notebook::Binding &binding : ending)
        endOwnContext(binding.sandbox, binding.context);
}

QStringList ExecutionTargets::otherUsers(const QObject *notebook, const Notebook::Binding &binding) const
{
    QStringList names;
    if (m_users.isEmpty() || binding.sandbox.isEmpty())
        return names;
    const Users users = usersOf(binding);
    for (const User &user : users) {
        if (user.present && user.notebook && user.notebook != notebook && !names.contains(user.name))
            names.append(user.name);
    }
    return names;
}

bool ExecutionTargets::isTaken(const QObject *notebook, const QString &path, const Notebook::Binding &binding) const
{
    const Users users = usersOf(binding);
    return std::ranges::any_of(users, [notebook, &path](const User &user) {
        const bool before = !user.notebook && (user.path.isEmpty() || user.path == path); // The same one, closed meanwhile, or nobody any more.
        return user.notebook != notebook && !before;
    });
}
