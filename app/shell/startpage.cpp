// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "startpage.h"

#include "shared/about.h"
#include "shared/badge.h"
#include "shared/button.h"
#include "shared/iconlabel.h"
#include "shared/label.h"
#include "theme/fonts.h"
#include "theme/icons.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace {

/// A card that acts as a whole: click or Return is its button.
class Card final : public QWidget
{
public:
    Card(const QString &icon, const QString &title, const QString &text, bool leading)
        : m_icon(icon), m_leading(leading), m_button(Buttons::push(CommandText::create()))
    {
        setAttribute(Qt::WA_Hover);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        Buttons::makeSmall(m_button);
        if (leading)
            Buttons::makePrimary(m_button);
        m_button->setAccessibleName(CommandText::createNamed(title));
        m_name = new Label(title, Fonts::Role::Body, &Theme::text, QFont::DemiBold);
        m_words = new Label(text, Fonts::Role::Small, &Theme::text2);
        m_words->setWordWrap(true);
        m_words->setAlignment(Qt::AlignTop);
        m_layout = new QGridLayout(this);
        m_layout->setColumnStretch(0, 1);
        setFlat(false);
    }
    QPushButton *button() const { return m_button; }
    /// A row with the button at its end, for narrow pages; else upright with the button below.
    void setFlat(bool flat)
    {
        m_flat = flat;
        while (QLayoutItem *item = m_layout->takeAt(0))
            delete item;
        const int pad = Metrics::scaled(15);
        const int beyondIcon = pad + Metrics::scaled(20) + Metrics::scaled(12);
        m_layout->setContentsMargins(flat ? beyondIcon : pad, flat ? pad : beyondIcon, pad, pad);
        m_layout->setVerticalSpacing(Metrics::scaled(4));
        m_layout->setHorizontalSpacing(Metrics::scaled(16));
        m_layout->setRowStretch(1, flat ? 0 : 1);
        m_layout->setRowMinimumHeight(2, flat ? 0 : Metrics::scaled(12));
        m_layout->addWidget(m_name, 0, 0);
        m_layout->addWidget(m_words, 1, 0);
        if (flat)
            m_layout->addWidget(m_button, 0, 1, 2, 1, Qt::AlignVCenter);
        else
            m_layout->addWidget(m_button, 3, 0, Qt::AlignLeft);
        setMinimumHeight(flat ? 0 : Metrics::scaled(162));
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(underMouse() && !m_leading ? theme.hover : theme.base);
        painter.setPen(QPen(m_leading ? theme.accent : theme.hairline, m_leading ? 2 : 1));
        const qreal half = m_leading ? 1 : 0.5;
        painter.drawRoundedRect(QRectF(rect()).adjusted(half, half, -half, -half), 6, 6);
        const int size = Metrics::scaled(20);
        const int pad = Metrics::scaled(15);
        const QRect place = QStyle::visualRect(layoutDirection(), rect(), QRect(pad, pad, size, size));
        Icons::paint(&painter, place, m_icon, m_leading ? theme.accent : theme.text2, size);
        if (m_leading && !m_flat) {
            const QRect row(pad, m_button->y(), width() - 2 * pad, m_button->height());
            KeyHint::paint(&painter, row, u"Enter"_s);
        }
    }
    void mouseReleaseEvent(QMouseEvent *event) override
    {
        if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
            m_button->click();
    }

private:
    struct CommandText
    {
        static QString create() { return StartPage::tr("Create"); }
        static QString createNamed(const QString &title) { return StartPage::tr("Create: %1").arg(title); }
    };
    QString m_icon;
    bool m_leading;
    bool m_flat = false;
    QPushButton *m_button;
    Label *m_name = nullptr;
    Label *m_words = nullptr;
    QGridLayout *m_layout = nullptr;
};

/// A frame around something smaller than a card.
class Frame final : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(Theme::current().base);
        painter.setPen(QPen(Theme::current().hairline, 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }
};

/// A key beside a link.
class Key final : public QWidget
{
public:
    explicit Key(QString keys) : m_keys(std::move(keys)) { setFixedSize(KeyHint::size(m_keys)); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        KeyHint::paint(&painter, rect(), m_keys);
    }

private:
    QString m_keys;
};

QPushButton *plainLink(const QString &text)
{
    QPushButton *button = Buttons::link(text);
    button->setProperty("wbPlainLink", true);
    return button;
}

} // namespace

