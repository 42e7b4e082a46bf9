// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connectiondialog.h"

#include "connectionadvanced.h"
#include "shared/button.h"

#include <opensandbox/osbconfig.h>

#include <QBoxLayout>
#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QScreen>
#include <QScrollArea>
#include <QStyle>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace {

/// With ~ for the home folder, which is nobody's business on a picture.
QString shortPath(const QString &path)
{
    const QString home = QDir::homePath() + u'/';
    return path.startsWith(home) ? u"~/"_s + path.sliced(home.size()) : path;
}

QString featureName(OpenSandbox::Feature feature)
{
    using OpenSandbox::Feature;
    switch (feature) {
    case Feature::PauseAndResume: return ConnectionDialog::tr("pausing");
    case Feature::Snapshots: return ConnectionDialog::tr("snapshots");
    case Feature::ServerPools: return ConnectionDialog::tr("pools of the server");
    case Feature::ScopedDiagnostics: return ConnectionDialog::tr("diagnostics by scope");
    case Feature::SignedEndpoints: return ConnectionDialog::tr("signed endpoints");
    case Feature::LocalExtensions: return ConnectionDialog::tr("the local runtime's additions");
    case Feature::Terminal: return ConnectionDialog::tr("terminals");
    case Feature::CodeExtensions: return ConnectionDialog::tr("completion and variables");
    }
    return {};
}

/// What a server is and offers, as far as asking showed.
QString describe(const OpenSandbox::Capabilities &found)
{
    QString text;
    if (found.runtime == "local"_L1)
        text = ConnectionDialog::tr("It is a local runtime, version %1.").arg(found.version);
    else if (found.runtime == "kubernetes"_L1)
        text = ConnectionDialog::tr("It runs sandboxes on Kubernetes.");
    else if (found.runtime == "docker"_L1)
        text = ConnectionDialog::tr("It runs sandboxes on Docker, as far as its answers show.");
    QStringList offered;
    QStringList missing;
    for (const auto &[feature, has] : found.known.asKeyValueRange()) {
        // Of a server that is no local runtime, these are nothing to miss.
        if (feature != OpenSandbox::Feature::LocalExtensions)
            (has ? offered : missing) << featureName(feature);
    }
    if (!offered.isEmpty())
        text += u' ' + ConnectionDialog::tr("Offered: %1.").arg(offered.join(ConnectionDialog::tr(", ")));
    if (!missing.isEmpty())
        text += u' ' + ConnectionDialog::tr("Not offered: %1.").arg(missing.join(ConnectionDialog::tr(", ")));
    return text.trimmed();
}

/// As wide as what is in it wants, also when its sections open later; with a bar below only where that is wider than there is room.
class FormScroll final : public QScrollArea
{
public:
    explicit FormScroll(int room) : m_room(room)
    {
        setFrameShape(QFrame::NoFrame);
        setWidgetResizable(true);
        setFocusPolicy(Qt::NoFocus);
    }
    void fit() { setMinimumWidth(qMin(widget()->minimumSizeHint().width() + style()->pixelMetric(QStyle::PM_ScrollBarExtent), m_room)); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (watched == widget() && event->type() == QEvent::LayoutRequest)
            fit();
        return QScrollArea::eventFilter(watched, event);
    }

private:
    const int m_room;
};

} // namespace

