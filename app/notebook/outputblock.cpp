// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "outputblock.h"

#include "inpool.h"
#include "jsonblock.h"
#include "markdownhtml.h"
#include "pileblock.h"
#include "richblocks.h"
#include "shared/button.h"
#include "textblock.h"
#include "tracebackblock.h"
#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <opensandbox/notebook/outputs.h>

#include <QApplication>
#include <QClipboard>
#include <QFontMetricsF>
#include <QPainter>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

void OutputBlock::contentChanged(qint64 firstRow)
{
    Q_UNUSED(firstRow)
}

Qt::CursorShape OutputBlock::cursorAt(const QPointF &point) const
{
    Q_UNUSED(point)
    return Qt::ArrowCursor;
}

QString OutputBlock::toolTipAt(const QPointF &point) const
{
    Q_UNUSED(point)
    return {};
}

bool OutputBlock::press(const QPointF &point, int clicks, bool extend)
{
    Q_UNUSED(point)
    Q_UNUSED(clicks)
    Q_UNUSED(extend)
    return false;
}

void OutputBlock::copy()
{
    QGuiApplication::clipboard()->setText(hasSelection() ? selectedText() : plainText());
}

void OutputBlock::drag(const QPointF &point)
{
    Q_UNUSED(point)
}

void OutputBlock::release(const QPointF &point)
{
    Q_UNUSED(point)
}

bool OutputBlock::scrollSideways(qreal pixels)
{
    Q_UNUSED(pixels)
    return false;
}

void OutputBlock::fillKeyboardMenu(QMenu *menu)
{
    fillMenu(menu);
}

void OutputBlock::fillMenu(QMenu *menu)
{
    Q_UNUSED(menu)
}

void OutputBlock::placeWidgets(QWidget *parent, const QPointF &origin, bool visible)
{
    Q_UNUSED(parent)
    Q_UNUSED(origin)
    Q_UNUSED(visible)
}

QRectF OutputBlock::reveal(const FindMark &mark)
{
    Q_UNUSED(mark)
    return QRectF(0, 0, 1, std::min<qreal>(m_height, Metrics::row()));
}

void OutputBlock::setHeight(qreal height)
{
    if (std::abs(height - m_height) < .01)
        return;
    m_height = height;
    Q_EMIT heightChanged();
}

const Notebook::Output *OutputSource::get() const
{
    const int index = m_list ? m_list->indexOf(m_id) : -1;
    return index >= 0 ? &m_list->at(index) : nullptr;
}

// --- which block shows what ----------------------------------------------------------------------------

