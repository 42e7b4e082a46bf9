// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandpalette.h"

#include "actions.h"
#include "shared/badge.h"
#include "theme/bidi.h"
#include "theme/fonts.h"

#include <QAbstractListModel>
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QPointer>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTextLayout>
#include <QtMath>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int rowsPerSection = 8;

/// Every action that a person could mean, with its keys and, where it cannot run, the reason.
class ActionProvider final : public PaletteProvider
{
public:
    explicit ActionProvider(Actions *actions) : m_actions(actions) { }
    QString section() const override { return CommandPalette::tr("Commands"); }
    QChar prefix() const override { return u'>'; }
    QList<PaletteItem> items(const QString &) override
    {
        QList<PaletteItem> list;
        const auto add = [&list](QAction *action) {
            if (!action->isVisible() || action->isSeparator() || action->objectName() == "view.palette"_L1 || Actions::plainText(action).isEmpty())
                return;
            PaletteItem item;
            item.name = Actions::plainText(action);
            item.icon = action->icon().name();
            item.iconRole = Actions::isDestructive(action) ? Icons::Role::Bad : Icons::Role::Normal;
            item.keys = Actions::keys(action);
            item.detail = action->isEnabled() ? Actions::tip(action) : Actions::reason(action);
            item.reason = action->isEnabled() ? QString() : item.detail.isEmpty() ? CommandPalette::tr("Not possible now.") : item.detail;
            item.run = [guard = QPointer<QAction>(action)] {
                if (guard)
                    guard->trigger();
            };
            list.append(item);
        };
        for (QAction *action : m_actions->all())
            add(action);
        for (QAction *action : m_actions->furtherDocumentActions())
            add(action);
        return list;
    }

private:
    Actions *m_actions;
};

/// The hints at the lower edge, as keys and words.
class Footer final : public QWidget
{
public:
    using QWidget::QWidget;
    QSize sizeHint() const override { return { 0, Metrics::scaled(16) + Fonts::lineHeight(Fonts::Role::Body) }; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        painter.fillRect(QRect(0, 0, width(), 1), theme.hairline);
        painter.setFont(Fonts::small());
        const QFontMetrics metrics(painter.font());
        const auto visual = [this](const QRect &part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
        const auto hint = [&](int x, const QString &key, const QString &words) {
            const int keyWidth = KeyHint::size(key).width();
            KeyHint::paint(&painter, visual(QRect(x, 1, keyWidth, height() - 1)), key);
            painter.setPen(theme.text2);
            painter.drawText(visual(QRect(x + keyWidth + Metrics::scaled(8), 1, width(), height() - 1)), Qt::AlignLeft | Qt::AlignVCenter, Bidi::own(words));
            return x + keyWidth + Metrics::scaled(8) + metrics.horizontalAdvance(words) + Metrics::scaled(16);
        };
        int x = hint(Metrics::scaled(14), u"↵"_s, CommandPalette::tr("Run"));
        x = hint(x, u"Ctrl+C"_s, CommandPalette::tr("Copy as code"));
        const std::pair<QString, QString> prefixes[] { { u">"_s, CommandPalette::tr("commands") }, { u"@"_s, CommandPalette::tr("cells") },
            { u"/"_s, CommandPalette::tr("files") }, { u"#"_s, CommandPalette::tr("sandboxes") } };
        int total = 0;
        for (const auto &[key, words] : prefixes)
            total += KeyHint::size(key).width() + Metrics::scaled(24) + metrics.horizontalAdvance(words);
        int right = width() - Metrics::scaled(14) - total + Metrics::scaled(16);
        if (right < x)
            return;
        for (const auto &[key, words] : prefixes)
            right = hint(right, key, words);
    }
};

/// The search line, with its icon at the left and the number of matches at the right.
class Input final : public QLineEdit
{
public:
    QString count;

protected:
    void paintEvent(QPaintEvent *event) override
    {
        QLineEdit::paintEvent(event);
        const Theme &theme = Theme::current();
        QPainter painter(this);
        const auto visual = [this](const QRect &part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
        Icons::paint(&painter, visual(QRect(Metrics::scaled(14), 0, Metrics::icon(), height())), u"search"_s, theme.text2, Metrics::icon());
        painter.setFont(Fonts::tabular(Fonts::small()));
        painter.setPen(theme.text3);
        painter.drawText(visual(rect().adjusted(0, 0, -Metrics::scaled(14), 0)), Qt::AlignRight | Qt::AlignVCenter, Bidi::own(count));
    }
};

} // namespace

class CommandPalette::Model final : public QAbstractListModel
{
public:
    struct Row
    {
        bool header = false;
        PaletteItem item;
        QList<int> matched;
        int score = 0;
    };

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_rows.size()); }

    QVariant data(const QModelIndex &index, int role) const override
    {
        const Row &row = m_rows.at(index.row());
        if (role == Qt::DisplayRole)
            return row.item.name;
        if (role == Qt::AccessibleTextRole)
            return row.header ? row.item.name : QStringList { row.item.name, row.item.detail, row.item.keys }.join(u", "_s);
        return {};
    }

    Qt::ItemFlags flags(const QModelIndex &index) const override
    {
        return m_rows.at(index.row()).header ? Qt::NoItemFlags : Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    }

    const Row &at(int row) const { return m_rows.at(row); }

    void setRows(QList<Row> rows, int matches)
    {
        beginResetModel();
        m_rows = std::move(rows);
        m_matches = matches;
        endResetModel();
    }

    int matches() const { return m_matches; }