ConnectionDialog::ConnectionDialog(ConnectionStore *store, Connection *edited, QWidget *parent)
    : QDialog(parent)
    , m_store(store)
    , m_edited(edited)
    , m_address(new QLineEdit)
    , m_name(new QLineEdit)
    , m_key(new QLineEdit)
    , m_proxy(new QCheckBox(tr("&Reach sandboxes through the server")))
    , m_advanced(new ConnectionAdvanced)
    , m_result(new Label({}, Fonts::Role::Small, &Theme::text2))
    , m_details(new Label({}, Fonts::Role::Small, &Theme::text2))
    , m_test(Buttons::push(tr("&Test connection")))
    , m_add(Buttons::push(edited ? tr("Save") : tr("Add connection")))
{
    setWindowTitle(edited ? tr("Edit %1").arg(edited->name()) : tr("Add a connection"));
    setWindowModality(Qt::NonModal);
    m_address->setPlaceholderText(u"sandbox.example.org:8080"_s);
    m_key->setEchoMode(QLineEdit::Password);
    m_proxy->setToolTip(tr("For servers whose sandboxes have addresses that cannot be reached from here."));
    Buttons::makePrimary(m_add);
    m_add->setDefault(true);
    m_test->setAutoDefault(false);

    auto *body = new QWidget;
    auto *form = new QVBoxLayout(body);
    form->setContentsMargins(Metrics::scaled(16), Metrics::scaled(16), Metrics::scaled(16), Metrics::scaled(16));
    form->setSpacing(Metrics::scaled(4));
    const auto field = [form](const QString &text, QLineEdit *edit) {
        auto *label = new Label(text, Fonts::Role::Body, &Theme::text2);
        label->setBuddy(edit);
        edit->setAccessibleName(QString(text).remove(u'&'));
        form->addWidget(label);
        form->addWidget(edit);
        form->addSpacing(Metrics::scaled(8));
    };
    field(tr("A&ddress"), m_address);
    field(tr("&Key (kept in the keyring)"), m_key);
    field(tr("&Name"), m_name);
    form->addWidget(m_proxy);
    if (edited && !store->isRemembered(edited)) {
        form->addSpacing(Metrics::scaled(8));
        auto *passing = new Label(tr("This connection comes from the environment. What is changed here lasts until the program ends."), Fonts::Role::Small, &Theme::text2);
        passing->setWordWrap(true);
        form->addWidget(passing);
    }
    form->addSpacing(Metrics::scaled(16));
    form->addWidget(new Label(tr("Advanced"), Fonts::Role::Body, &Theme::text, QFont::DemiBold));
    form->addWidget(m_advanced);
    form->addStretch(1);
    const QSize room = parent ? parent->window()->size() : screen()->availableSize();
    auto *scroll = new FormScroll(room.width() - 16);
    scroll->setWidget(body);
    scroll->fit();

    auto *results = new QWidget;
    auto *resultLayout = new QVBoxLayout(results);
    resultLayout->setContentsMargins(Metrics::scaled(16), Metrics::scaled(8), Metrics::scaled(16), 0);
    resultLayout->setSpacing(Metrics::scaled(2));
    for (Label *label : { m_result, m_details }) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        resultLayout->addWidget(label);
    }
    resultLayout->addStretch(1);
    results->setMinimumHeight(Fonts::lineHeight(Fonts::Role::Small) * 4);
    results->hide(); // Until there is an answer.

    auto *footer = new QHBoxLayout;
    footer->setContentsMargins(Metrics::scaled(16), Metrics::scaled(10), Metrics::scaled(16), Metrics::scaled(12));
    footer->setSpacing(Metrics::scaled(8));
    QPushButton *cancel = Buttons::push(tr("Cancel"));
    cancel->setAutoDefault(false);
    footer->addWidget(m_test);
    if (!edited && QFile::exists(OpenSandbox::osbConfigPath())) {
        QPushButton *import = Buttons::push(tr("&Import from osb"), u"download"_s);
        import->setAutoDefault(false);
        import->setToolTip(tr("Takes address and key from %1.").arg(shortPath(OpenSandbox::osbConfigPath())));
        connect(import, &QPushButton::clicked, this, [this]() { importOsb(); });
        footer->addWidget(import);
    }
    footer->addStretch();
    footer->addWidget(cancel);
    footer->addWidget(m_add);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scroll, 1);
    layout->addWidget(new Hairline(Qt::Horizontal));
    layout->addWidget(results);
    layout->addLayout(footer);
    resize(qMax(minimumSizeHint().width(), qMin(Metrics::scaled(540), room.width() - 16)), qMin(Metrics::scaled(620), room.height() - 16));

    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_test, &QPushButton::clicked, this, &ConnectionDialog::test);
    connect(m_add, &QPushButton::clicked, this, &ConnectionDialog::keep);
    if (edited) {
        m_base = edited->config();
        m_base.onExchange = nullptr;
        m_address->setText(m_base.domain.contains(u"://"_s) || m_base.protocol == "http"_L1 ? m_base.domain : m_base.protocol + u"://"_s + m_base.domain);
        m_address->setCursorPosition(0);
        m_key->setText(m_base.apiKey);
        m_name->setText(edited->name());
        m_proxy->setChecked(m_base.useServerProxy);
        m_advanced->setConfig(m_base);
        m_advanced->openUsedSections();
    }
    for (const QLineEdit *edit : { m_address, m_key })
        connect(edit, &QLineEdit::textChanged, this, &ConnectionDialog::changed);
    connect(m_advanced, &ConnectionAdvanced::changed, this, &ConnectionDialog::changed);
    changed();
    m_address->setFocus();
}

QString ConnectionDialog::addressProblem(const QString &address)
{
    QString text = address.trimmed();
    if (text.isEmpty())
        return tr("An address is needed.");
    if (!text.contains(u"://"_s))
        text.prepend(u"http://"_s);
    const QUrl url(text, QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty())
        return tr("This is no address. Write it as host:port.");
    if (url.scheme() != "http"_L1 && url.scheme() != "https"_L1)
        return tr("Only http and https are possible.");
    if (!url.userInfo().isEmpty())
        return tr("Put the key into its own field, not into the address.");
    return {};
}