StartPage::StartPage(bool showAtStart, QWidget *parent) : QScrollArea(parent), m_body(new QWidget)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setAccessibleName(tr("Start"));
    viewport()->setBackgroundRole(QPalette::Base);
    m_body->setBackgroundRole(QPalette::Base);
    m_body->setAutoFillBackground(true);

    auto *content = new QWidget;
    content->setObjectName(u"content"_s);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::scaled(4));
    layout->addWidget(new Label(tr("Run something"), Fonts::Role::Title, &Theme::text, QFont::DemiBold));
    auto *subtitle = new Label(tr("Everything here works on this computer. No server, account or container engine is needed."), Fonts::Role::Body, &Theme::text2);
    subtitle->setWordWrap(true);
    layout->addWidget(subtitle);
    layout->addSpacing(Metrics::scaled(16));

    m_cards = new QBoxLayout(QBoxLayout::LeftToRight);
    m_cards->setSpacing(Metrics::scaled(12));
    struct Recipe
    {
        QString id, icon, title, text;
    };
    const Recipe recipes[] {
        { u"python"_s, u"notebook-text"_s, tr("Python notebook"), tr("Python with numpy, pandas and matplotlib. Opens a new notebook in it.") },
        { u"multi"_s, u"layers"_s, tr("Multi-language"), tr("One notebook, a context for each language that is installed.") },
        { u"shell"_s, u"square-terminal"_s, tr("Shell"), tr("Bash cells in a clean, private home. Network off.") },
    };
    for (const Recipe &recipe : recipes) {
        const bool first = m_cards->count() == 0;
        auto *card = new Card(recipe.icon, recipe.title, recipe.text, first);
        connect(card->button(), &QPushButton::clicked, this, [this, id = recipe.id] { Q_EMIT createRequested(id); });
        if (first) {
            card->button()->setAutoDefault(true); // Return presses it, as the key beside it says.
            setFocusProxy(card->button());
        }
        m_cards->addWidget(card, 1);
    }
    layout->addLayout(m_cards);
    layout->addSpacing(Metrics::scaled(32));

    m_columns = new QBoxLayout(QBoxLayout::LeftToRight);
    m_columns->setSpacing(Metrics::scaled(40));
    auto *learn = new QVBoxLayout;
    learn->setSpacing(Metrics::scaled(2));
    learn->addWidget(new Label(tr("Learn by running"), Fonts::Role::Heading, &Theme::text, QFont::DemiBold));
    learn->addSpacing(Metrics::scaled(10));
    const Recipe lessons[] {
        { u"welcome"_s, {}, tr("Welcome to the Workbench"), tr("A tour that runs: Python and Bash cells, a plot, a table, a progress bar.") },
        { u"long-output"_s, {}, tr("Plots, tables and long output"), tr("What the notebook draws, and how it treats more text than anybody can read.") },
        { u"trouble"_s, {}, tr("When things go wrong"), tr("Break things on purpose and watch what is kept.") },
    };
    for (const Recipe &lesson : lessons) {
        auto *row = new QGridLayout;
        row->setHorizontalSpacing(Metrics::scaled(10));
        row->setVerticalSpacing(0);
        row->addWidget(new IconLabel(u"notebook-text"_s, Icons::Role::Link), 0, 0, Qt::AlignTop);
        QPushButton *link = plainLink(lesson.title);
        connect(link, &QPushButton::clicked, this, [this, id = lesson.id] { Q_EMIT learnRequested(id); });
        row->addWidget(link, 0, 1, Qt::AlignLeft);
        auto *words = new Label(lesson.text, Fonts::Role::Small, &Theme::text2);
        words->setWordWrap(true);
        row->addWidget(words, 1, 1);
        row->setColumnStretch(1, 1);
        learn->addLayout(row);
        learn->addSpacing(Metrics::scaled(12));
    }
    learn->addStretch(1);
    m_columns->addLayout(learn, 1);

    auto *serve = new QVBoxLayout;
    serve->setSpacing(Metrics::scaled(4));
    serve->addWidget(new Label(tr("Use a server you have"), Fonts::Role::Heading, &Theme::text, QFont::DemiBold));
    serve->addSpacing(Metrics::scaled(6));
    auto *serverText = new Label(tr("Connect to an OpenSandbox server on Docker or Kubernetes. Keys are kept in the system keyring."), Fonts::Role::Body, &Theme::text2);
    serverText->setWordWrap(true);
    serve->addWidget(serverText);
    serve->addSpacing(Metrics::scaled(6));
    QPushButton *add = Buttons::push(tr("Add connection"), u"plug"_s);
    connect(add, &QPushButton::clicked, this, &StartPage::connectionRequested);
    auto *addRow = new QHBoxLayout;
    addRow->addWidget(add);
    addRow->addStretch(1);
    serve->addLayout(addRow);
    m_import = new Frame;
    auto *importRow = new QHBoxLayout(m_import);
    importRow->setContentsMargins(Metrics::scaled(12), Metrics::scaled(10), Metrics::scaled(12), Metrics::scaled(10));
    importRow->setSpacing(Metrics::scaled(10));
    importRow->addWidget(new IconLabel(u"file-text"_s));
    auto *importWords = new QVBoxLayout;
    importWords->setSpacing(Metrics::scaled(2));
    m_importPath = new Label({}, Fonts::Role::Output);
    m_importFound = new Label({}, Fonts::Role::Small, &Theme::text2);
    m_importFound->setWordWrap(true);
    importWords->addWidget(m_importPath);
    importWords->addWidget(m_importFound);
    importRow->addLayout(importWords, 1);
    QPushButton *import = Buttons::link(tr("Import"));
    import->setAccessibleName(tr("Import the connection of osb"));
    connect(import, &QPushButton::clicked, this, &StartPage::importRequested);
    importRow->addWidget(import);
    m_import->hide();
    serve->addSpacing(Metrics::scaled(6));
    serve->addWidget(m_import);
    serve->addSpacing(Metrics::scaled(22));
    serve->addWidget(new Label(tr("Open"), Fonts::Role::Heading, &Theme::text, QFont::DemiBold));
    serve->addSpacing(Metrics::scaled(4));
    auto *openRow = new QHBoxLayout;
    openRow->setSpacing(Metrics::scaled(10));
    QPushButton *newNotebook = plainLink(tr("New notebook"));
    QPushButton *openFile = plainLink(tr("Open file"));
    connect(newNotebook, &QPushButton::clicked, this, &StartPage::newNotebookRequested);
    connect(openFile, &QPushButton::clicked, this, &StartPage::openRequested);
    openRow->addWidget(newNotebook);
    openRow->addWidget(new Key(QKeySequence(u"Ctrl+N"_s).toString(QKeySequence::NativeText)));
    openRow->addSpacing(Metrics::scaled(8));
    openRow->addWidget(openFile);
    openRow->addWidget(new Key(QKeySequence(u"Ctrl+O"_s).toString(QKeySequence::NativeText)));
    openRow->addStretch(1);
    serve->addLayout(openRow);
    serve->addWidget(new Label(tr("Or drop an .ipynb file on this window."), Fonts::Role::Small, &Theme::text3));
    serve->addStretch(1);
    m_columns->addLayout(serve, 1);
    layout->addLayout(m_columns);
    layout->addSpacing(Metrics::scaled(24));

    layout->addWidget(new Hairline(Qt::Horizontal));
    layout->addSpacing(Metrics::scaled(8));
    m_footer = new QBoxLayout(QBoxLayout::LeftToRight);
    m_footer->setSpacing(Metrics::scaled(20));
    auto *show = new QCheckBox(tr("Show at start"));
    show->setChecked(showAtStart);
    connect(show, &QCheckBox::toggled, this, &StartPage::showAtStartChanged);
    m_footer->addWidget(show);
    m_footer->addStretch(1);
    auto *footer = new QHBoxLayout;
    footer->setSpacing(Metrics::scaled(20));
    QPushButton *shortcuts = Buttons::link(tr("Keyboard shortcuts"));
    QPushButton *preferences = Buttons::link(tr("Preferences"));
    connect(shortcuts, &QPushButton::clicked, this, &StartPage::shortcutsRequested);
    connect(preferences, &QPushButton::clicked, this, &StartPage::preferencesRequested);
    footer->addWidget(shortcuts);
    footer->addWidget(preferences);
    footer->addWidget(new Label(tr("Version %1").arg(workbenchVersion()), Fonts::Role::Small, &Theme::text2));
    m_footer->addLayout(footer);
    layout->addLayout(m_footer);

    auto *outer = new QGridLayout(m_body);
    outer->setContentsMargins(Metrics::scaled(24), Metrics::scaled(48), Metrics::scaled(24), Metrics::scaled(24));
    outer->addWidget(content, 0, 0);
    outer->setRowStretch(1, 1);
    content->setMaximumWidth(Metrics::scaled(780));
    setWidget(m_body);
    const auto restyle = [shortcuts, preferences, show] {
        for (QWidget *small : { static_cast<QWidget *>(shortcuts), static_cast<QWidget *>(preferences), static_cast<QWidget *>(show) })
            small->setFont(Fonts::small());
    };
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this, restyle] {
        restyle();
        arrange();
    });
    restyle();
}

void StartPage::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    arrange();
}

void StartPage::arrange()
{
    // In a low window the cards come first, not the space above them.
    const int side = Metrics::scaled(24);
    const bool low = viewport()->height() / Fonts::scale() < 500;
    m_body->layout()->setContentsMargins(side, low ? side : 2 * side, side, side);
    // Below this two columns would break every second word.
    const bool narrow = viewport()->width() / Fonts::scale() < 640;
    if (narrow == m_narrow)
        return;
    m_narrow = narrow;
    const auto direction = narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    m_cards->setDirection(direction);
    for (int i = 0; i < m_cards->count(); ++i)
        static_cast<Card *>(m_cards->itemAt(i)->widget())->setFlat(narrow);
    m_columns->setDirection(direction);
    m_footer->setDirection(direction);
    m_footer->setSpacing(Metrics::scaled(narrow ? 8 : 20));
}

void StartPage::offerImport(const QString &path, const QString &found)
{
    m_importPath->setText(path);
    m_importFound->setText(found);
    m_import->setVisible(!found.isEmpty());
}

#include "moc_startpage.cpp"