private:
    QList<Row> m_rows;
    int m_matches = 0;
};

class CommandPalette::Delegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const override
    {
        const auto *model = static_cast<const Model *>(index.model());
        const int height = model->at(index.row()).header ? Metrics::row() : Fonts::lineHeight(Fonts::Role::Body) + Metrics::scaled(14);
        return { 0, height };
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &theme = Theme::current();
        const Model::Row &row = static_cast<const Model *>(index.model())->at(index.row());
        const QRect r = option.rect;
        const auto visual = [&option](const QRect &part) { return QStyle::visualRect(option.direction, option.rect, part); };
        const int pad = Metrics::scaled(14);
        painter->save();
        if (row.header) {
            painter->setFont(Fonts::tiny(QFont::DemiBold));
            painter->setPen(theme.text3);
            painter->drawText(r.adjusted(pad, Metrics::scaled(4), -pad, 0), Qt::AlignLeft | Qt::AlignVCenter, Bidi::own(row.item.name));
            painter->restore();
            return;
        }
        const bool selected = option.state & QStyle::State_Selected;
        const bool inverse = selected && theme.isHighContrast();
        if (selected)
            painter->fillRect(r, theme.selection);
        else if (option.state & QStyle::State_MouseOver)
            painter->fillRect(r, theme.hover);
        const bool dead = !row.item.reason.isEmpty();
        const QColor ink = inverse ? theme.onSelection : dead ? (selected ? theme.text2 : theme.disabled) : selected ? theme.onSelection : theme.text;
        int x = r.left() + pad;
        const int iconSize = Metrics::icon();
        if (!row.item.badge.isEmpty()) {
            x += qMax(iconSize, LanguageBadge::paint(painter, visual(QRect(x, r.top(), LanguageBadge::size(row.item.badge).width(), r.height())), row.item.badge, row.item.badgeSeries, inverse));
        } else {
            if (!row.item.icon.isEmpty())
                Icons::paint(painter, visual(QRect(x, r.top(), iconSize, r.height())), row.item.icon,
                    inverse ? theme.onSelection : dead ? ink : Icons::color(row.item.iconRole), iconSize);
            x += iconSize;
        }
        x += Metrics::scaled(10);
        int right = r.right() - pad;
        if (!row.item.keys.isEmpty())
            right -= KeyHint::paint(painter, visual(QRect(r.left(), r.top(), right - r.left() + 1, r.height())), row.item.keys, selected) + Metrics::scaled(12);

        QList<QTextLayout::FormatRange> ranges;
        if (!dead) {
            for (const int at : row.matched) {
                QTextLayout::FormatRange range;
                range.start = at;
                range.length = 1;
                range.format.setFontWeight(QFont::DemiBold);
                range.format.setForeground(inverse ? theme.onSelection : theme.accent);
                ranges.append(range);
            }
        }
        QFont font = Fonts::body();
        QTextLayout layout(row.item.name, font);
        layout.setFormats(ranges);
        layout.beginLayout();
        QTextLine line = layout.createLine();
        line.setLineWidth(100000);
        layout.endLayout();
        const qreal nameWidth = line.naturalTextWidth();
        const QRect nameRect = visual(QRect(x, r.top(), qMin(qCeil(nameWidth) + 1, right - x), r.height()));
        painter->setClipRect(nameRect);
        painter->setPen(ink);
        layout.draw(painter, QPointF(nameRect.left(), r.top() + (r.height() - line.height()) / 2));
        painter->setClipping(false);
        x += nameRect.width() + Metrics::scaled(10);
        if (!row.item.detail.isEmpty() && x < right) {
            painter->setFont(font);
            painter->setPen(inverse ? theme.onSelection : theme.hint(selected));
            painter->drawText(visual(QRect(x, r.top(), right - x, r.height())), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                Bidi::own(QFontMetrics(font).elidedText(row.item.detail, Qt::ElideRight, right - x)));
        }
        painter->restore();
    }
};