namespace OutputBlocks {
namespace {

/// From the richest to the plainest of what can really be drawn.
const QStringList &order()
{
    static const QStringList types { u"image/svg+xml"_s, u"image/png"_s, u"image/jpeg"_s, u"image/gif"_s, u"image/webp"_s, u"image/bmp"_s, u"text/html"_s,
                                     u"text/markdown"_s, u"text/latex"_s, u"application/json"_s, u"application/geo+json"_s, u"text/plain"_s };
    return types;
}

bool isText(const QString &mime)
{
    return mime.startsWith("text/"_L1) || mime.endsWith("json"_L1) || mime.endsWith("xml"_L1) || mime.contains("javascript"_L1);
}

QSizeF wantedSize(const Notebook::Output &output, const QString &mime)
{
    const QJsonObject metadata = output.metadata();
    const QJsonObject own = metadata.value(mime).toObject();
    const auto number = [&](const QString &key) {
        const QJsonValue value = own.contains(key) ? own.value(key) : metadata.value(key);
        const double size = value.isString() ? value.toString().toDouble() : value.toDouble();
        return size > 0 && size < 20'000 ? size : 0.0;
    };
    return QSizeF(number(u"width"_s), number(u"height"_s));
}

void addText(List &list, const Notebook::Output &output, const QString &mime)
{
    list.push_back(std::make_unique<TextBlock>(output.data().object().value(mime), mime.endsWith("json"_L1)));
}

/// The text of a picture is read and decoded by another thread; here only its header is looked at.
std::unique_ptr<OutputBlock> makeImage(const Notebook::Output &output, const QString &mime)
{
    constexpr qsizetype beginning = 64 << 10;
    const Notebook::Json::TextReader reader(output.data().object().value(mime));
    ImageDecoder::Request request;
    request.svg = mime == "image/svg+xml"_L1;
    request.base64 = !request.svg;
    request.wanted = wantedSize(output, mime);
    request.ground = PictureGround::of(output.metadata(), mime);
    request.read = [reader, svg = request.svg]() {
        Notebook::Json::TextReader own = reader;
        QString text;
        while (own.read(text, 1 << 20)) { }
        return svg ? text.toUtf8() : text.toLatin1();
    };
    QSize size;
    if (request.base64) {
        Notebook::Json::TextReader own = reader;
        QString text;
        own.read(text, beginning);
        size = ImageDecoder::headerSize(QByteArray::fromBase64(text.toLatin1()));
    }
    const qint64 stored = output.data().storedSize(mime);
    const qint64 bytes = request.base64 ? stored * 3 / 4 : stored;
    return std::make_unique<ImageBlock>(std::move(request), bytes, size, mime);
}

constexpr qsizetype AtOnce = 32 << 10; ///< Longer data is taken apart by another thread.

std::unique_ptr<OutputBlock> tooLarge(const QString &remark, qsizetype size)
{
    return std::make_unique<RemarkBlock>(remark.arg(QLocale().formattedDataSize(size, 1, QLocale::DataSizeSIFormat)));
}

QString noTree()
{
    return QObject::tr("Too large to show as a tree (%1), so it is shown as text");
}

QString noFormat()
{
    return QObject::tr("Too large to show formatted (%1), so it is shown as text");
}

/// In any thread. `mime` is where they come from.
PileBlock::Makers makersOf(QList<HtmlData::Part> parts, const QString &mime, const SealedDocument::Attachment &attachment = {})
{
    PileBlock::Makers makers;
    // What costs a text document its time: letters and tags, but not the data of pictures.
    const auto costOf = [](const HtmlData::Part &part) {
        const auto *markup = std::get_if<HtmlData::Markup>(&part);
        return markup ? markup->text.size() + 8 * markup->html.count(u'<') : 0;
    };
    qsizetype size = 0;
    bool large = false;
    for (const HtmlData::Part &part : std::as_const(parts)) {
        size += costOf(part);
        large = large || costOf(part) > 4 * PartSize;
    }
    const bool all = size > MaxHtml;
    QString text; // Of neighbours, where it is shown as text.
    const auto endText = [&]() {
        if (!text.isEmpty())
            makers.push_back([text]() { return std::make_unique<TextBlock>(text); });
        text.clear();
    };
    if (all || large)
        makers.push_back([size]() { return tooLarge(noFormat(), size); });
    int tables = 0;
    constexpr size_t mostParts = 1000; // Each is placed below all the others.
    for (HtmlData::Part &part : parts) {
        if (makers.size() >= mostParts) {
            const auto *table = std::get_if<HtmlData::Table>(&part);
            text += (table ? table->toText() : std::get<HtmlData::Markup>(part).text) + u'\n';
            continue;
        }
        if (auto *table = std::get_if<HtmlData::Table>(&part)) {
            endText();
            makers.push_back([table = std::make_shared<HtmlData::Table>(std::move(*table)), source = QString(mime + u':' + QString::number(tables))]() { return std::make_unique<TableBlock>(std::move(*table), source); });
            ++tables;
        } else if (all || costOf(part) > 4 * PartSize) {
            text += std::get<HtmlData::Markup>(part).text + u'\n';
        } else {
            endText();
            makers.push_back([markup = std::get<HtmlData::Markup>(part), attachment]() { return std::make_unique<RichBlock>(markup, attachment); });
        }
    }
    endText();
    return makers;
}

/// The same; what is too much even for that is text.
PileBlock::Makers makersOfMarkdown(const QString &source, const SealedDocument::Attachment &attachment)
{
    PileBlock::Makers makers = makersOf(MarkdownHtml::parse(source), u"text/markdown"_s, attachment);
    if (makers.empty() && !source.trimmed().isEmpty())
        makers.push_back([source]() { return std::make_unique<TextBlock>(source); });
    return makers;
}

/// What else an output says whose HTML shows nothing, as that of libraries which need a script.
std::unique_ptr<OutputBlock> withoutHtml(const OutputSource &source);

List showMime(const OutputSource &source, const Notebook::Output &output, const QString &mime)
{
    List list;
    const Notebook::MimeBundle &data = output.data();
    const qsizetype size = data.storedSize(mime);
    if (mime.startsWith("image/"_L1) && order().contains(mime)) {
        list.push_back(makeImage(output, mime));
    } else if (mime == "text/html"_L1) {
        if (size <= AtOnce) {
            for (PileBlock::Maker &maker : makersOf(HtmlData::parse(data.text(mime)), mime))
                list.push_back(maker());
        } else {
            list.push_back(std::make_unique<PileBlock>([reader = Notebook::Json::TextReader(data.object().value(mime)), source]() {
                Notebook::Json::TextReader own = reader;
                QString html;
                while (html.size() <= HtmlData::MaxHtmlLength && own.read(html, 1 << 20)) { }
                PileBlock::Makers makers = makersOf(HtmlData::parse(html), u"text/html"_s);
                if (makers.empty())
                    makers.push_back([source]() { return withoutHtml(source); });
                return makers;
            }, outputsPool()));
        }
    } else if (mime == "text/markdown"_L1) {
        list.push_back(markdown(data.text(mime)));
    } else if (mime.endsWith("json"_L1)) {
        const Notebook::Json::Value value = data.object().value(mime);
        if (!value.isObject() && !value.isArray()) {
            addText(list, output, mime);
        } else if (size <= AtOnce) {
            list.push_back(std::make_unique<JsonBlock>(value));
        } else if (size <= MaxJson) {
            // A copy of its own: the tree of the document belongs to this thread.
            list.push_back(std::make_unique<PileBlock>([value]() {
                const auto own = Notebook::Json::parse(value.toBytes());
                const Notebook::Json::Value tree = own ? *own : Notebook::Json::Value();
                JsonBlock::prepare(tree);
                return PileBlock::Makers { [tree]() { return std::make_unique<JsonBlock>(tree); } };
            }, outputsPool()));
        } else {
            list.push_back(tooLarge(noTree(), size));
            addText(list, output, mime);
        }
    } else if (isText(mime)) {
        addText(list, output, mime);
    }
    return list;
}

} // namespace

namespace {

std::unique_ptr<OutputBlock> withoutHtml(const OutputSource &source)
{
    const Notebook::Output *output = source.get();
    const QStringList candidates = output ? ranked(*output) : QStringList();
    for (const QString &candidate : candidates) {
        if (candidate == "text/html"_L1)
            continue;
        if (List list = showMime(source, *output, candidate); !list.empty())
            return std::move(list.front());
    }
    return std::make_unique<UnknownBlock>(u"text/html"_s, output ? output->data().storedSize(u"text/html"_s) : 0, true);
}

} // namespace

std::unique_ptr<OutputBlock> markdown(const QString &source, std::function<QByteArray(const QString &)> attachment)
{
    if (source.size() > MaxMarkdown) {
        PileBlock::Makers makers;
        makers.push_back([size = source.size()]() { return tooLarge(noFormat(), size); });
        makers.push_back([source]() { return std::make_unique<TextBlock>(source); });
        return std::make_unique<PileBlock>(std::move(makers));
    }
    if (source.size() > PartSize) {
        // Only the notebook's own text has attachments; what cells print keeps it waiting no more than anything else of the user's.
        QThreadPool &pool = attachment ? *QThreadPool::globalInstance() : outputsPool();
        return std::make_unique<PileBlock>([source, attachment = std::move(attachment)]() { return makersOfMarkdown(source, attachment); }, pool);
    }
    PileBlock::Makers makers = makersOfMarkdown(source, attachment);
    if (makers.empty())
        return std::make_unique<RichBlock>(HtmlData::Markup());
    return makers.size() == 1 ? makers.front()() : std::make_unique<PileBlock>(std::move(makers));
}

QStringList ranked(const Notebook::Output &output)
{
    const QStringList types = output.data().types();
    QStringList result;
    for (const QString &mime : order()) {
        if (types.contains(mime))
            result.append(mime);
    }
    for (const QString &mime : types) {
        if (!result.contains(mime) && mime.endsWith("+json"_L1) && !mime.startsWith("application/vnd."_L1))
            result.append(mime);
    }
    return result;
}

List make(const OutputSource &source, const QString &mime)
{
    List list;
    const Notebook::Output *output = source.get();
    if (!output)
        return list;
    switch (output->type()) {
    case Notebook::OutputType::Stream:
        list.push_back(std::make_unique<TextBlock>(source, output->streamName() == Notebook::StreamName::Stderr));
        break;
    case Notebook::OutputType::Error:
        list.push_back(std::make_unique<TracebackBlock>(source));
        break;
    case Notebook::OutputType::Notice:
        list.push_back(std::make_unique<NoticeBlock>(source));
        break;
    case Notebook::OutputType::Display:
    case Notebook::OutputType::Result: {
        if (mime.startsWith("text:"_L1)) {
            addText(list, *output, mime.sliced(5));
            break;
        }
        QStringList candidates = ranked(*output);
        if (!mime.isEmpty())
            candidates.prepend(mime);
        for (const QString &candidate : std::as_const(candidates)) {
            list = showMime(source, *output, candidate);
            if (!list.empty())
                break;
        }
        if (list.empty()) {
            const QStringList types = output->data().types();
            const QString name = types.isEmpty() ? QObject::tr("Empty output") : types.constFirst();
            list.push_back(std::make_unique<UnknownBlock>(name, types.isEmpty() ? 0 : output->data().storedSize(name), isText(name)));
        }
        break;
    }
    case Notebook::OutputType::Unknown:
        list.push_back(std::make_unique<UnknownBlock>(output->typeName(), 0, false));
        break;
    }
    return list;
}

QString suffix(const QString &mime)
{
    static const QHash<QString, QString> suffixes { { u"image/png"_s, u"png"_s },      { u"image/jpeg"_s, u"jpg"_s },       { u"image/gif"_s, u"gif"_s },
                                                    { u"image/svg+xml"_s, u"svg"_s },  { u"text/html"_s, u"html"_s },       { u"text/markdown"_s, u"md"_s },
                                                    { u"text/latex"_s, u"tex"_s },     { u"application/json"_s, u"json"_s }, { u"text/plain"_s, u"txt"_s },
                                                    { u"application/pdf"_s, u"pdf"_s }, { u"image/webp"_s, u"webp"_s } };
    const QString known = suffixes.value(mime);
    if (!known.isEmpty())
        return known;
    return mime.endsWith("json"_L1) ? u"json"_s : isText(mime) ? u"txt"_s : u"bin"_s;
}

} // namespace OutputBlocks

