// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "newsandboxdialog.h"

#include "codepane.h"
#include "creationview.h"
#include "formsection.h"
#include "imagefield.h"
#include "memoryfield.h"
#include "pairlist.h"
#include "panenotice.h"
#include "session/sandboxwords.h"
#include "shared/button.h"
#include "shared/label.h"
#include "shared/searchfield.h"
#include "shared/segmentedcontrol.h"
#include "theme/icons.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QCheckBox>
#include <QCloseEvent>
#include <QComboBox>
#include <QDateTimeEdit>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollArea>
#include <QStackedWidget>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Network = SandboxForm::Network;
using Outcome = SandboxCreation::Outcome;

namespace {

constexpr std::chrono::seconds Lifetimes[] { 30min, 1h, 4h, 24h };
constexpr int UntilIndex = 4;
constexpr int NoLimitIndex = 5;
enum SectionIndex { EnvironmentSection, NetworkSection, MetadataSection, EntrypointSection };

/// Writes 2, not 2.00.
class TidySpinBox : public QDoubleSpinBox
{
protected:
    QString textFromValue(double value) const override { return locale().toString(value, 'g', 6); }
};

/// Names like "py-7f3a": short, and unlikely to be there already.
QString freshName(const QString &prefix)
{
    return prefix + u'-' + QString::number(QRandomGenerator::global()->bounded(0x1000, 0x10000), 16);
}

/// GiB; 0 when it is not known.
double memoryOfThisComputer()
{
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? double(pages) * double(size) / (1 << 30) : 0;
}

void markError(QWidget *widget, Label *label, const QString &text)
{
    if (widget && widget->property("wbError").toBool() != !text.isEmpty()) {
        widget->setProperty("wbError", !text.isEmpty());
        widget->setAccessibleDescription(text);
        widget->update();
    }
    if (!label)
        return;
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

} // namespace

NewSandboxDialog::NewSandboxDialog(SessionRegistry *registry, QWidget *parent)
    : QDialog(parent)
    , m_registry(registry)
    , m_recipes(Recipe::shipped())
{
    setWindowTitle(tr("New sandbox"));
    setWindowModality(Qt::NonModal);
    setSizeGripEnabled(false);

    m_code = new CodePane(this);
    auto *formPage = new QWidget(this);
    auto *formLayout = new QHBoxLayout(formPage);
    formLayout->setContentsMargins(0, 0, 0, 0);
    formLayout->setSpacing(0);
    auto *scroll = new QScrollArea(formPage);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(makeForm());
    scroll->setAccessibleName(tr("Settings of the sandbox"));
    m_form = scroll;
    m_codeEdge = new Hairline(Qt::Vertical);
    // The form first: the code has what is left.
    formLayout->addWidget(scroll, 8);
    formLayout->addWidget(m_codeEdge);
    formLayout->addWidget(m_code, 1);

    m_pages = new QStackedWidget(this);
    m_pages->addWidget(formPage);
    m_pages->addWidget(makeStages());

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_pages, 1);
    layout->addWidget(new Hairline(Qt::Horizontal));
    layout->addWidget(makeFooter());
    setMinimumSize(Metrics::scaled(360), Metrics::scaled(240));
    const QSize room = parent ? parent->window()->size() : screen()->availableSize();
    resize(std::min(Metrics::scaled(1140), room.width()), std::min(Metrics::scaled(720), room.height()));

    fillConnections();
    const ConnectionStore *connections = registry->store()->connections();
    connect(connections, &ConnectionStore::added, this, &NewSandboxDialog::fillConnections);
    connect(connections, &ConnectionStore::aboutToRemove, this, &NewSandboxDialog::fillConnections, Qt::QueuedConnection);
    for (Connection *each : connections->connections()) {
        connect(each, &Connection::stateChanged, this, &NewSandboxDialog::formChanged);
        connect(each, &Connection::catalogChanged, this, [this]() {
            fillImages();
            formChanged();
        });
    }
    setConnection(connections->preferred()->id());
    connect(ThemeNotifier::instance(), &ThemeNotifier::changed, this, &NewSandboxDialog::formChanged);
    if (!m_recipes.isEmpty())
        choosePreset(m_recipes.first().id);
    m_name->setFocus();
    m_name->selectAll();
}