CommandPalette::CommandPalette(Actions *actions, QWidget *window)
    : QFrame(window), m_window(window), m_input(new Input), m_list(new QListView), m_footer(new Footer), m_model(new Model)
{
    setObjectName(u"commandPalette"_s);
    setAccessibleName(tr("Search or run a command"));
    setFrameShape(QFrame::NoFrame);
    m_model->setParent(this);
    m_input->setFrame(false);
    m_input->setPlaceholderText(tr("Search or run a command"));
    m_input->setAccessibleName(tr("Search or run a command"));
    m_input->installEventFilter(this);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new Delegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setAccessibleName(tr("Results"));
    m_list->viewport()->setBackgroundRole(QPalette::Light); // `raised`
    connect(m_input, &QLineEdit::textChanged, this, &CommandPalette::refill);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex &index) {
        m_list->setCurrentIndex(index);
        runCurrent();
    });
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(0);
    layout->addWidget(m_input);
    layout->addSpacing(1); // The line below it.
    layout->addWidget(m_list, 1);
    layout->addWidget(m_footer);
    m_window->installEventFilter(this);
    addProvider(std::make_unique<ActionProvider>(actions));
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, &CommandPalette::place);
    hide();
}

CommandPalette::~CommandPalette() = default;

void CommandPalette::addProvider(std::unique_ptr<PaletteProvider> provider)
{
    m_providers.push_back(std::move(provider));
}

void CommandPalette::open(const QString &text)
{
    if (!isVisible())
        m_focusBefore = QApplication::focusWidget();
    const QSignalBlocker blocker(m_input);
    m_input->setText(text);
    refill();
    place();
    show();
    raise();
    m_input->setFocus(Qt::ShortcutFocusReason);
    m_input->end(false); // What is typed next continues a prefix.
}

void CommandPalette::close()
{
    if (!isVisible())
        return;
    hide();
    if (m_focusBefore && m_focusBefore->isVisible())
        m_focusBefore->setFocus(Qt::OtherFocusReason);
}

int CommandPalette::matches() const
{
    return m_model->matches();
}