// --- notices -------------------------------------------------------------------------------------------

QList<NoticeBlock::Button> NoticeBlock::buttons(const QString &code)
{
    if (code == "result-unknown"_L1)
        return { { tr("Check the context"), {}, u"check-context"_s }, { tr("Interrupt"), u"circle-stop"_s, u"interrupt"_s }, { tr("Run again"), u"play"_s, u"run"_s } };
    if (code == "not-run"_L1 || code == "output-lost"_L1)
        return { { tr("Run again"), u"play"_s, u"run"_s } };
    if (code == "context-unknown"_L1)
        return { { tr("Check the context"), {}, u"check-context"_s }, { tr("Run again"), u"play"_s, u"run"_s } };
    if (code == "context-lost"_L1 || code == "kernel-died"_L1)
        return { { tr("Run cells above"), u"play"_s, u"run-above"_s }, { tr("Run again"), {}, u"run"_s } };
    if (code == "expired"_L1 || code == "sandbox-gone"_L1)
        return { { tr("Recreate like this"), u"copy-plus"_s, u"create"_s }, { tr("Choose another…"), {}, u"choose"_s } };
    if (code == "context-gone"_L1)
        return { { tr("Create it again"), u"copy-plus"_s, u"create-context"_s }, { tr("Choose another…"), {}, u"choose-context"_s } };
    if (code == "command-lost"_L1)
        return { { tr("Follow it again"), u"refresh-cw"_s, u"follow"_s } };
    if (code == "no-stdin"_L1)
        return { { tr("Run in terminal"), u"square-terminal"_s, u"terminal"_s } };
    if (code == "input"_L1)
        return { { tr("Send"), u"corner-down-right"_s, u"input"_s }, { tr("Interrupt"), {}, u"interrupt"_s } };
    return {};
}