NewSandboxDialog::~NewSandboxDialog() = default;

QWidget *NewSandboxDialog::field(const QString &title, QWidget *widget, Label **problem)
{
    auto *box = new QWidget;
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::scaled(4));
    auto *label = new Label(title, Fonts::Role::Body, &Theme::text2);
    label->setBuddy(widget);
    widget->setAccessibleName(QString(title).remove(u'&'));
    layout->addWidget(label);
    layout->addWidget(widget);
    if (problem) {
        *problem = new Label({}, Fonts::Role::Small, &Theme::bad);
        (*problem)->setWordWrap(true);
        (*problem)->hide();
        layout->addWidget(*problem);
    }
    return box;
}

QWidget *NewSandboxDialog::makeForm()
{
    auto *form = new QWidget;
    auto *layout = new QVBoxLayout(form);
    const int edge = Metrics::scaled(18);
    layout->setContentsMargins(edge, Metrics::scaled(14), edge, Metrics::scaled(12));
    layout->setSpacing(Metrics::scaled(14));

    auto *presets = new QHBoxLayout;
    presets->setSpacing(Metrics::scaled(8));
    presets->addWidget(new Label(tr("Preset"), Fonts::Role::Body, &Theme::text2));
    m_presets = new QButtonGroup(this);
    for (int i = 0; i < m_recipes.size(); ++i) {
        QPushButton *button = Buttons::smallPush(m_recipes.at(i).title, {}, form);
        button->setCheckable(true);
        button->setAutoDefault(false);
        button->setToolTip(m_recipes.at(i).description);
        m_presets->addButton(button, i);
        presets->addWidget(button);
    }
    presets->addStretch();
    layout->addLayout(presets);
    connect(m_presets, &QButtonGroup::idClicked, this, [this](int index) { choosePreset(m_recipes.at(index).id); });

    m_name = new QLineEdit;
    m_name->setMaxLength(200);
    m_connection = new QComboBox;
    auto *first = new QHBoxLayout;
    first->setSpacing(Metrics::scaled(12));
    first->addWidget(field(tr("&Name"), m_name, &m_nameProblem), 59);
    first->addWidget(field(tr("C&onnection"), m_connection, nullptr), 41, Qt::AlignTop);
    layout->addLayout(first);

    m_image = new ImageField;
    QWidget *imageBox = field(tr("&Image"), m_image, &m_imageProblem);
    m_imageHint = new Label({}, Fonts::Role::Small, &Theme::text2);
    m_imageHint->setWordWrap(true);
    imageBox->layout()->addWidget(m_imageHint);
    layout->addWidget(imageBox);

    auto *lifetimeBox = new QWidget;
    auto *lifetimeLayout = new QVBoxLayout(lifetimeBox);
    lifetimeLayout->setContentsMargins(0, 0, 0, 0);
    lifetimeLayout->setSpacing(Metrics::scaled(4));
    auto *lifetimeLabel = new Label(tr("&Lifetime"), Fonts::Role::Body, &Theme::text2);
    lifetimeLayout->addWidget(lifetimeLabel);
    auto *lifetimeRow = new QHBoxLayout;
    lifetimeRow->setSpacing(Metrics::scaled(8));
    m_lifetime = new SegmentedControl({ tr("30 min"), tr("1 h"), tr("4 h"), tr("24 h"), tr("Until…"), tr("No limit") });
    m_lifetime->setAccessibleName(lifetimeLabel->text().remove(u'&'));
    lifetimeLabel->setBuddy(m_lifetime);
    m_until = new QDateTimeEdit;
    m_until->setDisplayFormat(u"yyyy-MM-dd HH:mm"_s);
    m_until->setCalendarPopup(true);
    m_until->setAccessibleName(tr("Ends at"));
    m_until->hide();
    lifetimeRow->addWidget(m_lifetime);
    lifetimeRow->addWidget(m_until);
    lifetimeRow->addStretch();
    lifetimeLayout->addLayout(lifetimeRow);
    m_lifetimeHint = new Label({}, Fonts::Role::Small, &Theme::text2);
    m_lifetimeHint->setTabular(true);
    lifetimeLayout->addWidget(m_lifetimeHint);
    layout->addWidget(lifetimeBox);
    connect(m_lifetime, &SegmentedControl::currentChanged, this, &NewSandboxDialog::lifetimeChosen);
    connect(m_until, &QDateTimeEdit::dateTimeChanged, this, &NewSandboxDialog::formChanged);

    m_cpu = new TidySpinBox;
    m_cpu->setRange(0, 256);
    m_cpu->setDecimals(2);
    m_cpu->setSingleStep(1);
    m_cpu->setSuffix(tr(" cores"));
    m_memory = new MemoryField;
    auto *resources = new QHBoxLayout;
    resources->setSpacing(Metrics::scaled(12));
    resources->addWidget(field(tr("C&PU"), m_cpu, &m_cpuProblem), 1, Qt::AlignTop);
    resources->addWidget(field(tr("&Memory"), m_memory, &m_memoryProblem), 1, Qt::AlignTop);
    resources->addStretch(1);
    layout->addLayout(resources);

    auto *advanced = new QHBoxLayout;
    advanced->setSpacing(Metrics::scaled(8));
    advanced->addWidget(new Label(tr("Advanced"), Fonts::Role::Body, &Theme::text, QFont::DemiBold));
    advanced->addStretch();
    auto *find = new SearchField(tr("Find a setting"));
    find->setKeyHint({});
    find->setFixedWidth(Metrics::scaled(200));
    m_find = find;
    advanced->addWidget(m_find);
    layout->addLayout(advanced);

    m_environment = new PairList(tr("Variable"), tr("NAME"), true);
    auto *networkBody = new QWidget;
    auto *networkLayout = new QVBoxLayout(networkBody);
    networkLayout->setContentsMargins(0, 0, 0, 0);
    networkLayout->setSpacing(Metrics::scaled(6));
    auto *choices = new QHBoxLayout;
    choices->setSpacing(Metrics::scaled(14));
    m_network = new QButtonGroup(this);
    const std::pair<Network, QString> networks[] { { Network::ServerDefault, tr("Server's default") }, { Network::AllowAll, tr("Allow all") }, { Network::DenyUnlessListed, tr("Deny unless listed") }, { Network::None, tr("No network") } };
    for (const auto &[network, text] : networks) {
        auto *radio = new QRadioButton(text);
        m_network->addButton(radio, int(network));
        choices->addWidget(radio);
    }
    choices->addStretch();
    networkLayout->addLayout(choices);
    m_hosts = new QLineEdit;
    m_hosts->setFont(Fonts::output());
    m_hosts->setPlaceholderText(tr("pkgs.example.org *.cdn.example.org"));
    m_hosts->setAccessibleName(tr("Allowed hosts, separated by spaces"));
    m_hostRow = m_hosts;
    networkLayout->addWidget(m_hosts);
    m_networkProblem = new Label({}, Fonts::Role::Small, &Theme::bad);
    m_networkProblem->setWordWrap(true);
    m_networkProblem->hide();
    networkLayout->addWidget(m_networkProblem);
    m_metadata = new PairList(tr("Pair"), tr("key"), false);
    auto *entrypointBody = new QWidget;
    auto *entrypointLayout = new QVBoxLayout(entrypointBody);
    entrypointLayout->setContentsMargins(0, 0, 0, 0);
    entrypointLayout->setSpacing(Metrics::scaled(4));
    m_entrypoint = new QLineEdit;
    m_entrypoint->setFont(Fonts::output());
    m_entrypoint->setAccessibleName(tr("Entrypoint"));
    entrypointLayout->addWidget(m_entrypoint);
    m_entrypointProblem = new Label({}, Fonts::Role::Small, &Theme::bad);
    m_entrypointProblem->hide();
    entrypointLayout->addWidget(m_entrypointProblem);

    auto *sections = new QVBoxLayout;
    sections->setSpacing(0);
    m_sections = { new FormSection(tr("Environment"), m_environment), new FormSection(tr("Network"), networkBody), new FormSection(tr("Metadata"), m_metadata), new FormSection(tr("Entrypoint"), entrypointBody) };
    m_sections.at(EnvironmentSection)->setKeywords({ tr("variable"), u"env"_s, tr("secret"), tr("token") });
    m_sections.at(NetworkSection)->setKeywords({ tr("egress"), tr("host"), tr("deny"), tr("allow"), tr("internet") });
    m_sections.at(MetadataSection)->setKeywords({ tr("label"), tr("tag"), tr("owner") });
    m_sections.at(EntrypointSection)->setKeywords({ tr("command"), tr("start") });
    for (FormSection *section : std::as_const(m_sections))
        sections->addWidget(section);
    layout->addLayout(sections);
    layout->addStretch();

    connect(m_find, &QLineEdit::textChanged, this, [this](const QString &text) {
        for (FormSection *section : std::as_const(m_sections)) {
            const bool matches = section->matches(text.trimmed());
            section->setVisible(matches);
            if (matches && !text.trimmed().isEmpty())
                section->setOpen(true);
        }
    });
    for (QLineEdit *edit : { m_name, m_hosts, m_entrypoint })
        connect(edit, &QLineEdit::textChanged, this, &NewSandboxDialog::formChanged);
    connect(m_image, &QComboBox::editTextChanged, this, &NewSandboxDialog::formChanged);
    connect(m_connection, &QComboBox::currentIndexChanged, this, [this]() {
        fillImages();
        formChanged();
    });
    connect(m_cpu, &QDoubleSpinBox::valueChanged, this, &NewSandboxDialog::formChanged);
    connect(m_memory, &QDoubleSpinBox::valueChanged, this, &NewSandboxDialog::formChanged);
    connect(m_environment, &PairList::changed, this, &NewSandboxDialog::formChanged);
    connect(m_metadata, &PairList::changed, this, &NewSandboxDialog::formChanged);
    connect(m_network, &QButtonGroup::idToggled, this, &NewSandboxDialog::formChanged);
    return form;
}

