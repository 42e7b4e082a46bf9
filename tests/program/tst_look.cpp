// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// A day's work in the whole window: a notebook over two sandboxes with something of everything, a second server, and
// pictures of it in each theme and size for people to look at. What can be read off it is checked.
#include "fakelifecycle.h"

#include <application.h>
#include <notebook/cellcanvas.h>
#include <notebook/headingbar.h>
#include <notebook/notebookview.h>
#include <notebook/variablespane.h>
#include <sandboxes/sandboxesview.h>
#include <session/connectionstore.h>
#include <session/sandboxcreation.h>
#include <session/sandboxsession.h>
#include <session/sandboxstore.h>
#include <shell/commandpalette.h>
#include <shell/mainwindow.h>
#include <theme/fonts.h>
#include <theme/workbenchstyle.h>

#include <opensandbox/notebook/document.h>
#include <opensandbox/notebook/runqueue.h>

#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Notebook::Binding;
using Notebook::Cell;
using Notebook::CellKind;
using Notebook::RunState;

namespace {

const QString prepare = u"import time\n"
     "import numpy as np, pandas as pd\n"
     "\n"
     "rng = np.random.default_rng(5)\n"
     "n = 60_000\n"
     "ts = pd.Timestamp(\"2026-11-30 09:00\") + pd.to_timedelta(np.sort(rng.uniform(0, 3600, n)), unit=\"s\")\n"
     "route = rng.choice([\"/v1/execute\", \"/v1/files\", \"/v1/sandboxes\"], n, p=[.7, .28, .02])\n"
     "ms = rng.gamma(4, 12, n) + 60 * np.exp(-((np.arange(n) / n - .61) / .03) ** 2)\n"
     "df = pd.DataFrame({\"ts\": ts, \"route\": route, \"ms\": ms}).set_index(\"ts\", drop=False)\n"
     "t0, t1 = pd.Timestamp(\"2026-11-30 09:33:20\"), pd.Timestamp(\"2026-11-30 09:41:10\")\n"
     "features, n_routes, cfg, pause = [\"route\", \"hour\"], 14, {\"route\": \"/v1/execute\", \"limit\": 30}, 0.002\n"
     "holdout = df.sample(frac=.1, random_state=1)\n"
     "\n"
     "class Model:\n"
     "    def partial_fit(self, x, y):\n"
     "        self.seen = getattr(self, \"seen\", 0) % 240 + 1\n"
     "        print(f\"\\rchunk {self.seen}/240   loss {0.09 - 0.0002 * self.seen:.4f}   {self.seen * 100 // 240} %\", end=\"\")\n"
     "\n"
     "def read_chunks(path, count):\n"
     "    for i in range(count):\n"
     "        time.sleep(pause)\n"
     "        yield {\"ms\": i, \"route\": i}\n"
     "\n"
     "model = Model()"_s;

const QString trainer = u"import pathlib, sys\n"
     "site = pathlib.Path(\"/workspace/lib/python3/site-packages\")\n"
     "(site / \"torch\").mkdir(parents=True, exist_ok=True)\n"
     "(site / \"torch\" / \"__init__.py\").write_text(\"from .serialization import load\\n\")\n"
     "(site / \"torch\" / \"serialization.py\").write_text(\n"
     "    \"def _open_file(name):\\n    return open(name, 'rb')\\n\\n\"\n"
     "    \"def _open_file_like(name):\\n    return _open_file(name)\\n\\n\"\n"
     "    \"def load(name):\\n    return _open_file_like(name)\\n\")\n"
     "sys.path.insert(0, str(site))\n"
     "import torch\n"
     "class Model:\n"
     "    def load_state_dict(self, state): pass\n"
     "model = Model()"_s;

} // namespace

class Look : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();

    void theWindowShowsADaysWork();
    void thePaletteSaysWhatFollows();
    void theWindowFolds();
    void aServerThatDoesNotAnswerIsToldInPlace();

private:
    QString make(const QString &name, std::chrono::minutes time);
    Cell *add(CellKind kind, const QString &source, const Binding &binding = {});
    bool runs(const QList<Cell *> &cells);
    void picture(const QString &name, Theme::Kind kind, qreal ratio = 1);
    void pictures(const QString &name);
    MainWindow &window() const { return m_application->window(); }

    QTemporaryDir m_dir;
    std::unique_ptr<FakeLifecycle> m_staging;
    std::unique_ptr<Application> m_application;
    std::vector<std::unique_ptr<SandboxCreation>> m_creations;
    std::vector<std::shared_ptr<SandboxSession>> m_sessions;
    std::vector<std::shared_ptr<void>> m_metrics;
    NotebookView *m_view = nullptr;
    Cell *m_plot = nullptr;
    Cell *m_failed = nullptr;
    Cell *m_loop = nullptr;
    QString m_analysis;
    QString m_trainer;
};

