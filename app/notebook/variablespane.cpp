// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "variablespane.h"

#include "cellcanvas.h"
#include "contextbutton.h"
#include "datagrid.h"
#include "execution/executiontargets.h"
#include "notebookview.h"
#include "shared/badge.h"
#include "shared/emptystate.h"
#include "shared/panefooter.h"
#include "shared/searchfield.h"
#include "syntax.h"
#include "theme/fonts.h"
#include "theme/theme.h"

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QAbstractTableModel>
#include <QGuiApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <utility>

using namespace Qt::StringLiterals;

namespace {

enum Column { Name, Type, Value, Size, ColumnCount };

QString bytes(qint64 size)
{
    return size < 0 ? QString() : QLocale().formattedDataSize(size, 1, QLocale::DataSizeIecFormat);
}

} // namespace

class VariablesPane::Model : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// By name, so that nothing jumps: selection and place stay.
    void set(const QList<Inspection::Variable> &variables)
    {
        for (qsizetype i = m_variables.size() - 1; i >= 0; --i) {
            const QString &name = m_variables[i].name;
            if (std::any_of(variables.begin(), variables.end(), [&name](const auto &one) { return one.name == name; }))
                continue;
            beginRemoveRows({}, int(i), int(i));
            m_variables.removeAt(i);
            endRemoveRows();
        }
        QHash<QString, int> places;
        for (int i = 0; i < int(m_variables.size()); ++i)
            places.insert(m_variables[i].name, i);
        for (const Inspection::Variable &variable : variables) {
            const auto place = places.constFind(variable.name);
            if (place == places.constEnd()) {
                beginInsertRows({}, int(m_variables.size()), int(m_variables.size()));
                m_variables.append(variable);
                endInsertRows();
            } else if (!(m_variables[*place] == variable)) {
                m_variables[*place] = variable;
                Q_EMIT dataChanged(index(*place, 0), index(*place, ColumnCount - 1));
            }
        }
    }
    const QList<Inspection::Variable> &variables() const { return m_variables; }
    /// Without a column for the size in bytes.
    void setCompact(bool compact)
    {
        if (std::exchange(m_compact, compact) != compact)
            Q_EMIT headerDataChanged(Qt::Horizontal, Value, Value);
    }

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_variables.size()); }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(ColumnCount); }
    QVariant data(const QModelIndex &index, int role) const override
    {
        const Inspection::Variable &one = m_variables[index.row()];
        switch (role) {
        case Qt::DisplayRole:
            switch (index.column()) {
            case Name: return one.name;
            case Type: return one.type;
            case Value: return one.shape.isEmpty() ? one.preview : one.shape;
            case Size: return bytes(one.size);
            default: return {};
            }
        case Qt::UserRole: return index.column() == Size ? QVariant(one.size) : data(index, Qt::DisplayRole);
        case Qt::ToolTipRole: {
            QStringList parts { one.name + u": "_s + one.type };
            if (!one.shape.isEmpty())
                parts.append(one.shape);
            if (one.size >= 0)
                parts.append(bytes(one.size));
            if (!one.preview.isEmpty())
                parts.append(one.preview);
            return parts.join(u'\n');
        }
        case Qt::AccessibleTextRole:
            return index.column() == Name ? u"%1, %2, %3"_s.arg(one.name, one.type, one.shape.isEmpty() ? one.preview : one.shape) : data(index, Qt::DisplayRole);
        case Qt::FontRole: return index.column() == Name || (index.column() == Value && one.shape.isEmpty()) ? Fonts::output() : Fonts::tabular(Fonts::small());
        case Qt::ForegroundRole: return index.column() == Type || index.column() == Size ? Theme::current().text2 : Theme::current().text;
        case Qt::TextAlignmentRole: return int(index.column() == Size ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
        default: return {};
        }
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (role == Qt::TextAlignmentRole && orientation == Qt::Horizontal)
            return int((section == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
            return {};
        switch (section) {
        case Name: return VariablesPane::tr("Name");
        case Type: return VariablesPane::tr("Type");
        case Value: return m_compact ? VariablesPane::tr("Size or value") : VariablesPane::tr("Value");
        case Size: return VariablesPane::tr("Size");
        default: return {};
        }
    }

private:
    QList<Inspection::Variable> m_variables;
    bool m_compact = false;
};

VariablesPane::VariablesPane(ExecutionTargets *targets, QWidget *parent) : QWidget(parent), m_targets(targets)
{
    m_model = new Model(this);
    m_proxy = new QSortFilterProxyModel(this);
    m_proxy->setSourceModel(m_model);
    m_proxy->setSortRole(Qt::UserRole);
    m_proxy->setSortCaseSensitivity(Qt::CaseInsensitive);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy->setFilterKeyColumn(-1);
    m_context = new ContextButton(this);
    m_context->setAccessibleName(tr("Context whose variables are shown"));
    connect(m_context, &ContextButton::menuRequested, this, [this]() {
        if (m_view)
            m_view->chooseContext();
    });
    m_filter = new SearchField(tr("Filter"), this);
    m_filter->setAccessibleName(tr("Filter the variables"));
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_proxy->setFilterFixedString(text);
        say();
    });
    m_table = new QTableView(this);
    m_table->setModel(m_proxy);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(Name, Qt::AscendingOrder);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->viewport()->setBackgroundRole(QPalette::Window);
    m_table->setAccessibleName(tr("Variables"));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(Metrics::row());
    QHeaderView *header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setMinimumSectionSize(Metrics::scaled(40));
    header->setSectionResizeMode(Value, QHeaderView::Stretch);
    header->setSectionResizeMode(Size, QHeaderView::ResizeToContents);
    connect(header, &QHeaderView::sectionResized, this, [this](int section) {
        // By hand: the program changes them without a button held.
        if (!m_fitting && (section == Name || section == Type) && QGuiApplication::mouseButtons() != Qt::NoButton)
            m_ownWidths = true;
    });
    connect(m_table, &QTableView::activated, this, &VariablesPane::open);
    // A scroll bar takes its place from the columns.
    connect(m_table->verticalScrollBar(), &QScrollBar::rangeChanged, this, &VariablesPane::fitColumns);
    m_empty = new EmptyState(tr("No notebook is open."), {}, this);
    m_footer = new PaneFooter(this);

    auto *bar = new QVBoxLayout;
    bar->setContentsMargins(Metrics::scaled(10), Metrics::scaled(8), Metrics::scaled(10), Metrics::scaled(8));
    bar->setSpacing(Metrics::scaled(8));
    bar->addWidget(m_context);
    bar->addWidget(m_filter);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_footer);
    setFocusProxy(m_table);
    connect(m_filter, &SearchField::left, m_table, qOverload<>(&QWidget::setFocus));

    m_ageTimer.setInterval(1000);
    connect(&m_ageTimer, &QTimer::timeout, this, [this]() {
        if (isVisible())
            say();
    });
    m_ageTimer.start();
    m_soon.setSingleShot(true);
    m_soon.setInterval(150);
    connect(&m_soon, &QTimer::timeout, this, &VariablesPane::refresh);
    say();
}