QWidget *NewSandboxDialog::makeStages()
{
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(Metrics::scaled(24), Metrics::scaled(24), Metrics::scaled(24), Metrics::scaled(24));
    layout->setSpacing(Metrics::scaled(16));
    m_stages = new CreationView;
    m_stages->setFixedWidth(Metrics::scaled(460));
    m_failure = new PaneNotice;
    m_failure->setMaximumWidth(Metrics::scaled(640));
    m_failure->hide();
    layout->addWidget(m_stages, 0, Qt::AlignLeft);
    layout->addWidget(m_failure);
    layout->addStretch();
    return page;
}

QWidget *NewSandboxDialog::makeFooter()
{
    auto *footer = new QWidget;
    auto *layout = new QHBoxLayout(footer);
    layout->setContentsMargins(Metrics::scaled(18), Metrics::scaled(12), Metrics::scaled(18), Metrics::scaled(12));
    layout->setSpacing(Metrics::scaled(8));
    m_acceptIcon = new QLabel;
    layout->addWidget(m_acceptIcon);
    m_accept = new Label;
    m_accept->setMinimumWidth(Metrics::scaled(40));
    layout->addWidget(m_accept, 1);
    m_openNotebook = new QCheckBox(tr("Open a notebook in it"));
    layout->addWidget(m_openNotebook);
    layout->addSpacing(Metrics::scaled(4));
    m_cancel = Buttons::push(tr("Cancel"));
    m_cancel->setAutoDefault(false);
    m_create = Buttons::push(tr("Create"));
    Buttons::makePrimary(m_create);
    m_create->setDefault(true);
    layout->addWidget(m_cancel);
    layout->addWidget(m_create);
    connect(m_cancel, &QPushButton::clicked, this, [this]() {
        if (m_creation && m_creation->outcome() == Outcome::Running)
            m_creation->cancel();
        else
            reject();
    });
    connect(m_create, &QPushButton::clicked, this, [this]() {
        if (!m_creation)
            create();
        else if (m_creation->outcome() == Outcome::Running)
            close();
        else
            showForm();
    });
    return footer;
}

