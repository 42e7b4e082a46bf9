// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connectionadvanced.h"

#include "formsection.h"
#include "pairlist.h"
#include "shared/button.h"
#include "shared/label.h"
#include "shared/segmentedcontrol.h"

#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLineEdit>
#include <QSpinBox>

using namespace Qt::StringLiterals;
using OpenSandbox::ConnectionConfig;
using OpenSandbox::ProxySettings;
using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

/// A label above its field, in two columns of a grid.
void addField(QGridLayout *grid, int row, int column, const QString &title, QWidget *field, QWidget *buddy = nullptr, int columns = 1)
{
    auto *label = new Label(title, Fonts::Role::Small, &Theme::text2);
    QWidget *target = buddy ? buddy : field;
    label->setBuddy(target);
    target->setAccessibleName(title);
    // Three lines a field: the label, the field, and air before the next.
    grid->addWidget(label, 3 * row, column);
    grid->addWidget(field, 3 * row + 1, column, 1, columns);
    grid->setRowMinimumHeight(3 * row + 2, Metrics::scaled(4));
}

QGridLayout *formGrid(QWidget *body)
{
    auto *grid = new QGridLayout(body);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(Metrics::scaled(12));
    grid->setVerticalSpacing(Metrics::scaled(4));
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    return grid;
}

Label *note(const QString &text)
{
    auto *label = new Label(text, Fonts::Role::Small, &Theme::text3);
    label->setWordWrap(true);
    return label;
}

QSpinBox *secondsBox(int least, int most)
{
    auto *box = new QSpinBox;
    box->setRange(least, most);
    box->setSuffix(u" s"_s);
    return box;
}

QDoubleSpinBox *pauseBox()
{
    auto *box = new QDoubleSpinBox;
    box->setRange(0.1, 3600);
    box->setDecimals(1);
    box->setSuffix(u" s"_s);
    return box;
}

bool isHost(const QString &text)
{
    const QUrl url(u"http://"_s + text, QUrl::StrictMode);
    return url.isValid() && !url.host().isEmpty() && url.path().isEmpty() && url.userInfo().isEmpty() && !url.hasQuery();
}

} // namespace

ConnectionAdvanced::ConnectionAdvanced(QWidget *parent)
    : QWidget(parent)
    , m_hosts(new PairList(tr("Host"), u"host.docker.internal"_s, false))
    , m_proxyMode(new SegmentedControl({ tr("As the system"), tr("None"), tr("This one") }))
    , m_proxyAddress(new QLineEdit)
    , m_proxyUser(new QLineEdit)
    , m_proxyPassword(new QLineEdit)
    , m_caFile(new QLineEdit)
    , m_certificateFile(new QLineEdit)
    , m_keyFile(new QLineEdit)
    , m_keyPassword(new QLineEdit)
    , m_requestLimit(secondsBox(1, 3600))
    , m_createLimit(secondsBox(10, 7200))
    , m_retries(new QSpinBox)
    , m_firstPause(pauseBox())
    , m_longestPause(pauseBox())
    , m_hostsSection(new FormSection(tr("Addresses of sandboxes"), hostsBody()))
    , m_proxySection(new FormSection(tr("Proxy"), proxyBody()))
    , m_certificatesSection(new FormSection(tr("Certificates"), certificatesBody()))
    , m_limitsSection(new FormSection(tr("Time limits and further tries"), limitsBody()))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (FormSection *section : { m_hostsSection, m_proxySection, m_certificatesSection, m_limitsSection })
        layout->addWidget(section);
    const auto follow = [this] {
        refresh();
        Q_EMIT changed();
    };
    connect(m_hosts, &PairList::changed, this, follow);
    connect(m_proxyMode, &SegmentedControl::currentChanged, this, follow);
    for (const QLineEdit *edit : { m_proxyAddress, m_proxyUser, m_proxyPassword, m_caFile, m_certificateFile, m_keyFile, m_keyPassword })
        connect(edit, &QLineEdit::textChanged, this, follow);
    for (const QSpinBox *box : { m_requestLimit, m_createLimit, m_retries })
        connect(box, &QSpinBox::valueChanged, this, follow);
    for (const QDoubleSpinBox *box : { m_firstPause, m_longestPause })
        connect(box, &QDoubleSpinBox::valueChanged, this, follow);
    setConfig({});
}

QWidget *ConnectionAdvanced::hostsBody()
{
    m_hosts->setWords(tr("Host that the server names"), tr("Host that is reached from here"), u"localhost"_s);
    auto *body = new QWidget;
    auto *layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::scaled(6));
    layout->addWidget(note(tr("Where the server names sandboxes by a host that is called otherwise here: the name it says, and the one to use instead. A port may follow.")));
    layout->addWidget(m_hosts);
    return body;
}