VariablesPane::~VariablesPane() = default;

void VariablesPane::setView(NotebookView *view)
{
    if (view && m_view == view)
        return;
    if (m_view) {
        m_view->disconnect(this);
        m_view->queue()->disconnect(this);
    }
    m_view = view;
    if (view) {
        connect(view, &NotebookView::contextChanged, this, &VariablesPane::follow);
        connect(view->queue(), &Notebook::RunQueue::changed, this, &VariablesPane::follow);
        connect(view->queue(), &Notebook::RunQueue::contextGone, this, &VariablesPane::contextGone);
    }
    follow();
}

QList<Inspection::Variable> VariablesPane::variables() const
{
    return m_model->variables();
}

void VariablesPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    // Beside a narrow document the value needs the room; how much memory it takes stands in the tooltip.
    const bool compact = width() < Metrics::scaled(340);
    m_table->setColumnHidden(Size, compact);
    m_model->setCompact(compact);
    fitColumns();
}

/// Names come before types, and types before values; each has what it needs while there is room.
void VariablesPane::fitColumns()
{
    if (m_ownWidths)
        return;
    const QAbstractItemView *view = m_table;
    const int least = Metrics::scaled(84);
    const QHeaderView *header = m_table->horizontalHeader();
    const int bytes = m_table->isColumnHidden(Size) ? 0 : std::max(view->sizeHintForColumn(Size), header->sectionSizeHint(Size)) + 1;
    const int whole = (m_table->isVisible() ? m_table->viewport()->width() : width()) - bytes;
    const int head = header->sectionSizeHint(Value);
    const int value = std::clamp(view->sizeHintForColumn(Value), head, std::max(head, whole * 2 / 5));
    const int room = whole - value;
    const int type = view->sizeHintForColumn(Type);
    const int name = std::clamp(view->sizeHintForColumn(Name), least, std::max(least, room - std::min(type, least)));
    m_fitting = true;
    m_table->horizontalHeader()->resizeSection(Name, name);
    m_table->horizontalHeader()->resizeSection(Type, std::clamp(type, Metrics::scaled(64), std::max(Metrics::scaled(64), room - name)));
    m_fitting = false;
}

void VariablesPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    follow();
}

/// Which context it is now, and whether something ran there since it was asked.
void VariablesPane::follow()
{
    const Notebook::Cell *cell = m_view ? m_view->canvas()->currentCell() : nullptr;
    const Notebook::Binding binding = cell ? cell->effectiveBinding() : Notebook::Binding {};
    const bool busy = m_view && m_view->queue()->isBusy(binding.key());
    const ExecutionTarget target = m_targets && !binding.sandbox.isEmpty() ? m_targets->place(binding) : ExecutionTarget {};
    const QString place = target.contextName.isEmpty() ? Syntax::displayName(binding.language) : target.contextName;
    const bool moved = !(binding == m_binding) || place != m_place;
    if (moved || (m_wasBusy && !busy && !m_lost))
        m_outdated = true;
    if (busy)
        m_lost = false; // Something runs there again.
    if (!(binding == m_binding)) {
        forget();
    }
    m_wasBusy = busy;
    m_binding = binding;
    m_place = place;
    m_context->setVisible(!binding.sandbox.isEmpty());
    m_context->setContext(LanguageBadge::letters(binding.language), target.series, cell ? m_view->canvas()->sandboxOf(cell) : QString(), target.contextName);
    if (m_outdated && isVisible() && !busy && !m_soon.isActive())
        m_soon.start();
    say();
}

void VariablesPane::refresh()
{
    if (!m_view || !m_targets || m_binding.sandbox.isEmpty() || m_asking || m_view->queue()->isBusy(m_binding.key()))
        return;
    const ExecutionTarget target = m_targets->place(m_binding);
    // Asking must not make a context where none is.
    if (!target.running || target.contextId.isEmpty()) {
        m_outdated = false;
        say();
        return;
    }
    m_asking = true;
    m_outdated = false;
    QPointer<VariablesPane> guard = this;
    m_targets->variables(m_binding, [guard, request = ++m_request](const std::expected<Inspection::Variables, Inspection::Refusal> &list) {
        if (guard && guard->m_request == request)
            guard->answer(list);
    });
    say();
}

/// What is shown was never said of the context that there is now.
void VariablesPane::forget()
{
    m_model->set({});
    m_asOf = {};
    m_refusal = {};
    m_more = false;
    m_total = -1;
    m_lost = false;
    ++m_request; // An answer that is under way counts no more.
    m_asking = false;
}