void NewSandboxDialog::fillConnections()
{
    const QString before = m_connection->currentData().toString();
    m_filling = true;
    m_connection->clear();
    for (const Connection *each : m_registry->store()->connections()->connections())
        m_connection->addItem(Icons::icon(u"plug"_s), each->name(), each->id());
    const int index = m_connection->findData(before);
    m_connection->setCurrentIndex(std::max(0, index));
    m_filling = false;
    formChanged();
}

void NewSandboxDialog::fillImages()
{
    QStringList names { m_image->currentText() };
    for (const Recipe &recipe : m_recipes)
        names << recipe.form.image;
    names.removeDuplicates();
    names.removeAll(QString());
    const Connection *where = connection();
    m_image->setChoices(where ? where->catalog() : LocalCatalog(), names);
}

Connection *NewSandboxDialog::connection() const
{
    return m_registry->store()->connections()->find(m_connection->currentData().toString());
}

void NewSandboxDialog::setConnection(const QString &connectionId)
{
    const int index = m_connection->findData(connectionId);
    if (index >= 0)
        m_connection->setCurrentIndex(index);
}

void NewSandboxDialog::choosePreset(const QString &recipeId)
{
    for (int i = 0; i < m_recipes.size(); ++i) {
        const Recipe &recipe = m_recipes.at(i);
        if (recipe.id != recipeId)
            continue;
        SandboxForm next = recipe.form;
        // A name that was typed is kept; one of ours gives way.
        const QString typed = m_name->text();
        static const QRegularExpression ours(u"\\A[a-z]+-[0-9a-f]{4}\\z"_s);
        next.name = typed.isEmpty() || ours.match(typed).hasMatch() ? freshName(recipe.namePrefix) : typed;
        setForm(next);
        m_presets->button(i)->setChecked(true);
        return;
    }
}

