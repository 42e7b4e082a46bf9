// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "daemonclient.h"

#include <QColor>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

const QJsonArray cycle { u"#7aa2f7"_s, u"#f38751"_s, u"#4fe0a5"_s, u"#e5646e"_s, u"#8f66db"_s, u"#e8ac7a"_s, u"#e38fc4"_s, u"#d9dbdc"_s, u"#e7d75b"_s, u"#94d4f9"_s };
const QJsonObject dark { { u"ground"_s, u"#1a1c20"_s }, { u"ink"_s, u"#e4e7ec"_s }, { u"cycle"_s, cycle } };
const QJsonObject light { { u"ground"_s, u"#ffffff"_s }, { u"ink"_s, u"#1c2028"_s }, { u"cycle"_s, cycle } };

/// A figure with something of everything.
const QString everything = uR"(
import io, numpy as np, matplotlib, matplotlib.pyplot as plt
from IPython.display import display
def make():
    random = np.random.RandomState(1)
    figure, places = plt.subplots(2, 3, figsize=(9, 6), layout='constrained')
    axes = places[0, 0]
    for i in range(10): axes.plot(np.sin(np.arange(0, 10, .1) + i), label=f'line {i}')
    axes.legend(title='Legend'); axes.grid(which='both'); axes.minorticks_on(); axes.set_title('Lines'); axes.axhline(0, color='k')
    axes = places[0, 1]
    bars = axes.bar(list('abcd'), [3, 5, 2, 4], hatch='/'); axes.bar_label(bars); axes.bar_label(bars, label_type='center')
    axes.twinx().plot([1, 2, 3, 2], 'o-', color='tab:red')
    axes = places[0, 2]
    figure.colorbar(axes.imshow(random.rand(6, 6)), ax=axes); axes.text(1, 1, 'on the map')
    places[1, 0].pie([3, 2, 1], labels=list('xyz'), autopct='%d')
    axes = places[1, 1]
    axes.boxplot([random.randn(99) for _ in range(3)])
    axes.annotate('look', (2, 0), (2.5, 2), arrowprops=dict(arrowstyle='->'), bbox=dict(boxstyle='round', fc='w'))
    axes = places[1, 2]
    axes.scatter(*random.randn(2, 80), edgecolor='k'); axes.quiver([1], [1], [1], [1])
    axes.inset_axes([.6, .6, .3, .3]).plot([1, 2]); axes.table([['1', '2']], loc='top')
    return figure
def saved(figure):
    file = io.BytesIO()
    figure.savefig(file, format='png')
    return file.getvalue()
)"_s;

} // namespace

