// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fakes.h"

#include "notebook/cellcanvas.h"
#include "notebook/notebookview.h"

#include <opensandbox/notebook/document.h>

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QObject>
#include <QTest>

#include <memory>

/// What tests of a notebook's view begin with: the view in a window of its own, and sandboxes that do what the test says.
class ViewTest : public QObject
{
protected:
    std::unique_ptr<FakeTargets> m_targets;
    std::unique_ptr<NotebookView> m_view;

    /// The view of a new notebook attached to the sandbox "py", in the active window. `m_targets` is there before.
    void showView()
    {
        m_view = std::make_unique<NotebookView>(m_targets.get());
        m_view->attach(QStringLiteral("local"), QStringLiteral("py"));
        m_view->resize(900, 600);
        m_view->show();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    }
    void addPython() { m_targets->add(QStringLiteral("py"), QStringLiteral("py-analysis"), QStringLiteral("python"), 0, QStringLiteral("ctx-1")); }
    void closeView()
    {
        m_targets->runs.clear();
        m_view.reset();
        m_targets.reset();
    }

    Notebook::Document *document() const { return m_view->document(); }
    CellCanvas *canvas() const { return m_view->canvas(); }
    QStringList sources() const
    {
        QStringList result;
        for (const Notebook::Cell *cell : document()->cells())
            result.append(cell->source());
        return result;
    }
    /// Code cells with these texts and nothing else.
    void fill(const QStringList &texts)
    {
        for (const QString &text : texts)
            document()->insertCell(document()->count(), Notebook::CellKind::Code, text);
        begin();
    }
    /// Drops the cell that a new notebook has, and goes to the first of the others.
    void begin()
    {
        document()->removeCell(0);
        canvas()->setCurrent(0);
        canvas()->setFocus();
        canvas()->flush();
    }
    QAction *action(const QString &id) const
    {
        const QList<QAction *> all = m_view->allActions();
        for (QAction *one : all) {
            if (one->objectName() == id)
                return one;
        }
        return nullptr;
    }
    static void picture(QWidget *widget, const QString &name)
    {
        QDir().mkpath(QStringLiteral(WB_PICTURES));
        QCoreApplication::processEvents();
        widget->grab().save(QStringLiteral(WB_PICTURES "/") + name + QStringLiteral(".png"));
    }
    void picture(const QString &name)
    {
        canvas()->flush();
        picture(m_view.get(), name);
    }
};