QString Look::make(const QString &name, std::chrono::minutes time)
{
    OpenSandbox::CreateOptions create;
    create.image = u"local"_s;
    create.timeout = time;
    create.metadata.insert(u"name"_s, name);
    m_creations.push_back(std::make_unique<SandboxCreation>(&m_application->sessions(), m_application->connections().local(), create));
    SandboxCreation *creation = m_creations.back().get();
    creation->start();
    return QTest::qWaitFor([creation] { return creation->outcome() == SandboxCreation::Outcome::Succeeded; }, 60'000) ? creation->sandboxId() : QString();
}

Cell *Look::add(CellKind kind, const QString &source, const Binding &binding)
{
    Cell *cell = m_view->document()->insertCell(m_view->document()->count(), kind, source);
    if (!binding.isEmpty())
        cell->setBinding(binding);
    return cell;
}

bool Look::runs(const QList<Cell *> &cells)
{
    for (Cell *cell : cells) {
        m_view->run({ cell->index() });
        if (!QTest::qWaitFor([cell] { return !cell->isBusy(); }, 60'000))
            return false;
    }
    return true;
}

void Look::picture(const QString &name, Theme::Kind kind, qreal ratio)
{
    QDir().mkpath(QStringLiteral(WB_PICTURES));
    Theme::setCurrent(kind);
    m_view->canvas()->flush();
    QTest::qWait(600); // pictures are decoded anew and laid out, in the new colours
    QPixmap pixmap(window().size() * ratio);
    pixmap.setDevicePixelRatio(ratio);
    window().render(&pixmap);
    const QString suffix = kind == Theme::Kind::Light ? u"light"_s : kind == Theme::Kind::Dark ? u"dark"_s : u"contrast"_s;
    const QString path = QStringLiteral(WB_PICTURES "/%1-%2.png").arg(name, suffix + (ratio > 1 ? u"@2x"_s : QString()));
    QVERIFY(pixmap.save(path));
    QFile::setPermissions(path, QFile::permissions(path) | QFile::ReadOther | QFile::ReadGroup);
    Theme::setCurrent(Theme::Kind::Light);
}

void Look::pictures(const QString &name)
{
    for (const Theme::Kind kind : { Theme::Kind::Light, Theme::Kind::Dark, Theme::Kind::HighContrast }) {
        for (const qreal ratio : { 1.0, 2.0 })
            picture(name, kind, ratio);
    }
}

void Look::initTestCase()
{
    QVERIFY(m_dir.isValid());
    WorkbenchStyle::install();
    const QString notebook = m_dir.filePath(u"latency-study.ipynb"_s);
    QFile file(notebook);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"cells\": [], \"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 5}\n");
    file.close();
    m_staging = std::make_unique<FakeLifecycle>();
    m_staging->ids = u"stg"_s;
    m_staging->add(u"agent-run-0412"_s, 110s);
    m_staging->add(u"agent-run-0413"_s, 1h, u"Pending"_s);
    const QString lost = m_staging->add(u"eval-shard-07"_s, 1h, u"Failed"_s);
    m_staging->setState(lost, u"Failed"_s, u"out of memory"_s);
    ApplicationOptions options;
    options.theme = Theme::Kind::Light;
    options.files = { notebook };
    m_application = std::make_unique<Application>(options);
    window().resize(1440, 900);
    m_application->start();
    QVERIFY(QTest::qWaitForWindowExposed(&window()));
    Connection *local = m_application->connections().local();
    QTRY_VERIFY2_WITH_TIMEOUT(local->isOnline(), qUtf8Printable(local->problem().message), 30'000);
    m_application->connections().add(u"staging-k8s"_s, m_staging->config(), false);
    QTRY_VERIFY((m_view = window().findChild<NotebookView *>()));
    m_analysis = make(u"py-analysis"_s, 55min);
    m_trainer = make(u"gpu-trainer"_s, 310min);
    const QString bench = make(u"go-bench"_s, 200min);
    QVERIFY(!m_analysis.isEmpty() && !m_trainer.isEmpty() && !bench.isEmpty() && !make(u"etl-nightly"_s, 8min).isEmpty());
    m_application->sandboxes().pause(bench);
    for (const auto &creation : m_creations) {
        m_sessions.push_back(m_application->sessions().session(creation->sandboxId()));
        m_metrics.push_back(m_sessions.back()->watchMetrics());
    }
    m_view->attach(u"local"_s, m_analysis);
}

void Look::cleanupTestCase()
{
    m_metrics.clear();
    m_sessions.clear();
    m_creations.clear();
    m_application.reset();
    m_staging.reset();
}

void Look::theWindowShowsADaysWork()
{
    const Binding shell { u"local"_s, m_analysis, u"bash"_s, {} };
    const Binding other { u"local"_s, m_trainer, u"python"_s, {} };
    const int before = m_view->document()->count();
    add(CellKind::Markdown, u"# Latency study\nWhat clients wait for, and why it got longer on Monday."_s);
    Cell *first = add(CellKind::Code, prepare);
    Cell *logs = add(CellKind::Code, u"mkdir -p logs && seq 1284 | sed 's/.*/GET \" 502 \"/' > logs/access.log\n"
                                      "echo '2026-11-30T09:58:12Z 504 POST /v1/execute 30.002s upstream timed out' >> logs/access.log"_s, shell);
    Cell *setUp = add(CellKind::Code, trainer, other);
    add(CellKind::Markdown, u"## 1. What was measured\n> One hour of requests, as the proxy saw them.\n>\n> Times are in UTC."_s);
    Cell *head = add(CellKind::Code, u"df.head()"_s);
    add(CellKind::Markdown, u"## 2. Where the tail comes from"_s);
    m_plot = add(CellKind::Code, u"by_min = df.resample(\"1min\", on=\"ts\")[\"ms\"].quantile([.5, .95, .99]).unstack()\n"
                                  "ax = by_min.plot(figsize=(9, 2)); ax.axvspan(t0, t1, alpha=.13)"_s);
    Cell *table = add(CellKind::Code, u"df.groupby(\"route\")[\"ms\"].describe(percentiles=[.5, .95, .99]).round(1)"_s);
    Cell *count = add(CellKind::Code, u"grep -c \" 50[234] \" logs/access.log && tail -n 1 logs/access.log"_s, shell);
    m_failed = add(CellKind::Code, u"model.load_state_dict(torch.load(\"ckpt/step_1800.pt\"))"_s, other);
    m_loop = add(CellKind::Code, u"for chunk in read_chunks(\"data/requests.parquet\", 240):\n    model.partial_fit(chunk[\"route\"], chunk[\"ms\"])"_s);
    Cell *waits = add(CellKind::Code, u"print(len(holdout))"_s);
    Cell *last = add(CellKind::Code, u"pause = 0.35"_s);
    for (int i = 0; i < before; ++i)
        m_view->document()->removeCell(0);
    QCOMPARE(m_view->document()->count(), 14);

    QVERIFY(runs({ first, logs, setUp, head, m_plot, table, count, m_failed, m_loop, last }));
    for (const Cell *cell : { first, logs, setUp, head, m_plot, table, count, m_loop })
        QVERIFY2(cell->runState() == RunState::Done, qUtf8Printable(cell->source() + u'\n' + cell->stateReason() + cell->outputs()->plainText()));
    QCOMPARE(m_failed->runState(), RunState::Failed);
    window().showPane(u"variables"_s, false);
    auto *variables = window().findChild<VariablesPane *>();
    QTRY_VERIFY_WITH_TIMEOUT(variables->variables().size() > 8, 30'000);
    m_view->run({ m_loop->index(), waits->index() });
    QTRY_VERIFY_WITH_TIMEOUT(m_loop->runState() == RunState::Running && m_loop->elapsedMs() > 3000 && m_loop->outputs()->plainText().contains("/240 "_L1), 60'000);
    m_view->canvas()->setCurrent(m_loop->index());
    m_view->canvas()->setFocus();
    m_view->canvas()->verticalScrollBar()->setValue(0);
    const auto below = [this] { return m_view->canvas()->codeRect(m_plot->index()).top(); };
    m_view->canvas()->verticalScrollBar()->setValue(int(below()) - 10);
    m_view->canvas()->flush();
    QTest::qWait(100);
    m_view->canvas()->verticalScrollBar()->setValue(m_view->canvas()->verticalScrollBar()->value() + int(below()) - 10);

    const auto *bar = m_view->findChild<HeadingBar *>();
    QCOMPARE(bar->summaryText(), u"14 cells \u00b7 1 running \u00b7 1 queued \u00b7 1 failed"_s);
    QVERIFY2(variables->footerText().startsWith("Busy. Values from "_L1), qPrintable(variables->footerText()));
    QCOMPARE(waits->runState(), RunState::Queued);
    pictures(u"look-main"_s);
}

void Look::thePaletteSaysWhatFollows()
{
    window().palettePopup().open(u"ren py"_s);
    QTest::qWait(300);
    QVERIFY(window().palettePopup().matches() > 2);
    for (const Theme::Kind kind : { Theme::Kind::Light, Theme::Kind::Dark, Theme::Kind::HighContrast })
        picture(u"look-palette"_s, kind);
    window().palettePopup().close();
}

void Look::theWindowFolds()
{
    Fonts::setScale(2);
    for (const Theme::Kind kind : { Theme::Kind::Light, Theme::Kind::Dark, Theme::Kind::HighContrast })
        picture(u"look-200"_s, kind);
    Fonts::setScale(1);
    window().resize(1024, 640);
    picture(u"look-small"_s, Theme::Kind::Light);
    window().resize(1440, 900);
    QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    picture(u"look-mirrored"_s, Theme::Kind::Light);
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
}

void Look::aServerThatDoesNotAnswerIsToldInPlace()
{
    m_staging->close();
    Connection *staging = m_application->connections().find(u"staging-k8s"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!staging->isOnline(), 40'000);
    window().showPane(u"contexts"_s, false);
    for (const Theme::Kind kind : { Theme::Kind::Light, Theme::Kind::Dark, Theme::Kind::HighContrast })
        picture(u"look-trouble"_s, kind);
}

QTEST_MAIN(Look)
#include "tst_look.moc"