void NewSandboxDialog::setForm(const SandboxForm &form)
{
    m_filling = true;
    if (QAbstractButton *checked = m_presets->checkedButton()) {
        m_presets->setExclusive(false);
        checked->setChecked(false);
        m_presets->setExclusive(true);
    }
    m_name->setText(form.name);
    m_image->setEditText(form.image);
    fillImages();
    showLifetime(form.lifetime);
    m_cpu->setValue(form.cpu);
    m_memory->setValue(form.memoryGib);
    m_environment->setPairs(form.environment);
    m_metadata->setPairs(form.metadata);
    m_network->button(int(form.network))->setChecked(true);
    m_hosts->setText(form.hosts.join(u' '));
    m_entrypoint->setText(form.entrypoint);
    m_entrypoint->setCursorPosition(0);
    m_openNotebook->setChecked(form.openNotebook);
    m_languages = form.languages;
    m_filling = false;
    formChanged();
}

SandboxForm NewSandboxDialog::form() const
{
    SandboxForm form;
    form.name = m_name->text().trimmed();
    form.image = m_image->currentText().trimmed();
    form.lifetime = chosenLifetime();
    form.cpu = m_cpu->value();
    form.memoryGib = m_memory->value();
    form.environment = m_environment->pairs();
    form.metadata = m_metadata->pairs();
    form.network = Network(std::max(0, m_network->checkedId()));
    static const QRegularExpression separators(u"[\\s,]+"_s);
    form.hosts = m_hosts->text().split(separators, Qt::SkipEmptyParts);
    form.entrypoint = m_entrypoint->text();
    form.languages = m_languages;
    form.openNotebook = m_openNotebook->isChecked();
    return form;
}