QWidget *ConnectionAdvanced::proxyBody()
{
    m_proxyMode->setAccessibleName(tr("Proxy"));
    m_proxyAddress->setPlaceholderText(u"http://proxy.example.org:3128"_s);
    m_proxyPassword->setEchoMode(QLineEdit::Password);
    auto *body = new QWidget;
    QGridLayout *grid = formGrid(body);
    grid->addWidget(m_proxyMode, 0, 0, 1, 2, Qt::AlignLeft);
    grid->setRowMinimumHeight(2, Metrics::scaled(4));
    addField(grid, 1, 0, tr("Proxy's address, http or socks5"), m_proxyAddress, nullptr, 2);
    addField(grid, 2, 0, tr("User, where it asks for one"), m_proxyUser);
    addField(grid, 2, 1, tr("Password (kept in the keyring)"), m_proxyPassword);
    return body;
}

QWidget *ConnectionAdvanced::fileField(QLineEdit *edit, const QString &title)
{
    auto *field = new QWidget;
    auto *layout = new QHBoxLayout(field);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::scaled(4));
    layout->addWidget(edit, 1);
    QToolButton *choose = Buttons::smallTool(u"folder-open"_s, tr("Choose: %1").arg(title), field);
    choose->setFocusPolicy(Qt::StrongFocus);
    connect(choose, &QToolButton::clicked, this, [this, edit, title] {
        auto *dialog = new QFileDialog(this, title, QFileInfo(edit->text()).path(), tr("PEM files (*.pem *.crt *.cer *.key);;All files (*)"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, edit, &QLineEdit::setText);
        dialog->open();
    });
    layout->addWidget(choose);
    return field;
}

QWidget *ConnectionAdvanced::certificatesBody()
{
    m_keyPassword->setEchoMode(QLineEdit::Password);
    auto *body = new QWidget;
    QGridLayout *grid = formGrid(body);
    const QString ca = tr("Trust this authority, too");
    const QString certificate = tr("Own certificate");
    const QString key = tr("Its private key");
    addField(grid, 0, 0, ca, fileField(m_caFile, ca), m_caFile, 2);
    addField(grid, 1, 0, certificate, fileField(m_certificateFile, certificate), m_certificateFile);
    addField(grid, 1, 1, key, fileField(m_keyFile, key), m_keyFile);
    addField(grid, 2, 0, tr("The key's password (kept in the keyring)"), m_keyPassword);
    grid->addWidget(note(tr("PEM files. They are read anew at each start.")), 9, 0, 1, 2);
    return body;
}

QWidget *ConnectionAdvanced::limitsBody()
{
    m_retries->setRange(0, 10);
    m_retries->setSpecialValueText(tr("None"));
    auto *body = new QWidget;
    QGridLayout *grid = formGrid(body);
    addField(grid, 0, 0, tr("Answer within"), m_requestLimit);
    addField(grid, 0, 1, tr("New sandbox within"), m_createLimit);
    addField(grid, 1, 0, tr("Further tries of a failed read"), m_retries);
    addField(grid, 2, 0, tr("First pause"), m_firstPause);
    addField(grid, 2, 1, tr("Longest pause"), m_longestPause);
    grid->addWidget(note(tr("Only reading is tried again. What changes something is sent once, whatever happens. Streams and transfers have no limit.")), 9, 0, 1, 2);
    return body;
}

void ConnectionAdvanced::setConfig(const ConnectionConfig &config)
{
    QList<SandboxForm::Pair> hosts;
    for (const auto &[host, instead] : config.endpointHosts.asKeyValueRange())
        hosts << SandboxForm::Pair { host, instead };
    m_hosts->setPairs(hosts);
    m_proxyMode->setCurrent(int(config.proxy.mode));
    QUrl proxy(config.proxy.url);
    m_proxyUser->setText(proxy.userName(QUrl::FullyDecoded));
    m_proxyPassword->setText(proxy.password(QUrl::FullyDecoded));
    proxy.setUserInfo({});
    m_proxyAddress->setText(proxy.toString());
    m_caFile->setText(config.tls.caFile);
    m_certificateFile->setText(config.tls.clientCertificateFile);
    m_keyFile->setText(config.tls.clientKeyFile);
    m_keyPassword->setText(config.tls.clientKeyPassword);
    m_requestLimit->setValue(int(duration_cast<seconds>(config.requestTimeout).count()));
    m_createLimit->setValue(int(duration_cast<seconds>(config.createTimeout).count()));
    m_retries->setValue(config.retry.retries);
    m_firstPause->setValue(double(config.retry.firstPause.count()) / 1000);
    m_longestPause->setValue(double(config.retry.longestPause.count()) / 1000);
    refresh();
}