OpenSandbox::ConnectionConfig ConnectionDialog::config() const
{
    OpenSandbox::ConnectionConfig config = m_base;
    QString text = m_address->text().trimmed();
    config.protocol = text.startsWith("https://"_L1) ? u"https"_s : u"http"_s;
    config.domain = text.remove(u"https://"_s).remove(u"http://"_s);
    while (config.domain.endsWith(u'/'))
        config.domain.chop(1);
    config.apiKey = m_key->text();
    config.useServerProxy = m_proxy->isChecked();
    m_advanced->applyTo(config);
    return config;
}

void ConnectionDialog::importOsb(const QString &path)
{
    const QString file = path.isEmpty() ? OpenSandbox::osbConfigPath() : path;
    const auto found = OpenSandbox::readOsbConfig(file);
    if (!found) {
        say(&Theme::bad, found.error().message + u' ' + tr("Correct the file, or type the address here."));
        return;
    }
    if (!found->domain) {
        say(&Theme::warn, tr("%1 names no server (connection.domain). Type the address here.").arg(shortPath(file)));
        return;
    }
    const OpenSandbox::ConnectionConfig taken = found->appliedTo({});
    m_address->setText(taken.domain.contains(u"://"_s) || taken.protocol == "http"_L1 ? taken.domain : taken.protocol + u"://"_s + taken.domain);
    m_address->setCursorPosition(0);
    m_key->setText(taken.apiKey);
    m_proxy->setChecked(taken.useServerProxy);
    m_advanced->setConfig(taken);
    if (const QString problem = addressProblem(m_address->text()); !problem.isEmpty())
        return;
    say(&Theme::text2, taken.apiKey.isEmpty() ? tr("Taken from %1: the address. It has no key.").arg(shortPath(file)) : tr("Taken from %1: address and key.").arg(shortPath(file)));
}

void ConnectionDialog::focusKey()
{
    m_key->setFocus();
    m_key->selectAll();
}

QString ConnectionDialog::findings() const
{
    return m_details->text().isEmpty() ? m_result->text() : m_result->text() + u'\n' + m_details->text();
}

void ConnectionDialog::say(ThemeColor color, const QString &text, const QString &details)
{
    m_result->setColor(color);
    m_result->setText(text);
    m_details->setText(details);
    m_details->setVisible(!details.isEmpty());
    m_result->parentWidget()->setVisible(!text.isEmpty());
}

void ConnectionDialog::changed()
{
    m_tasks.cancel();
    const QString addressWrong = addressProblem(m_address->text());
    const QString wrong = addressWrong.isEmpty() ? m_advanced->problem() : addressWrong;
    m_add->setEnabled(wrong.isEmpty());
    m_test->setEnabled(wrong.isEmpty());
    m_add->setToolTip(wrong);
    m_test->setToolTip(wrong);
    say(&Theme::text2, m_address->text().isEmpty() ? QString() : wrong);
    m_name->setPlaceholderText(config().domain.section(u'/', 0, 0).section(u':', 0, 0));
}

void ConnectionDialog::keep()
{
    const QString name = m_name->text().trimmed().isEmpty() ? m_name->placeholderText() : m_name->text().trimmed();
    const OpenSandbox::ConnectionConfig made = config();
    // Certificates that cannot be read would make every call fail.
    if (const auto problem = made.problem()) {
        say(&Theme::bad, problem->message);
        return;
    }
    if (m_edited)
        m_store->change(m_edited, name, made);
    else
        m_store->add(name, made);
    accept();
}

void ConnectionDialog::test()
{
    m_tasks.cancel();
    const OpenSandbox::ConnectionConfig tried = config();
    if (const auto problem = tried.problem()) {
        say(&Theme::bad, problem->message);
        return;
    }
    say(&Theme::text2, tr("Asking %1.").arg(tried.domain));
    auto manager = std::make_shared<OpenSandbox::SandboxManager>(tried);
    m_asked.start();
    OpenSandbox::SandboxFilter one;
    one.pageSize = 1;
    // A listing, because it needs the key; /health would answer anybody.
    m_tasks.run(manager->list(one, m_tasks.token()), [this, manager, domain = tried.domain](OpenSandbox::Result<OpenSandbox::SandboxPage> page) {
        if (!page) {
            const Problem problem = describeError(page.error(), domain);
            say(&Theme::bad, problem.message, problem.hint);
            return;
        }
        say(&Theme::ok, tr("%1 answers in %2 ms and has %Ln sandbox(es).", nullptr, int(page->totalItems)).arg(domain).arg(m_asked.elapsed()), tr("Asking what it offers."));
        probe(manager);
    });
}

void ConnectionDialog::probe(const std::shared_ptr<OpenSandbox::SandboxManager> &manager)
{
    m_tasks.run(manager->probe(m_tasks.token()), [this, manager](OpenSandbox::Result<OpenSandbox::Capabilities> found) {
        const QString headline = m_result->text();
        say(&Theme::ok, headline, found ? describe(*found) : tr("What it offers could not be found out. %1").arg(found.error().message));
    });
}