void VariablesPane::contextGone(const QString &key)
{
    if (key != m_binding.key())
        return;
    forget();
    m_lost = true;
    m_outdated = false; // Until something runs there.
    m_soon.stop();
    say();
}

void VariablesPane::answer(const std::expected<Inspection::Variables, Inspection::Refusal> &list)
{
    m_asking = false;
    if (list) {
        m_refusal = {};
        m_asOf = QDateTime::currentDateTime();
        m_lost = false;
        m_model->set(*list);
        m_more = list->truncated;
        m_total = list->total;
        fitColumns();
    } else if (list.error().busy) {
        m_outdated = true; // Somebody else runs there; asked again later.
        m_soon.start(2000);
    } else {
        m_refusal = list.error();
    }
    say();
}

void VariablesPane::say()
{
    const bool any = m_model->rowCount() > 0;
    m_emptyText.clear();
    QString hint;
    if (!m_view) {
        m_emptyText = tr("No notebook is open.");
        hint = tr("The variables of its contexts appear here.");
    } else if (m_binding.sandbox.isEmpty()) {
        m_emptyText = tr("No sandbox yet.");
        hint = tr("The cell has no sandbox to run in.");
    } else if (!any && m_lost) {
        m_emptyText = tr("The variables are gone.");
        hint = tr("The context ended. The next run in %1 starts with none.").arg(m_place);
    } else if (!any && m_refusal.notOffered) {
        m_emptyText = tr("No variables here.");
        hint = tr("This server does not list the variables of %1.").arg(m_place);
    } else if (!any && !m_refusal.text.isEmpty()) {
        m_emptyText = tr("The variables could not be read.");
        hint = m_refusal.text;
    } else if (!any) {
        m_emptyText = tr("No variables yet.");
        hint = tr("They appear after the first run in %1.").arg(m_place);
    }
    m_table->setVisible(any);
    m_filter->setVisible(any || !m_filter->text().isEmpty());
    m_empty->setVisible(!any);
    m_empty->setTitle(m_emptyText);
    m_empty->setText(hint);
    QString text;
    const bool busy = m_view && m_view->queue()->isBusy(m_binding.key());
    if (m_asOf.isValid() && any) {
        const qint64 seconds = std::max<qint64>(0, m_asOf.secsTo(QDateTime::currentDateTime()));
        const QString age = seconds < 60 ? tr("%1 s").arg(seconds) : seconds < 3600 ? tr("%1 min").arg(seconds / 60) : tr("%1 h").arg(seconds / 3600);
        text = busy ? tr("Busy. Values from %1 ago").arg(age) : tr("Values from %1 ago").arg(age);
        if (!busy && !m_refusal.text.isEmpty())
            text += u" \u00b7 "_s + m_refusal.text;
    } else if (busy) {
        text = tr("Busy");
    }
    m_footerText = text;
    m_footer->setBusy(busy);
    m_footer->setLeft(text);
    const int shown = m_proxy->rowCount();
    const int listed = m_model->rowCount();
    QString count;
    if (m_total > listed)
        count = tr("%L1 of %L2").arg(shown).arg(m_total);
    else if (m_more)
        count = tr("%L1 of more than %L2").arg(shown).arg(listed);
    else
        count = shown == listed ? tr("%L1").arg(shown) : tr("%L1 of %L2").arg(shown).arg(listed);
    m_countText = any ? count : QString();
    m_footer->setRight(m_countText);
}

void VariablesPane::open(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    const QString name = m_model->variables().at(m_proxy->mapToSource(index).row()).name;
    auto *grid = new DataGrid([targets = QPointer<ExecutionTargets>(m_targets), binding = m_binding, name](const Inspection::RowQuery &query, Inspection::Answer<Inspection::Rows> done) {
        if (targets)
            targets->rows(binding, name, query, std::move(done));
    });
    Q_EMIT gridRequested(grid, name);
}