std::optional<std::chrono::seconds> NewSandboxDialog::chosenLifetime() const
{
    const int index = m_lifetime->current();
    if (index == NoLimitIndex)
        return {};
    if (index == UntilIndex) {
        const Connection *where = connection();
        const QDateTime now = where ? where->serverNow() : QDateTime::currentDateTimeUtc();
        return std::chrono::seconds(now.secsTo(m_until->dateTime()));
    }
    return Lifetimes[std::clamp(index, 0, int(std::size(Lifetimes)) - 1)];
}

void NewSandboxDialog::showLifetime(std::optional<std::chrono::seconds> lifetime)
{
    int index = lifetime ? UntilIndex : NoLimitIndex;
    for (int i = 0; lifetime && i < int(std::size(Lifetimes)); ++i) {
        if (Lifetimes[i] == *lifetime)
            index = i;
    }
    if (index == UntilIndex)
        m_until->setDateTime(QDateTime::currentDateTime().addSecs(lifetime->count()));
    m_lifetime->setCurrent(index);
    m_until->setVisible(index == UntilIndex);
}

void NewSandboxDialog::lifetimeChosen(int index)
{
    if (index == UntilIndex && m_until->dateTime() <= QDateTime::currentDateTime().addSecs(120))
        m_until->setDateTime(QDateTime::currentDateTime().addSecs(8 * 3600));
    m_until->setVisible(index == UntilIndex);
    formChanged();
}

void NewSandboxDialog::updateLifetimeHint()
{
    const auto lifetime = chosenLifetime();
    if (!lifetime) {
        m_lifetimeHint->setColor(&Theme::text2);
        m_lifetimeHint->setText(tr("Runs until it is killed."));
        return;
    }
    if (*lifetime < 60s) {
        m_lifetimeHint->setColor(&Theme::bad);
        m_lifetimeHint->setText(tr("At least 60 s from now."));
        return;
    }
    const QDateTime end = QDateTime::currentDateTime().addSecs(lifetime->count());
    const QString time = end.time().toString(u"HH:mm"_s);
    const qint64 days = QDate::currentDate().daysTo(end.date());
    const QString when = days == 0 ? tr("today at %1").arg(time) : days == 1 ? tr("tomorrow at %1").arg(time) : tr("on %1 at %2").arg(end.date().toString(Qt::ISODate), time);
    m_lifetimeHint->setColor(&Theme::text2);
    m_lifetimeHint->setText(tr("Ends %1 (%2 UTC). You can renew at any time.").arg(when, end.toUTC().time().toString(u"HH:mm"_s)));
}

void NewSandboxDialog::openUsedSections()
{
    const SandboxForm now = form();
    m_sections.at(EnvironmentSection)->setOpen(!now.environment.isEmpty());
    m_sections.at(NetworkSection)->setOpen(now.network != Network::ServerDefault);
    m_sections.at(MetadataSection)->setOpen(!now.metadata.isEmpty());
}

QString NewSandboxDialog::acceptance() const
{
    return m_accept->text();
}

