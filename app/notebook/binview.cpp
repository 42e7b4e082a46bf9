// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "binview.h"

#include "shared/button.h"
#include "shared/label.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <opensandbox/notebook/bin.h>
#include <opensandbox/notebook/json.h>

#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

BinView::BinView(Notebook::Bin *bin, QWidget *parent) : QDialog(parent), m_bin(bin)
{
    setWindowTitle(tr("Deleted cells"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_list = new QListWidget(this);
    m_list->setAccessibleName(tr("Deleted cells"));
    m_list->setFont(Fonts::output());
    m_text = new QPlainTextEdit(this);
    m_text->setReadOnly(true);
    m_text->setFont(Fonts::code());
    m_text->setAccessibleName(tr("Text of the cell"));
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(m_list);
    splitter->addWidget(m_text);
    splitter->setSizes({ Metrics::scaled(260), Metrics::scaled(360) });
    m_restore = Buttons::push(tr("Restore"), u"archive-restore"_s, this);
    Buttons::makePrimary(m_restore);
    m_restore->setDefault(true);
    auto *close = Buttons::push(tr("Close"), {}, this);
    auto *foot = new QHBoxLayout;
    foot->addWidget(new Label(tr("Cells are kept here until the notebook is closed."), Fonts::Role::Small, &Theme::text2, QFont::Normal, this));
    foot->addStretch(1);
    foot->addWidget(close);
    foot->addWidget(m_restore);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::scaled(16), Metrics::scaled(16), Metrics::scaled(16), Metrics::scaled(12));
    layout->setSpacing(Metrics::scaled(12));
    layout->addWidget(splitter, 1);
    layout->addLayout(foot);
    resize(Metrics::scaled(660), Metrics::scaled(380));
    connect(m_list, &QListWidget::currentRowChanged, this, &BinView::showEntry);
    connect(m_list, &QListWidget::itemActivated, this, &BinView::restore);
    connect(m_restore, &QPushButton::clicked, this, &BinView::restore);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(bin, &Notebook::Bin::changed, this, &BinView::refresh);
    connect(bin, &QObject::destroyed, this, &QDialog::close);
    refresh();
}

void BinView::refresh()
{
    const int row = std::max(0, m_list->currentRow());
    m_list->clear();
    for (const Notebook::Bin::Entry &entry : m_bin->entries()) {
        const QString line = entry.firstLine.isEmpty() ? tr("(no text)") : entry.firstLine;
        m_list->addItem(QLocale().toString(entry.removedAt.time(), QLocale::ShortFormat) + u"  "_s + line);
    }
    m_list->setCurrentRow(std::min<int>(row, m_list->count() - 1));
    m_restore->setEnabled(m_list->count() > 0);
    showEntry(m_list->currentRow());
}

void BinView::showEntry(int row)
{
    if (row < 0 || row >= m_bin->entries().size()) {
        m_text->setPlainText(tr("Nothing was deleted."));
        return;
    }
    m_text->setPlainText(m_bin->entries().at(row).cells.value(u"cells").at(0).value(u"source").toText());
}

void BinView::restore()
{
    if (Notebook::Cell *cell = m_bin->restore(m_list->currentRow()))
        Q_EMIT restored(cell);
}