NoticeBlock::NoticeBlock(OutputSource source)
{
    const Notebook::Output *output = source.get();
    if (!output)
        return;
    const Notebook::Notice &notice = output->notice();
    m_code = notice.code;
    m_title = notice.text;
    m_detail = notice.detail;
    m_severity = int(notice.severity);
    m_icon = m_code == "result-unknown"_L1                                ? u"circle-question-mark"_s
        : m_code == "context-lost"_L1 || m_code == "kernel-died"_L1 || m_code == "context-gone"_L1 ? u"unplug"_s
        : m_code == "expired"_L1 || m_code == "sandbox-gone"_L1           ? u"clock-alert"_s
        : notice.severity == Notebook::Notice::Severity::Error            ? u"circle-x"_s
        : notice.severity == Notebook::Notice::Severity::Warning          ? u"triangle-alert"_s
                                                                          : u"info"_s;
    m_buttons = buttons(m_code);
    if (m_code == "input"_L1) {
        m_secret = !notice.detail.isEmpty();
        m_detail.clear();
        m_icon = u"keyboard"_s;
        if (m_title.trimmed().isEmpty())
            m_title = tr("The code waits for a line.");
    }
}

NoticeBlock::~NoticeBlock() = default;

namespace {

Tone noticeTone(int severity, const QString &code)
{
    const Theme &theme = Theme::current();
    if (code == "expired"_L1 || code == "sandbox-gone"_L1)
        return theme.tone(Meaning::Idle);
    if (severity == int(Notebook::Notice::Severity::Error))
        return theme.tone(Meaning::Bad);
    if (severity == int(Notebook::Notice::Severity::Warning))
        return theme.tone(Meaning::Warn);
    return theme.tone(Meaning::Idle);
}

qreal wrappedHeight(const QString &text, const QFont &font, int step, qreal width)
{
    if (text.isEmpty())
        return 0;
    const QRectF rect = QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 10'000), Qt::TextWordWrap, text);
    return std::max<qreal>(step, std::ceil(rect.height()));
}

} // namespace

