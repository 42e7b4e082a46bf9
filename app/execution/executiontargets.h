// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspection.h"

#include <opensandbox/notebook/cell.h>

#include <QHash>
#include <QList>
#include <QMap>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <memory>

namespace Notebook {
class Runner;
}

/// A place where a cell can run: a language of a sandbox, and the context once there is one.
struct ExecutionTarget
{
    QString connection; ///< Name of the connection.
    QString sandboxId;
    QString sandboxName;
    QString image;
    QString language; ///< As SupportedLanguage names it: "python", "bash", ...
    QString contextId; ///< Empty: made at the first run.
    QString contextName; ///< What people see, for example "ctx-1"; empty without a context.
    int series = 0; ///< The sandbox's chart colour, from 0.
    bool running = true; ///< False: the sandbox is paused, over or unknown.
    bool first = true; ///< Of the contexts of its language: what a binding that names no context means.

    bool isValid() const { return !sandboxId.isEmpty(); }
    /// What a cell says to run here.
    Notebook::Binding binding() const;
    bool operator==(const ExecutionTarget &) const = default;
};

/// What a notebook remembers of a sandbox, to make one like it when it is gone.
struct SandboxRecipe
{
    QString name;
    QString image;
    QStringList entrypoint;
    QMap<QString, QString> limits; ///< "cpu", "memory": as far as the server tells them.
    std::chrono::seconds lifetime {}; ///< 0: not known.
    QString connection = {}; ///< Where it was; empty: where new ones are made.
    QString replaces = {}; ///< The id of the one that is gone.
    bool operator==(const SandboxRecipe &) const = default;
};

/**
 * Where cells may run, as a notebook sees it. SessionTargets is the real one over the sandbox store and
 * sessions; tests bring their own. Lives in the interface thread and outlives the notebooks.
 */
class ExecutionTargets : public QObject
{
    Q_OBJECT
public:
    using Created = std::function<void(const ExecutionTarget &target, const QString &error)>;
    using Finished = std::function<void(const QString &error)>;

    using QObject::QObject;

    /// Each context of each running sandbox, then the languages that have no context yet; grouped by sandbox.
    virtual QList<ExecutionTarget> targets() const = 0;
    /// What is known about a sandbox, named by id or name; `running` is false when it is not in the list or not running.
    virtual ExecutionTarget describe(const QString &sandbox, const QString &language) const = 0;
    /// The context that a binding names, or else what describe() says.
    virtual ExecutionTarget place(const Notebook::Binding &binding) const;
    /// Whether a binding can be used.
    enum class Standing {
        Unknown, ///< Its server was not asked yet, or does not answer.
        Ready,
        NotRunning, ///< The sandbox is there, but not up yet.
        Paused,
        SandboxGone,
        ContextGone,
    };
    virtual Standing standing(const Notebook::Binding &binding) const;
    /// Learns the contexts of this sandbox, and hears of their ends, from now on.
    virtual void attend(const QString &sandbox);
    /// Also of one that is gone, when it was attended to before.
    virtual SandboxRecipe recipe(const QString &sandbox) const;
    /// The sandbox that was made in the place of one that is gone, by whichever notebook; empty while there is none.
    virtual QString successor(const QString &sandbox) const;
    /// Until it ends by itself; absent: it does not, or that is not known.
    virtual std::optional<std::chrono::seconds> remaining(const QString &sandbox) const;
    virtual void renew(const QString &sandbox, std::chrono::seconds more);
    /// Lets a paused sandbox go on; changed() comes when it does.
    virtual void resume(const QString &sandbox);
    /// Runs cells of every sandbox; never null, owned by this object.
    virtual Notebook::Runner *runner() = 0;
    /// What a new sandbox can run; empty: not known.
    virtual QStringList languages() const { return {}; }
    /// Makes a sandbox and calls back once, with a target or with a readable error.
    virtual void createSandbox(const QString &language, Created done) = 0;
    /// The same with a sandbox like another one that is gone; what the recipe does not say is as createSandbox() has it.
    virtual void createLike(const SandboxRecipe &recipe, const QString &language, Created done);
    /// One more context of a language.
    virtual void createContext(const QString &sandbox, const QString &language, Created done);
    /// The same for one notebook alone: it never becomes the first of its language, which others use.
    virtual void createOwnContext(const QString &sandbox, const QString &language, Created done);
    /// The one that it was made for needs it no more. Nobody waits for it to end; ownContextLeft() tells when it did not.
    virtual void endOwnContext(const QString &sandbox, const QString &contextId);
    /// A fresh context in place of the one a binding uses; all its variables are gone.
    virtual void restartContext(const Notebook::Binding &binding, Finished done) = 0;
    /// Asks whether the context answers, and says so in one sentence.
    virtual void checkContext(const Notebook::Binding &binding, std::function<void(const QString &text, bool idle)> done) = 0;