void NewSandboxDialog::formChanged()
{
    if (m_filling || !m_create || m_creation)
        return;
    const SandboxForm now = form();
    Connection *where = connection();
    const QList<SandboxForm::Issue> issues = now.issues(where && where->isLocal(), where ? where->catalog() : LocalCatalog());

    const auto textOf = [&issues](SandboxForm::Field of) {
        for (const SandboxForm::Issue &issue : issues) {
            if (issue.field == of)
                return issue.text;
        }
        return QString();
    };
    using Field = SandboxForm::Field;
    markError(m_name, m_nameProblem, textOf(Field::Name));
    markError(m_image, m_imageProblem, textOf(Field::Image));
    const QString contents = m_image->contents();
    m_imageHint->setText(contents.isEmpty() ? QString() : tr("Contains %1.").arg(contents));
    m_imageHint->setVisible(!contents.isEmpty());
    markError(m_cpu, m_cpuProblem, textOf(Field::Cpu));
    markError(m_memory, m_memoryProblem, textOf(Field::Memory));
    m_memoryProblem->setColor(&Theme::bad);
    if (const double here = memoryOfThisComputer(); textOf(Field::Memory).isEmpty() && where && where->isLocal() && here > 0 && now.memoryGib > here) {
        m_memoryProblem->setColor(&Theme::warn);
        m_memoryProblem->setText(tr("This computer has %1 GiB.").arg(locale().toString(here, 'f', 1)));
        m_memoryProblem->show();
    }
    markError(m_hosts, m_networkProblem, textOf(Field::Network));
    markError(m_entrypoint, m_entrypointProblem, textOf(Field::Entrypoint));
    m_environment->clearProblems();
    m_metadata->clearProblems();
    for (const SandboxForm::Issue &issue : issues) {
        if (issue.field == Field::Environment)
            m_environment->setProblem(issue.row, issue.text);
        else if (issue.field == Field::Metadata)
            m_metadata->setProblem(issue.row, issue.text);
    }
    updateLifetimeHint();
    m_hostRow->setVisible(now.network == Network::DenyUnlessListed);

    const auto filled = [](const QList<SandboxForm::Pair> &pairs) {
        return int(std::count_if(pairs.cbegin(), pairs.cend(), [](const SandboxForm::Pair &pair) { return !pair.key.isEmpty(); }));
    };
    const int variables = filled(now.environment);
    m_sections.at(EnvironmentSection)->setSummary(variables == 0 ? tr("none") : tr("%n variable(s)", nullptr, variables));
    QString network = tr("server's default");
    if (now.network == Network::ServerDefault && where && where->isLocal())
        network = tr("server's default: none");
    else if (now.network == Network::AllowAll)
        network = tr("all allowed");
    else if (now.network == Network::None)
        network = tr("none");
    else if (now.network == Network::DenyUnlessListed)
        network = tr("deny by default, %1 allowed").arg(now.hosts.size());
    m_sections.at(NetworkSection)->setSummary(network);
    QStringList pairs;
    for (const SandboxForm::Pair &pair : now.metadata) {
        if (!pair.key.isEmpty())
            pairs << pair.key + u" = "_s + pair.value;
    }
    m_sections.at(MetadataSection)->setSummary(pairs.isEmpty() ? tr("none") : pairs.join(u", "_s));
    m_sections.at(EntrypointSection)->setSummary(SandboxForm::splitWords(now.entrypoint).value_or(QStringList()).value(0).section(u'/', -1));

    const bool online = where && where->isOnline();
    const auto acceptIcon = [this](const QString &name, Icons::Role role) {
        m_acceptIcon->setPixmap(Icons::pixmap(name, Icons::color(role), Metrics::icon(), devicePixelRatioF()));
    };
    if (!issues.isEmpty()) {
        acceptIcon(u"circle-alert"_s, Icons::Role::Bad);
        m_accept->setColor(&Theme::bad);
        m_accept->setText(tr("%n field(s) need another value", nullptr, int(issues.size())));
    } else if (!online) {
        acceptIcon(u"hourglass"_s, Icons::Role::Warn);
        m_accept->setColor(&Theme::warn);
        m_accept->setText(where ? tr("%1: %2").arg(where->name(), where->stateText()) : tr("No connection"));
    } else {
        acceptIcon(u"check"_s, Icons::Role::Ok);
        m_accept->setColor(&Theme::ok);
        m_accept->setText(tr("Accepted by the rules of %1").arg(where->name()));
    }
    const QString why = !issues.isEmpty() ? issues.first().text : online ? QString() : where ? tr("%1 does not answer now.").arg(where->name()) : tr("Add a connection first.");
    m_create->setEnabled(why.isEmpty());
    m_create->setToolTip(why);
    m_code->setForm(now, where ? where->config() : OpenSandbox::ConnectionConfig());
}

