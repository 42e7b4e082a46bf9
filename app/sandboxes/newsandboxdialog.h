// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandboxform.h"
#include "session/sandboxcreation.h"

#include <QDialog>

class CodePane;
class CreationView;
class FormSection;
class ImageField;
class Label;
class PairList;
class PaneNotice;
class QButtonGroup;
class QCheckBox;
class QComboBox;
class QDateTimeEdit;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class SegmentedControl;

/// Asks for a new sandbox, shows the same as code, and after Create its stages. One at a time; never blocks the window.
class NewSandboxDialog : public QDialog
{
    Q_OBJECT

public:
    explicit NewSandboxDialog(SessionRegistry *registry, QWidget *parent = nullptr);
    ~NewSandboxDialog() override;

    void setConnection(const QString &connectionId);
    void choosePreset(const QString &recipeId);
    /// For 'Duplicate' and 'Recreate like this'.
    void setForm(const SandboxForm &form);
    SandboxForm form() const;
    /// Opens the sections of what is not at its default, for pictures and for 'Duplicate'.
    void openUsedSections();
    QString acceptance() const;

public Q_SLOTS:
    void create();

Q_SIGNALS:
    void created(const std::shared_ptr<SandboxSession> &session, const QStringList &languages, bool openNotebook);
    /// The dialog closed while the creation goes on; whoever listens keeps it and tells its end.
    void movedToBackground(SandboxCreation *creation, bool openNotebook);
    void connectionRequested();

protected:
    void closeEvent(QCloseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QWidget *makeForm();
    QWidget *makeStages();
    QWidget *makeFooter();
    QWidget *field(const QString &title, QWidget *widget, Label **problem);
    void fillConnections();
    void fillImages();
    void formChanged();
    void lifetimeChosen(int index);
    void showLifetime(std::optional<std::chrono::seconds> lifetime);
    std::optional<std::chrono::seconds> chosenLifetime() const;
    void updateLifetimeHint();
    void showForm();
    void creationEnded();
    Connection *connection() const;

    SessionRegistry *const m_registry;
    const QList<Recipe> m_recipes;
    QStringList m_languages;
    std::unique_ptr<SandboxCreation> m_creation;
    bool m_filling = false;

    QStackedWidget *m_pages = nullptr;
    QButtonGroup *m_presets = nullptr;
    QLineEdit *m_name = nullptr;
    QComboBox *m_connection = nullptr;
    ImageField *m_image = nullptr;
    Label *m_imageHint = nullptr;
    SegmentedControl *m_lifetime = nullptr;
    QDateTimeEdit *m_until = nullptr;
    Label *m_lifetimeHint = nullptr;
    QDoubleSpinBox *m_cpu = nullptr;
    QDoubleSpinBox *m_memory = nullptr;
    QLineEdit *m_find = nullptr;
    QList<FormSection *> m_sections;
    PairList *m_environment = nullptr;
    PairList *m_metadata = nullptr;
    QButtonGroup *m_network = nullptr;
    QWidget *m_hostRow = nullptr;
    QLineEdit *m_hosts = nullptr;
    QLineEdit *m_entrypoint = nullptr;
    Label *m_nameProblem = nullptr;
    Label *m_imageProblem = nullptr;
    Label *m_cpuProblem = nullptr;
    Label *m_memoryProblem = nullptr;
    Label *m_networkProblem = nullptr;
    Label *m_entrypointProblem = nullptr;
    CodePane *m_code = nullptr;
    QWidget *m_codeEdge = nullptr;
    QWidget *m_form = nullptr;
    CreationView *m_stages = nullptr;
    PaneNotice *m_failure = nullptr;
    QLabel *m_acceptIcon = nullptr;
    Label *m_accept = nullptr;
    QCheckBox *m_openNotebook = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_create = nullptr;
};