void NoticeBlock::layout(qreal width, qreal)
{
    m_width = width;
    const qreal left = Metrics::scaled(40);
    const qreal room = std::max(80.0, width - left - Metrics::scaled(12));
    m_titleHeight = wrappedHeight(m_title, Fonts::body(QFont::DemiBold), Fonts::lineHeight(Fonts::Role::Body), room);
    m_detailHeight = wrappedHeight(m_detail, Fonts::small(), Fonts::lineHeight(Fonts::Role::Small), room);
    qreal height = Metrics::scaled(8) + m_titleHeight + m_detailHeight + Metrics::scaled(8);
    if (m_code == "input"_L1)
        height += Metrics::control() + Metrics::scaled(8);
    else
        height += buttonRows() * (Metrics::smallControl() + Metrics::scaled(8));
    setHeight(height);
}

/// How wide each button is: about, until there are any.
QList<int> NoticeBlock::buttonWidths() const
{
    QList<int> widths;
    const QFontMetrics metrics(Fonts::small());
    for (qsizetype i = 0; i < m_buttons.size(); ++i) {
        widths.append(size_t(i) < m_widgets.size() ? m_widgets[size_t(i)]->sizeHint().width()
                                                   : metrics.horizontalAdvance(m_buttons[i].text) + Metrics::scaled(24) + (m_buttons[i].icon.isEmpty() ? 0 : Metrics::smallIcon() + Metrics::scaled(6)));
    }
    return widths;
}

/// In a narrow notebook they stand in several rows.
int NoticeBlock::buttonRows() const
{
    int rows = 0;
    qreal x = 0;
    for (const int width : buttonWidths()) {
        if (rows == 0 || x + width > m_width - Metrics::scaled(12)) {
            ++rows;
            x = Metrics::scaled(40);
        }
        x += width + Metrics::scaled(8);
    }
    return rows;
}

