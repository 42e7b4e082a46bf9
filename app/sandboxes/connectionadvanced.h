// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <opensandbox/connectionconfig.h>

#include <QWidget>

class FormSection;
class PairList;
class QDoubleSpinBox;
class QLineEdit;
class QSpinBox;
class SegmentedControl;

/// What few connections need: other names of sandbox hosts, a proxy, certificates, time limits and further tries.
class ConnectionAdvanced : public QWidget
{
    Q_OBJECT

public:
    explicit ConnectionAdvanced(QWidget *parent = nullptr);

    void setConfig(const OpenSandbox::ConnectionConfig &config);
    void applyTo(OpenSandbox::ConnectionConfig &config) const;
    /// What cannot be used, in a sentence; empty: nothing. Marks the line of a host that is none.
    QString problem();
    /// Opens the sections that differ from what is usual.
    void openUsedSections();

Q_SIGNALS:
    void changed();

private:
    QWidget *hostsBody();
    QWidget *proxyBody();
    QWidget *certificatesBody();
    QWidget *limitsBody();
    QWidget *fileField(QLineEdit *edit, const QString &title);
    void refresh();

    PairList *m_hosts;
    SegmentedControl *m_proxyMode;
    QLineEdit *m_proxyAddress;
    QLineEdit *m_proxyUser;
    QLineEdit *m_proxyPassword;
    QLineEdit *m_caFile;
    QLineEdit *m_certificateFile;
    QLineEdit *m_keyFile;
    QLineEdit *m_keyPassword;
    QSpinBox *m_requestLimit;
    QSpinBox *m_createLimit;
    QSpinBox *m_retries;
    QDoubleSpinBox *m_firstPause;
    QDoubleSpinBox *m_longestPause;
    FormSection *m_hostsSection;
    FormSection *m_proxySection;
    FormSection *m_certificatesSection;
    FormSection *m_limitsSection;
};