QList<int> CommandPalette::match(const QString &query, const QString &text, int *score)
{
    QList<int> all;
    int total = 0;
    const QStringList words = query.split(u' ', Qt::SkipEmptyParts);
    for (const QString &word : words) {
        QList<int> found;
        int best = 0;
        // A whole run of letters, best at the start of a word.
        for (qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0; at = text.indexOf(word, at + 1, Qt::CaseInsensitive)) {
            const bool starts = at == 0 || !text.at(at - 1).isLetterOrNumber();
            const int worth = 60 + (starts ? 40 : 0) + (at == 0 ? 20 : 0);
            if (worth > best) {
                best = worth;
                found.clear();
                for (qsizetype i = 0; i < word.size(); ++i)
                    found.append(int(at + i));
            }
        }
        // Else the letters in order.
        if (found.isEmpty()) {
            qsizetype at = 0;
            for (const QChar letter : word) {
                at = text.indexOf(letter, at, Qt::CaseInsensitive);
                if (at < 0)
                    break;
                found.append(int(at++));
            }
            if (found.size() < word.size())
                return {};
            best = qMax(1, 30 - (found.last() - found.first()));
        }
        total += best;
        all += found;
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if (score)
        *score = total - int(text.size()) / 8;
    return all;
}

void CommandPalette::refill()
{
    QString query = m_input->text();
    QChar prefix;
    if (!query.isEmpty() && u">@/#"_s.contains(query.front())) {
        prefix = query.front();
        query.remove(0, 1);
    }
    query = query.trimmed();
    struct Section
    {
        QString name;
        QList<Model::Row> rows;
    };
    QList<Section> sections;
    int matches = 0;
    for (const auto &provider : m_providers) {
        if (!prefix.isNull() && provider->prefix() != prefix)
            continue;
        const QString name = provider->section();
        auto section = std::find_if(sections.begin(), sections.end(), [&name](const Section &s) { return s.name == name; });
        if (section == sections.end()) {
            sections.append({ name, {} });
            section = sections.end() - 1;
        }
        for (const PaletteItem &item : provider->items(query)) {
            Model::Row row;
            if (!query.isEmpty()) {
                row.matched = match(query, item.name, &row.score);
                if (row.matched.isEmpty())
                    continue;
            }
            if (!item.reason.isEmpty())
                row.score -= 50;
            row.item = item;
            section->rows.append(row);
            ++matches;
        }
    }
    QList<Model::Row> rows;
    const bool single = !prefix.isNull() || sections.size() == 1;
    for (Section &section : sections) {
        if (section.rows.isEmpty())
            continue;
        if (!query.isEmpty())
            std::stable_sort(section.rows.begin(), section.rows.end(), [](const auto &a, const auto &b) { return a.score > b.score; });
        Model::Row header;
        header.header = true;
        header.item.name = section.name;
        rows.append(header);
        const qsizetype limit = single ? section.rows.size() : qMin<qsizetype>(section.rows.size(), sections.size() > 1 ? rowsPerSection : 200);
        rows += section.rows.mid(0, limit);
    }
    if (matches == 0) {
        Model::Row nothing;
        nothing.header = true;
        nothing.item.name = tr("Nothing matches.");
        rows.append(nothing);
    }
    m_model->setRows(rows, matches);
    for (int i = 0; i < m_model->rowCount(); ++i) {
        if (!m_model->at(i).header) {
            m_list->setCurrentIndex(m_model->index(i));
            break;
        }
    }
    m_list->scrollToTop();
    static_cast<Input *>(m_input)->count = tr("%n matches", nullptr, matches);
    m_input->update();
    place();
}

void CommandPalette::place()
{
    m_input->setFont(Fonts::heading(QFont::Normal));
    QPalette palette;
    palette.setColor(QPalette::Base, Theme::current().raised);
    m_input->setPalette(palette);
    const int margin = Metrics::scaled(8);
    const int top = Metrics::menuBar();
    const int input = Fonts::lineHeight(Fonts::Role::Heading) + Metrics::scaled(26);
    m_input->setFixedHeight(input - 2);
    const int icon = Metrics::scaled(14) + Metrics::icon() + Metrics::scaled(10);
    const int count = QFontMetrics(Fonts::small()).horizontalAdvance(tr("%n matches", nullptr, 8888)) + Metrics::scaled(24);
    static_cast<QVBoxLayout *>(layout())->setContentsMargins(1, 1, 1, 1);
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    m_input->setTextMargins(mirrored ? count : icon - 1, 0, mirrored ? icon - 1 : count, 0);
    m_list->setContentsMargins(0, 0, 0, 0);
    const int width = qMin(Metrics::scaled(680), m_window->width() - 2 * margin);
    int rows = 0;
    for (int i = 0; i < m_model->rowCount() && rows < Metrics::scaled(380); ++i)
        rows += m_list->sizeHintForRow(i);
    const int wanted = input + 1 + qMin(rows + Metrics::scaled(4), Metrics::scaled(380)) + m_footer->sizeHint().height() + 2;
    m_footer->setFixedHeight(m_footer->sizeHint().height());
    resize(width, qMin(wanted, m_window->height() - top - 2 * margin));
    move((m_window->width() - width) / 2, top + Metrics::scaled(9));
}

void CommandPalette::runCurrent()
{
    const QModelIndex index = m_list->currentIndex();
    if (!index.isValid())
        return;
    const Model::Row row = m_model->at(index.row());
    if (row.header || !row.item.reason.isEmpty())
        return;
    close();
    if (row.item.run)
        row.item.run();
}

void CommandPalette::step(int by)
{
    const int count = m_model->rowCount();
    int row = m_list->currentIndex().row();
    for (int i = 0; i < count; ++i) {
        row = (row + by + count) % count;
        if (!m_model->at(row).header) {
            m_list->setCurrentIndex(m_model->index(row));
            m_list->scrollTo(m_model->index(row));
            return;
        }
    }
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_window && event->type() == QEvent::Resize && isVisible())
        place();
    if (watched != m_input)
        return QFrame::eventFilter(watched, event);
    if (event->type() == QEvent::FocusOut && isVisible()) {
        const auto reason = static_cast<QFocusEvent *>(event)->reason();
        if (reason == Qt::MouseFocusReason || reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason)
            hide();
        return false;
    }
    if (event->type() == QEvent::ShortcutOverride) {
        // Keys of the window must not fire while the palette is typed in.
        event->accept();
        return true;
    }
    if (event->type() != QEvent::KeyPress)
        return false;
    auto *key = static_cast<QKeyEvent *>(event);
    switch (key->key()) {
    case Qt::Key_Escape:
        close();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    case Qt::Key_Down:
        step(1);
        return true;
    case Qt::Key_Up:
        step(-1);
        return true;
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
        return true;
    case Qt::Key_PageDown:
        for (int i = 0; i < 8; ++i)
            step(1);
        return true;
    case Qt::Key_PageUp:
        for (int i = 0; i < 8; ++i)
            step(-1);
        return true;
    default:
        break;
    }
    if (key->matches(QKeySequence::Copy) && !m_input->hasSelectedText()) {
        const QModelIndex index = m_list->currentIndex();
        if (index.isValid() && m_model->at(index.row()).item.code) {
            QApplication::clipboard()->setText(m_model->at(index.row()).item.code());
            close();
        }
        return true;
    }
    return false;
}

void CommandPalette::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.setPen(theme.control);
    painter.setBrush(theme.raised);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    painter.fillRect(QRect(1, m_input->geometry().bottom() + 1, width() - 2, 1), theme.hairline);
}

#include "moc_commandpalette.cpp"