void NoticeBlock::paint(QPainter *painter, const QRectF &clip, bool stale)
{
    Q_UNUSED(clip)
    Q_UNUSED(stale)
    const Theme &theme = Theme::current();
    const Tone tone = noticeTone(m_severity, m_code);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(tone.tint);
    painter->drawRoundedRect(QRectF(0, 0, m_width, m_height), 4, 4);
    painter->setRenderHint(QPainter::Antialiasing, false);
    // These are words, not output: they are mirrored with the window.
    const bool mirrored = QGuiApplication::layoutDirection() == Qt::RightToLeft;
    const auto place = [this, mirrored](qreal x, qreal y, qreal width, qreal height) { return QRectF(mirrored ? m_width - x - width : x, y, width, height); };
    painter->fillRect(place(0, 0, 3, m_height), tone.fill);
    painter->fillRect(place(3, 0, 4, m_height), tone.tint);
    if (theme.isHighContrast()) {
        painter->setPen(QPen(theme.hairline, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(QRectF(.5, .5, m_width - 1, m_height - 1));
    }
    const qreal left = Metrics::scaled(40);
    const qreal top = Metrics::scaled(8);
    const qreal room = std::max(80.0, m_width - left - Metrics::scaled(12));
    Icons::paint(painter, place(Metrics::scaled(13), top, Metrics::icon(), Fonts::lineHeight(Fonts::Role::Body)), m_icon, tone.text, Metrics::icon());
    painter->setFont(Fonts::body(QFont::DemiBold));
    painter->setPen(theme.text);
    const int flags = int(Qt::TextWordWrap | Qt::AlignAbsolute | (mirrored ? Qt::AlignRight : Qt::AlignLeft));
    painter->drawText(place(left, top, room, m_titleHeight), flags, Bidi::own(m_title));
    painter->setFont(Fonts::small());
    painter->setPen(theme.text2);
    painter->drawText(place(left, top + m_titleHeight, room, m_detailHeight), flags, Bidi::own(m_detail));
    painter->restore();
}

namespace {

/// Keeps the key that sends the line: the cells behind it would take it for a command.
class AnswerField final : public QLineEdit
{
public:
    using QLineEdit::QLineEdit;

protected:
    void keyPressEvent(QKeyEvent *event) override
    {
        QLineEdit::keyPressEvent(event);
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
            event->accept();
    }
};

} // namespace

void NoticeBlock::placeWidgets(QWidget *parent, const QPointF &origin, bool visible)
{
    if (m_buttons.isEmpty())
        return;
    if (m_widgets.empty()) {
        if (!visible)
            return;
        for (const Button &button : std::as_const(m_buttons)) {
            std::unique_ptr<QPushButton> widget(Buttons::smallPush(button.text, button.icon, parent));
            connect(widget.get(), &QPushButton::clicked, this, [this, code = button.code]() {
                if (code == "input"_L1)
                    Q_EMIT requested({ OutputRequest::Kind::Input, m_field->text() });
                else
                    Q_EMIT requested({ OutputRequest::Kind::Notice, code });
            });
            m_widgets.push_back(std::move(widget));
        }
        if (m_code == "input"_L1) {
            m_field = std::make_unique<AnswerField>(parent);
            m_field->setObjectName(u"inputField"_s);
            m_field->setAccessibleName(m_title);
            m_field->setFont(Fonts::code());
            if (m_secret)
                m_field->setEchoMode(QLineEdit::Password);
            connect(m_field.get(), &QLineEdit::returnPressed, this, [this]() { Q_EMIT requested({ OutputRequest::Kind::Input, m_field->text() }); });
            m_field->show();
            // What runs is waiting for the person, so the person need not look for the field. Not while something else is typed.
            const QWidget *focus = QApplication::focusWidget();
            const auto *text = qobject_cast<const QPlainTextEdit *>(focus);
            if (!qobject_cast<const QLineEdit *>(focus) && (!text || !text->document()->isModified()))
                m_field->setFocus();
        }
    }
    // Now that they are there, their sizes are known.
    layout(m_width, 1);
    const bool mirrored = QGuiApplication::layoutDirection() == Qt::RightToLeft;
    const qreal begin = Metrics::scaled(40);
    qreal x = begin;
    int below = m_code == "input"_L1 ? 1 : buttonRows();
    const auto put = [&](QWidget *widget, const QSize &size) {
        if (x > begin && !m_field && x + size.width() > m_width - Metrics::scaled(12)) {
            x = begin;
            --below;
        }
        const qreal left = origin.x() + (mirrored ? m_width - x - size.width() : x);
        widget->setGeometry(QRect(QPointF(left, origin.y() + m_height - below * (Metrics::scaled(8) + size.height())).toPoint(), size));
        widget->setVisible(visible);
        x += size.width() + Metrics::scaled(8);
    };
    if (m_field)
        put(m_field.get(), QSize(int(std::min<qreal>(Metrics::scaled(360), m_width - Metrics::scaled(240))), Metrics::control()));
    for (const auto &widget : m_widgets)
        put(widget.get(), QSize(widget->sizeHint().width(), Metrics::smallControl()));
}

QList<std::pair<QString, OutputRequest>> NoticeBlock::links() const
{
    QList<std::pair<QString, OutputRequest>> result;
    for (const Button &button : m_buttons)
        result.append({ button.text, { OutputRequest::Kind::Notice, button.code } });
    return result;
}