    // Asked of a context only while nothing runs there; it never waits for a run. Each answers once, later.
    virtual void complete(const Notebook::Binding &binding, const QString &code, qsizetype position, Inspection::Answer<Inspection::Completion> done);
    virtual void inspect(const Notebook::Binding &binding, const QString &code, qsizetype position, Inspection::Answer<QString> done);
    virtual void variables(const Notebook::Binding &binding, Inspection::Answer<Inspection::Variables> done);
    virtual void rows(const Notebook::Binding &binding, const QString &variable, const Inspection::RowQuery &query, Inspection::Answer<Inspection::Rows> done);

    /// This open notebook, called `name`, uses this context. Its file, if it has one, is what it is known by when it is opened again.
    void noteUser(QObject *notebook, const QString &name, const QString &path, const Notebook::Binding &binding);
    /// It uses none any more; what it ran is still in the variables.
    void forgetUser(const QObject *notebook);
    /// Which of the contexts that were made for this notebook nobody else uses.
    QList<Notebook::Binding> unshared(const QObject *notebook, const QList<Notebook::Binding> &own) const;
    /// It is closed. With `end`, the contexts in `own` end, unless another one uses them, too; without, they wait for its file to come back.
    void leave(const QObject *notebook, const QString &path, const QList<Notebook::Binding> &own, bool end);
    /// Whether contexts of their own end with notebooks, when nothing else was said; they do.
    bool endsOwnContexts() const { return m_endsOwnContexts; }
    void setEndsOwnContexts(bool end) { m_endsOwnContexts = end; }
    /// The other open notebooks that use this context.
    QStringList otherUsers(const QObject *notebook, const Notebook::Binding &binding) const;
    /// Another notebook ran something there. Whether or not it is still open, unless it has no file by which it could come back.
    bool isTaken(const QObject *notebook, const QString &path, const Notebook::Binding &binding) const;

    /// The contexts of its own that a notebook of this file used until it was closed; they may be gone by now.
    /// Without a context where that ended with it.
    QList<Notebook::Binding> ownBefore(const QString &path) const { return m_left.value(path); }

Q_SIGNALS:
    /// The list, a name, a state or a colour changed.
    void changed();
    /// The variables of this context are gone: it was restarted, deleted, or its sandbox ended. `key` is Binding::key(). `wanted`: it was
    /// restarted because somebody asked for that, here or elsewhere in the program.
    void contextLost(const QString &key, const QString &reason, bool wanted = false);
    /// A restart gave this context another id.
    void contextReplaced(const QString &contextId, const QString &newId);
    /// A context that should have ended with its notebook did not.
    void ownContextLeft(const ExecutionTarget &context, const QString &reason);

private:
    struct User
    {
        QPointer<QObject> notebook; ///< Null: it was closed.
        QString name;
        QString path;
        bool present = true;
        Notebook::Binding binding;

        bool operator==(const User &) const = default;
    };
    using Users = QList<User>;
    QString contextKey(const Notebook::Binding &binding) const;

    /// Who used what this names, by the name of it and by the context that it means now.
    Users usersOf(const Notebook::Binding &binding) const;
    bool isOver(const Notebook::Binding &binding) const;

    QHash<QString, Users> m_users; ///< By context.
    QHash<QString, QList<Notebook::Binding>> m_left; ///< What closed notebooks had for themselves, by file.
    bool m_endsOwnContexts = true;
};