void ConnectionAdvanced::applyTo(ConnectionConfig &config) const
{
    config.endpointHosts.clear();
    for (const SandboxForm::Pair &pair : m_hosts->pairs()) {
        if (!pair.key.isEmpty() && !pair.value.trimmed().isEmpty())
            config.endpointHosts.insert(pair.key, pair.value.trimmed());
    }
    config.proxy.mode = ProxySettings::Mode(m_proxyMode->current());
    config.proxy.url.clear();
    const QString address = m_proxyAddress->text().trimmed();
    if (config.proxy.mode == ProxySettings::Mode::Explicit && !address.isEmpty()) {
        QUrl url(address.contains("://"_L1) ? address : u"http://"_s + address);
        url.setUserName(m_proxyUser->text(), QUrl::DecodedMode);
        url.setPassword(m_proxyPassword->text(), QUrl::DecodedMode);
        config.proxy.url = url.toString(QUrl::FullyEncoded);
    }
    config.tls = { m_caFile->text().trimmed(), m_certificateFile->text().trimmed(), m_keyFile->text().trimmed(), m_keyPassword->text() };
    config.requestTimeout = seconds(m_requestLimit->value());
    config.createTimeout = seconds(m_createLimit->value());
    config.retry.retries = m_retries->value();
    config.retry.firstPause = milliseconds(qRound64(m_firstPause->value() * 1000));
    config.retry.longestPause = milliseconds(qRound64(m_longestPause->value() * 1000));
}

QString ConnectionAdvanced::problem()
{
    m_hosts->clearProblems();
    QString first;
    const QList<SandboxForm::Pair> pairs = m_hosts->pairs();
    for (int row = 0; row < pairs.size(); ++row) {
        const SandboxForm::Pair &pair = pairs.at(row);
        if (pair.key.isEmpty() && pair.value.trimmed().isEmpty())
            continue;
        const QString text = !isHost(pair.key) ? tr("The name on the left is no host.") : !isHost(pair.value.trimmed()) ? tr("The name on the right is no host.") : QString();
        if (text.isEmpty())
            continue;
        m_hosts->setProblem(row, text);
        if (first.isEmpty())
            first = tr("Addresses of sandboxes: %1").arg(text);
    }
    if (!first.isEmpty())
        return first;
    if (ProxySettings::Mode(m_proxyMode->current()) == ProxySettings::Mode::Explicit) {
        ConnectionConfig config;
        applyTo(config);
        const QUrl url(config.proxy.url, QUrl::StrictMode);
        if (config.proxy.url.isEmpty())
            return tr("The proxy needs an address, for example http://proxy.example.org:3128.");
        if (!url.isValid() || url.host().isEmpty() || url.port() <= 0 || (url.scheme() != "http"_L1 && url.scheme() != "socks5"_L1))
            return tr("The proxy's address cannot be used. Write it as http://host:port or socks5://host:port.");
    }
    for (const QLineEdit *edit : { m_caFile, m_certificateFile, m_keyFile }) {
        const QString path = edit->text().trimmed();
        if (!path.isEmpty() && !QFileInfo(path).isFile())
            return tr("%1: there is no file '%2'.").arg(edit->accessibleName(), path);
    }
    if (m_certificateFile->text().trimmed().isEmpty() != m_keyFile->text().trimmed().isEmpty())
        return tr("An own certificate and its private key belong together. Name both, or neither.");
    return {};
}

void ConnectionAdvanced::openUsedSections()
{
    ConnectionConfig config;
    applyTo(config);
    const ConnectionConfig usual;
    m_hostsSection->setOpen(!config.endpointHosts.isEmpty());
    m_proxySection->setOpen(config.proxy.mode != usual.proxy.mode);
    m_certificatesSection->setOpen(config.tls != usual.tls);
    m_limitsSection->setOpen(config.retry != usual.retry || config.requestTimeout != usual.requestTimeout || config.createTimeout != usual.createTimeout);
}

void ConnectionAdvanced::refresh()
{
    ConnectionConfig config;
    applyTo(config);
    const bool own = config.proxy.mode == ProxySettings::Mode::Explicit;
    for (QLineEdit *edit : { m_proxyAddress, m_proxyUser, m_proxyPassword })
        edit->setEnabled(own);
    for (QDoubleSpinBox *box : { m_firstPause, m_longestPause })
        box->setEnabled(config.retry.retries > 0);
    const int hosts = int(config.endpointHosts.size());
    m_hostsSection->setSummary(hosts == 0 ? tr("as the server says") : tr("%Ln replaced", nullptr, hosts));
    m_proxySection->setSummary(own ? QUrl(config.proxy.url).host() : config.proxy.mode == ProxySettings::Mode::None ? tr("none") : tr("as the system says"));
    QStringList certificates;
    if (!config.tls.caFile.isEmpty())
        certificates << tr("one more authority");
    if (!config.tls.clientCertificateFile.isEmpty())
        certificates << tr("an own certificate");
    m_certificatesSection->setSummary(certificates.isEmpty() ? tr("those of the system") : certificates.join(tr(", ")));
    const qint64 limit = duration_cast<seconds>(config.requestTimeout).count();
    m_limitsSection->setSummary(config.retry.retries == 0 ? tr("%1 s, no further try").arg(limit) : tr("%1 s, %Ln further tries", nullptr, config.retry.retries).arg(limit));
}