void NewSandboxDialog::create()
{
    Connection *where = connection();
    const SandboxForm now = form();
    if (!where || !now.issues(where->isLocal(), where->catalog()).isEmpty() || m_creation)
        return;
    m_creation = std::make_unique<SandboxCreation>(m_registry, where, now.options());
    // Several languages: all that this server has, as far as it says so.
    if (now.languages.size() > 1 && !where->catalog().languages.isEmpty())
        m_languages = where->catalog().languages;
    // The others get their context with their first cell: some take long to start.
    m_creation->setLanguages(m_languages.first(std::min<qsizetype>(1, m_languages.size())));
    m_stages->setCreation(m_creation.get());
    m_failure->hide();
    m_pages->setCurrentIndex(1);
    m_accept->clear();
    m_acceptIcon->clear();
    m_openNotebook->setEnabled(true);
    m_create->setEnabled(true);
    m_create->setToolTip({});
    m_create->setText(tr("Run in background"));
    connect(m_creation.get(), &SandboxCreation::finished, this, &NewSandboxDialog::creationEnded);
    m_creation->start();
}

void NewSandboxDialog::creationEnded()
{
    // The creation is the sender, so it may not die in here.
    switch (m_creation->outcome()) {
    case Outcome::Succeeded: {
        const std::shared_ptr<SandboxSession> session = m_creation->session();
        const bool notebook = m_openNotebook->isChecked();
        const QStringList languages = m_languages;
        m_creation.release()->deleteLater();
        accept();
        Q_EMIT created(session, languages, notebook);
        break;
    }
    case Outcome::Cancelled:
        showForm();
        break;
    case Outcome::Failed: {
        const Problem problem = m_creation->problem();
        QString detail = problem.hint;
        if (!problem.error.code.isEmpty() || !problem.error.requestId.isEmpty()) {
            QStringList parts { problem.error.code, problem.error.requestId.isEmpty() ? QString() : tr("request %1").arg(problem.error.requestId) };
            parts.removeAll(QString());
            detail += (detail.isEmpty() ? QString() : u"\n"_s) + parts.join(u" · "_s);
        }
        m_failure->setTexts(Meaning::Bad, u"circle-x"_s, problem.message, detail);
        m_failure->show();
        m_create->setText(tr("Edit and retry"));
        m_create->setFocus();
        break;
    }
    case Outcome::Running:
        break;
    }
}

void NewSandboxDialog::showForm()
{
    m_stages->setCreation(nullptr);
    if (m_creation)
        m_creation.release()->deleteLater();
    m_pages->setCurrentIndex(0);
    m_create->setText(tr("Create"));
    formChanged();
    m_name->setFocus();
}

void NewSandboxDialog::closeEvent(QCloseEvent *event)
{
    if (m_creation && m_creation->outcome() == Outcome::Running) {
        m_stages->setCreation(nullptr);
        m_creation->disconnect(this);
        Q_EMIT movedToBackground(m_creation.release(), m_openNotebook->isChecked());
    }
    QDialog::closeEvent(event);
}

void NewSandboxDialog::resizeEvent(QResizeEvent *event)
{
    QDialog::resizeEvent(event);
    // Less than that shows no line of code whole.
    const bool room = width() >= Metrics::scaled(580 + 300);
    m_code->setVisible(room);
    m_codeEdge->setVisible(room);
    m_form->setMaximumWidth(room ? Metrics::scaled(580) : QWIDGETSIZE_MAX);
}

void NewSandboxDialog::keyPressEvent(QKeyEvent *event)
{
    // Escape during a creation closes the dialog like its button does: it must not cancel what was asked for.
    if (event->key() == Qt::Key_Escape && m_creation) {
        close();
        return;
    }
    QDialog::keyPressEvent(event);
}