/// Figures in the colours of whoever looks at them, with the real matplotlib.
class TestExecdFigures : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<TestDaemon> m_daemon;
    QString m_context;

    QList<QJsonObject> run(const QString &code, const QJsonValue &figures = {}) const
    {
        QJsonObject body = QJsonDocument::fromJson(m_daemon->codeRequest(code, u"python"_s, m_context)).object();
        if (!figures.isNull())
            body.insert("figures"_L1, figures);
        RawConnection connection(m_daemon->socketPath());
        connection.sendRequest("POST", "/code", QJsonDocument(body).toJson(QJsonDocument::Compact));
        return connection.readAnswer(180000).events();
    }

    static QImage picture(const QJsonObject &event)
    {
        const QByteArray bytes = QByteArray::fromBase64(event.value("results"_L1).toObject().value("image/png"_L1).toString().toLatin1());
        return QImage::fromData(bytes, "PNG").convertToFormat(QImage::Format_ARGB32);
    }

    static int pixelsOf(const QImage &image, const QColor &color)
    {
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                count += image.pixel(x, y) == color.rgba();
        }
        return count;
    }

    static QString problem(const QList<QJsonObject> &events)
    {
        const QJsonObject error = firstOfType(events, "error"_L1).value("error"_L1).toObject();
        return error.value("ename"_L1).toString() + u' ' + error.value("evalue"_L1).toString();
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_daemon = std::make_unique<TestDaemon>();
        QVERIFY(m_daemon->isReady());
        m_context = m_daemon->createContext(u"python"_s);
        QVERIFY(!m_context.isEmpty());
    }

    void cleanupTestCase() { m_daemon.reset(); }

    void cleanup() { run(u"import matplotlib.pyplot; matplotlib.pyplot.close('all'); matplotlib.rcdefaults()"_s); }

    void areDrawnInTheColoursOfTheirViewer_data()
    {
        QTest::addColumn<QJsonObject>("style");
        QTest::addColumn<QString>("ground");
        QTest::newRow("dark") << dark << u"dark"_s;
        QTest::newRow("light") << light << u"light"_s;
    }

    void areDrawnInTheColoursOfTheirViewer()
    {
        QFETCH(const QJsonObject, style);
        QFETCH(const QString, ground);
        const auto events = run(u"import matplotlib.pyplot as plt\nplt.bar([1, 2], [3, 4]); plt.axhline(2, color='k', lw=6); plt.plot([1, 2], [1, 1], color='magenta', lw=6); plt.title('Bars'); plt.show()"_s, style);
        const QJsonObject event = firstOfType(events, "result"_L1);
        const QImage image = picture(event);
        QVERIFY2(!image.isNull(), qPrintable(problem(events)));
        QVERIFY(event.value("display"_L1).toBool());
        QCOMPARE(event.value("metadata"_L1).toObject(), QJsonObject({ { u"needs_background"_s, ground } }));
        QCOMPARE(qAlpha(image.pixel(1, 1)), 0); // The figure's ground, and that of its axes.
        QCOMPARE(qAlpha(image.pixel(image.width() / 2, image.height() / 6)), 0);
        QVERIFY(pixelsOf(image, QColor(u"#7aa2f7"_s)) > 1000); // Bars of the cycle.
        QVERIFY(pixelsOf(image, QColor(style.value("ink"_L1).toString())) > 1000); // Black, as the thick line.
        QCOMPARE(pixelsOf(image, QColor(Qt::black)), 0);
        QVERIFY(pixelsOf(image, QColor(Qt::magenta)) > 1000); // The author's own colour.
    }

    void asAValueTheySayItToo()
    {
        const auto events = run(u"%config InlineBackend.close_figures = False\nimport matplotlib.pyplot as plt\nfigure, axes = plt.subplots()\nplt.close(figure)\nfigure"_s, dark);
        const QJsonObject event = firstOfType(events, "result"_L1);
        QVERIFY2(!event.isEmpty(), qPrintable(problem(events)));
        QVERIFY(!event.value("display"_L1).toBool());
        QCOMPARE(event.value("metadata"_L1).toObject().value("needs_background"_L1).toString(), u"dark"_s);
        QCOMPARE(qAlpha(picture(event).pixel(1, 1)), 0);
    }

    void nobodyAskedTheyAreOrdinary_data()
    {
        QTest::addColumn<QJsonValue>("figures");
        QTest::newRow("not asked") << QJsonValue();
        QTest::newRow("no style") << QJsonValue(u"dark"_s);
        QTest::newRow("empty") << QJsonValue(QJsonObject {});
        QTest::newRow("no colours") << QJsonValue(QJsonObject { { u"ground"_s, u"red"_s }, { u"ink"_s, 7 }, { u"cycle"_s, QJsonArray() } });
        QTest::newRow("a short cycle") << QJsonValue(QJsonObject { { u"ground"_s, u"#000000"_s }, { u"ink"_s, u"#ffffff"_s }, { u"cycle"_s, QJsonArray { u"#ffffff"_s } } });
    }

    void nobodyAskedTheyAreOrdinary()
    {
        QFETCH(const QJsonValue, figures);
        const auto events = run(u"import matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.show()"_s, figures);
        const QJsonObject event = firstOfType(events, "result"_L1);
        QCOMPARE(picture(event).pixel(1, 1), QColor(Qt::white).rgba());
        QVERIFY(event.value("metadata"_L1).toObject().isEmpty());
    }

    // What its author has chosen, and what could not be read on the other ground.
    void areLeftAlone_data()
    {
        QTest::addColumn<QString>("code");
        QTest::newRow("a style") << u"plt.style.use('ggplot'); plt.plot([1, 2])"_s;
        QTest::newRow("a style that has ended") << u"with plt.style.context('dark_background'): plt.plot([1, 2])"_s;
        QTest::newRow("a setting") << u"plt.rcParams['text.color'] = 'navy'; plt.plot([1, 2])"_s;
        QTest::newRow("a figure's ground") << u"plt.figure(facecolor='lightyellow'); plt.plot([1, 2])"_s;
        QTest::newRow("a ground of axes") << u"plt.axes().set_facecolor('#eeeeee'); plt.plot([1, 2])"_s;
        QTest::newRow("a transparent figure") << u"plt.figure(facecolor='none'); plt.axes(facecolor='none').plot([1, 2])"_s;
        QTest::newRow("a dark line") << u"plt.plot([1, 2], color='navy')"_s;
        QTest::newRow("dark letters") << u"plt.plot([1, 2]); plt.title('Depth', color='darkblue')"_s;
        QTest::newRow("a scale that begins dark") << u"plt.scatter([1, 2, 3], [1, 2, 3], c=[1, 2, 3])"_s;
        QTest::newRow("three dimensions") << u"plt.figure().add_subplot(projection='3d').plot([1, 2], [1, 2], [1, 2])"_s;
        QTest::newRow("another format") << u"from matplotlib_inline.backend_inline import set_matplotlib_formats as formats\nformats('jpeg'); plt.plot([1, 2])"_s;
        QTest::newRow("a ground to print on") << u"from matplotlib_inline.backend_inline import set_matplotlib_formats as formats\nformats('png', facecolor='white'); plt.plot([1, 2])"_s;
        QTest::newRow("very many parts") << u"for i in range(20100): plt.gca().add_artist(matplotlib.lines.Line2D([], [], linestyle='None')).set_in_layout(False)"_s;
    }

    void areLeftAlone()
    {
        QFETCH(const QString, code);
        const auto events = run(u"import numpy as np, matplotlib, matplotlib.pyplot as plt\n"_s + code + u"\nplt.show()"_s, dark);
        const QJsonObject event = firstOfType(events, "result"_L1);
        const QJsonObject data = event.value("results"_L1).toObject();
        run(u"from matplotlib_inline.backend_inline import set_matplotlib_formats as formats\nformats('png')"_s);
        QVERIFY2(data.contains("image/png"_L1) || data.contains("image/jpeg"_L1), qPrintable(problem(events)));
        // Of one that is transparent itself matplotlib says that its black letters need a light ground.
        QVERIFY(event.value("metadata"_L1).toObject().value("needs_background"_L1).toString() != "dark"_L1);
        if (data.contains("image/png"_L1))
            QCOMPARE(pixelsOf(picture(event), QColor(u"#e4e7ec"_s)), 0);
    }

    // Maps, grids of plots, letters on bars.
    void canBeRead()
    {
        const auto events = run(everything + u"\nmake(); plt.show()"_s, dark);
        const QJsonObject event = firstOfType(events, "result"_L1);
        const QImage image = picture(event);
        QVERIFY2(!image.isNull(), qPrintable(problem(events)));
        QCOMPARE(event.value("metadata"_L1).toObject().value("needs_background"_L1).toString(), u"dark"_s);
        for (const QJsonValue &color : cycle)
            QVERIFY2(pixelsOf(image, QColor(color.toString())) > 10, qPrintable(color.toString()));
        const auto letters = run(u"import matplotlib.pyplot as plt\nplt.bar([1], [1], color='gold'); plt.text(1, .5, 'XXXX', ha='center', size=60); plt.show()"_s, dark);
        QVERIFY(pixelsOf(picture(firstOfType(letters, "result"_L1)), QColor(Qt::black)) > 500);
    }

    void nothingOfThemIsChanged()
    {
        const auto events = run(everything + uR"(
def state(figure):
    return [str(artist.__dict__.get(name)) for artist in figure.findobj() if artist is not figure and artist is not figure.patch
            for name in ('_color', '_facecolor', '_facecolors', '_edgecolor', '_edgecolors', '_original_facecolor', '_original_edgecolor',
                         '_hatch_color', '_markeredgecolor', '_markerfacecolor')]
figure, plain = make(), make()
settings = dict(matplotlib.rcParams)
callbacks = [artist.stale_callback for artist in figure.findobj()]
display(figure)
assert [artist.stale_callback for artist in figure.findobj()][:50] == callbacks[:50]
plain.canvas.print_figure(io.BytesIO(), format='png', facecolor=plain.get_facecolor(), edgecolor=plain.get_edgecolor(), bbox_inches='tight')
same = state(figure) == state(plain)
assert same, 'state'
same = saved(figure) == saved(plain)
assert same, 'savefig'
assert dict(matplotlib.rcParams) == settings, 'settings'
assert 'print_figure' not in figure.canvas.__dict__
plt.close('all')
print('ended')
)"_s, dark);
        QVERIFY2(streamText(events) == "ended\n"_L1, qPrintable(problem(events)));
        int shown = 0;
        for (const QJsonObject &event : events)
            shown += event.value("metadata"_L1).toObject().value("needs_background"_L1) == u"dark"_s;
        QCOMPARE(shown, 1);
    }

    void afterAFailureAllIsAsBefore_data()
    {
        QTest::addColumn<QString>("error");
        QTest::newRow("an error") << u"ValueError"_s;
        QTest::newRow("an interrupt") << u"KeyboardInterrupt"_s;
    }

    void afterAFailureAllIsAsBefore()
    {
        QFETCH(const QString, error);
        const auto events = run(uR"(
import matplotlib.pyplot as plt, matplotlib.lines
from IPython.display import display
class Failing(matplotlib.lines.Line2D):
    def draw(self, renderer): raise %1('no')
figure, axes = plt.subplots()
line, = axes.plot([1, 2]); title = axes.set_title('Title')
axes.add_line(Failing([1, 2], [1, 2], color='k', zorder=99))
try: display(figure)
except KeyboardInterrupt: pass
assert line.get_color() == '#1f77b4' and title.get_color() == 'black', (line.get_color(), title.get_color())
assert axes.patch.get_facecolor() == (1, 1, 1, 1) and figure.get_facecolor() == (1, 1, 1, 1)
assert 'print_figure' not in figure.canvas.__dict__
plt.close('all')
print('ended')
)"_s.arg(error), dark);
        QVERIFY2(streamText(events).endsWith("ended\n"_L1), qPrintable(problem(events) + streamText(events)));
    }

    // They follow whoever asked for the run; others who use the context see ordinary ones.
    void theStyleIsThatOfTheRun()
    {
        const QString code = u"import matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.show()"_s;
        QCOMPARE(firstOfType(run(code, dark), "result"_L1).value("metadata"_L1).toObject().value("needs_background"_L1).toString(), u"dark"_s);
        QVERIFY(firstOfType(run(code), "result"_L1).value("metadata"_L1).toObject().isEmpty());
        QCOMPARE(firstOfType(run(code, light), "result"_L1).value("metadata"_L1).toObject().value("needs_background"_L1).toString(), u"light"_s);
    }
};

QTEST_GUILESS_MAIN(TestExecdFigures)
#include "tst_execd_figures.moc"
