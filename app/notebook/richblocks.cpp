// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "richblocks.h"

#include "outputbar.h"
#include "shared/spinner.h"
#include "syntax.h"

#include "theme/bidi.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QClipboard>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QTextBlock>
#include <QTextDocumentFragment>
#include <QTextFrame>
#include <QTextList>
#include <QTextTable>
#include <QUrl>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

// --- text documents ------------------------------------------------------------------------------------

SealedDocument::SealedDocument(QObject *parent) : QTextDocument(parent)
{
    setUndoRedoEnabled(false);
    setDocumentMargin(0);
}

namespace {

/// Of a picture that is not shown, told in words: RichBlock paints its frame.
constexpr int FramedText = QTextFormat::UserProperty + 1;

// Names of fonts that are none: what the markup says of a piece of text comes through Qt's reader of HTML as one of them.
constexpr QLatin1StringView framedFamily("wb-not-shown");
constexpr QLatin1StringView formulaFamily("wb-math");
const QString &formulaLanguage()
{
    static const QString name = u"math"_s;
    return name;
}

/// Of a block of code, above and below its lines.
qreal fencePadding()
{
    return Metrics::scaled(6);
}

/// The same, beside them.
qreal fenceInset()
{
    return Metrics::scaled(10);
}

bool isFenced(const QTextBlock &block)
{
    return block.blockFormat().hasProperty(QTextFormat::BlockCodeFence) || block.blockFormat().nonBreakableLines();
}

/// The first line of it: only that one has a margin above.
bool beginsFence(const QTextBlock &block)
{
    return isFenced(block) && (block.blockFormat().topMargin() > 0 || !isFenced(block.previous()));
}

bool hasFamily(const QTextCharFormat &format, QLatin1StringView family)
{
    return format.fontFamilies().toStringList().contains(family);
}

/// From the edge of a quotation to its text.
qreal quotationStep()
{
    return Metrics::scaled(14);
}

} // namespace

void SealedDocument::showHtml(const HtmlData::Markup &markup)
{
    m_markup = markup;
    restyle();
}

void SealedDocument::setStale(bool stale)
{
    if (std::exchange(m_stale, stale) != stale)
        restyle();
}

void SealedDocument::setColumn(qreal width, qreal devicePixelRatio)
{
    m_ratio = devicePixelRatio;
    const QFontMetricsF metrics(Fonts::body());
    // 76 characters of running text; a table may be wider.
    const qreal longest = std::ceil(metrics.averageCharWidth() * 76 * 1.09);
    const qreal column = std::min(width, std::max(longest, 120.0));
    if (column == m_column) // Setting it would lay out everything again.
        return;
    m_column = column;
    setTextWidth(m_column);
}

void SealedDocument::restyle()
{
    const Theme &theme = Theme::current();
    setDefaultFont(Fonts::body());
    setDefaultStyleSheet(u"a { color: %1; } .not-shown { font-family: '%2'; } .math { font-family: '%3'; }"_s.arg(theme.link.name(), framedFamily, formulaFamily));
    setIndentWidth(Metrics::scaled(28));
    setHtml(m_markup.html);
    nameFailedPictures();

    const QColor plain = m_stale ? theme.text3 : theme.text;
    const qreal lineHeight = Metrics::scaled(20);
    QTextCursor cursor(this);
    cursor.beginEditBlock();
    std::unique_ptr<Syntax::LineHighlighter> highlighter; // Of the code that goes on.
    for (QTextBlock block = begin(); block.isValid(); block = block.next()) {
        const int level = block.blockFormat().headingLevel();
        const bool fenced = isFenced(block);
        QTextBlockFormat format = block.blockFormat();
        // Qt names the level only in the first paragraph of a quotation, but each has its margin.
        constexpr qreal quotationMargin = 40;
        const int quotation = std::max(format.intProperty(QTextFormat::BlockQuoteLevel), int(std::lround(format.rightMargin() / quotationMargin)));
        if (quotation > 0)
            format.setProperty(QTextFormat::BlockQuoteLevel, quotation);
        const bool inList = block.textList() != nullptr && !fenced;
        const bool formula = fenced && hasFamily(block.begin().atEnd() ? block.charFormat() : block.begin().fragment().charFormat(), formulaFamily);
        bool hasPicture = false;
        for (auto it = block.begin(); !it.atEnd(); ++it)
            hasPicture = hasPicture || it.fragment().charFormat().isImageFormat();
        if (hasPicture)
            format.setLineHeight(100, QTextBlockFormat::ProportionalHeight);
        else if (level > 0)
            format.setLineHeight(level == 1 ? Metrics::scaled(28) : lineHeight, QTextBlockFormat::FixedHeight);
        else if (fenced)
            format.setLineHeight(Fonts::lineHeight(Fonts::Role::Code), QTextBlockFormat::FixedHeight);
        else
            format.setLineHeight(lineHeight, QTextBlockFormat::FixedHeight);
        if (level > 0) {
            format.setTopMargin(block == begin() ? 0 : Metrics::scaled(8));
            format.setBottomMargin(Metrics::scaled(4));
        } else if (inList) {
            format.setTopMargin(0);
            format.setBottomMargin(Metrics::scaled(2));
        } else if (fenced) {
            const QTextBlock next = block.next();
            const bool goesOn = next.isValid() && isFenced(next) && !beginsFence(next);
            const bool first = beginsFence(block);
            if (first) {
                const QString language = formula ? formulaLanguage() : format.stringProperty(QTextFormat::BlockCodeLanguage);
                format.setProperty(QTextFormat::BlockCodeLanguage, language);
                highlighter = language.isEmpty() || formula || m_stale ? nullptr : std::make_unique<Syntax::LineHighlighter>(language);
            } else {
                format.setProperty(QTextFormat::BlockCodeLanguage, block.previous().blockFormat().stringProperty(QTextFormat::BlockCodeLanguage));
            }
            // Lines that are too long go on in the next one. RichBlock paints one ground for all of them.
            format.setProperty(QTextFormat::BlockCodeFence, u"`"_s);
            format.setNonBreakableLines(false);
            format.clearBackground();
            // Margins that meet become the larger one. Above the first line and below the last one it is that of the whole.
            const qreal apart = Metrics::scaled(8);
            format.setTopMargin(!first || block == begin() ? 0 : fencePadding() + apart);
            format.setBottomMargin(goesOn || !next.isValid() ? 0 : isFenced(next) ? 2 * fencePadding() + apart : fencePadding() + apart);
            format.setLeftMargin(quotation * quotationStep() + (formula ? Metrics::scaled(20) : fenceInset()));
            format.setRightMargin(fenceInset());
        } else {
            format.setTopMargin(0);
            format.setBottomMargin(block.next().isValid() ? Metrics::scaled(8) : 0);
        }
        if (QTextCursor(block).currentTable()) {
            format.setTopMargin(0);
            format.setBottomMargin(0);
        }
        // Room for the edges of a quotation, which RichBlock paints.
        if (quotation > 0 && !fenced) {
            const bool fromRight = block.textDirection() == Qt::RightToLeft;
            format.setLeftMargin(fromRight ? 0 : quotation * quotationStep());
            format.setRightMargin(fromRight ? quotation * quotationStep() : 0);
        }
        cursor.setPosition(block.position());
        cursor.setBlockFormat(format);
        const QColor text = quotation > 0 && !m_stale ? theme.text2 : plain;
        // Sizes and colours are ours, emphasis is the author's.
        QList<std::tuple<int, int, QTextCharFormat>> parts;
        for (auto it = block.begin(); !it.atEnd(); ++it)
            parts.append({ it.fragment().position(), it.fragment().length(), it.fragment().charFormat() });
        for (auto &[position, length, charFormat] : parts) {
            if (charFormat.isImageFormat())
                continue;
            const bool mono = charFormat.fontFixedPitch() || fenced || hasFamily(charFormat, "monospace"_L1) || hasFamily(charFormat, formulaFamily);
            QFont font = mono ? (fenced ? Fonts::code() : Fonts::output()) : Fonts::body();
            if (level == 1)
                font = Fonts::title();
            else if (level == 2)
                font = Fonts::heading();
            else if (level > 2)
                font = Fonts::body(QFont::DemiBold);
            if (charFormat.fontWeight() >= QFont::DemiBold)
                font.setWeight(QFont::DemiBold);
            font.setItalic(charFormat.fontItalic());
            font.setStrikeOut(charFormat.fontStrikeOut());
            const bool framed = hasFamily(charFormat, framedFamily);
            if (framed)
                font = Fonts::small();
            QTextCharFormat styled;
            styled.setFont(font);
            if (framed)
                styled.setProperty(FramedText, true);
            if (const QString title = charFormat.toolTip(); !title.isEmpty())
                styled.setToolTip(title);
            styled.setVerticalAlignment(charFormat.verticalAlignment());
            if (charFormat.isAnchor() && !charFormat.anchorHref().isEmpty()) {
                styled.setAnchor(true);
                styled.setAnchorHref(charFormat.anchorHref());
                styled.setForeground(theme.link);
                styled.setFontUnderline(true);
            } else {
                styled.setForeground(framed && !m_stale ? theme.text2 : text);
                styled.setFontUnderline(charFormat.fontUnderline());
            }
            if (mono && !fenced && level == 0)
                styled.setBackground(theme.code);
            // The author's colours as well, as far as they can be read here.
            const bool colored = !charFormat.isAnchor() && charFormat.hasProperty(QTextFormat::ForegroundBrush);
            const bool marked = charFormat.hasProperty(QTextFormat::BackgroundBrush);
            const bool onColor = marked || (!fenced && format.hasProperty(QTextFormat::BackgroundBrush));
            if (marked)
                styled.setBackground(charFormat.background());
            if (colored || onColor) {
                const QColor under = marked ? charFormat.background().color() : onColor ? format.background().color() : theme.base;
                styled.setForeground(colored ? HtmlStyle::readable(charFormat.foreground().color(), under) : HtmlStyle::plain(styled.foreground().color(), under));
            }
            cursor.setPosition(position);
            cursor.setPosition(position + length, QTextCursor::KeepAnchor);
            cursor.setCharFormat(styled);
        }
        if (!fenced || !highlighter)
            continue;
        // As an editor does it: formats of the document itself would take a hundred times as long.
        block.layout()->setFormats(highlighter->next(block.text()));
    }
    const auto frames = rootFrame()->childFrames();
    for (QTextFrame *frame : frames) {
        auto *table = qobject_cast<QTextTable *>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorder(0);
        format.setCellSpacing(0);
        format.setCellPadding(Metrics::scaled(4));
        format.setBorderCollapse(true);
        format.setBottomMargin(Metrics::scaled(8));
        table->setFormat(format);
        for (int row = 0; row < table->rows(); ++row) {
            for (int column = 0; column < table->columns(); ++column) {
                QTextTableCell cell = table->cellAt(row, column);
                QTextTableCellFormat cellFormat = cell.format().toTableCellFormat();
                cellFormat.setBottomBorder(1);
                cellFormat.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
                cellFormat.setBottomBorderBrush(row == 0 ? theme.border : theme.hairline);
                cellFormat.setRightPadding(Metrics::scaled(12));
                cell.setFormat(cellFormat);
            }
        }
    }
    cursor.endEditBlock();
    // The space around its first and last lines is that of the whole.
    QTextFrameFormat whole = rootFrame()->frameFormat();
    whole.setTopMargin(isFenced(begin()) ? fencePadding() : 0);
    whole.setBottomMargin(isFenced(lastBlock()) ? fencePadding() : 0);
    rootFrame()->setFrameFormat(whole);
    if (m_column > 0)
        setTextWidth(m_column);
}

/// A picture that cannot be shown is told in words where it would stand.
void SealedDocument::nameFailedPictures()
{
    if (m_failed.isEmpty())
        return;
    struct Failed
    {
        int position = 0;
        int length = 0;
        QString text;
    };
    QList<Failed> failed;
    for (QTextBlock block = begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextImageFormat image = it.fragment().charFormat().toImageFormat();
            if (!image.isValid() || !m_failed.contains(image.name()))
                continue;
            const QString name = image.stringProperty(QTextFormat::ImageAltText).simplified().left(200);
            const QString reason = image.name().startsWith("attachment:"_L1) ? tr("%1 is not shown: the cell has no such picture").arg(image.name().sliced(11).left(80)) : tr("The picture cannot be read");
            failed.append({ it.fragment().position(), it.fragment().length(), u'\u00a0' + (name.isEmpty() ? reason : name + u" \u00b7 "_s + reason) + u'\u00a0' });
        }
    }
    QTextCharFormat format;
    format.setFontFamilies(QStringList { QString(framedFamily) });
    QTextCursor cursor(this);
    cursor.beginEditBlock(); // Or each would lay out its paragraph.
    for (auto one = failed.crbegin(); one != failed.crend(); ++one) {
        cursor.setPosition(one->position);
        cursor.setPosition(one->position + one->length, QTextCursor::KeepAnchor);
        cursor.insertText(one->text, format);
    }
    cursor.endEditBlock();
}

QVariant SealedDocument::loadResource(int type, const QUrl &name)
{
    if (type != QTextDocument::ImageResource)
        return {};
    const QString key = name.toString();
    if (const auto found = m_pictures.constFind(key); found != m_pictures.constEnd())
        return *found;
    // A place holder until the thread pool has it; also what stays for everything that must not be loaded.
    QImage blank(Metrics::scaled(16), Metrics::scaled(16), QImage::Format_ARGB32_Premultiplied);
    blank.fill(Qt::transparent);
    if (m_pictures.size() >= MaxPictures)
        return blank;
    m_pictures.insert(key, blank);
    ImageDecoder::Request request;
    if (name.scheme() == "data"_L1) {
        const QString path = name.path(QUrl::FullyDecoded);
        const qsizetype comma = path.indexOf(u',');
        if (comma < 0 || !path.startsWith("image/"_L1)) {
            QTimer::singleShot(0, this, [this, key]() { fail(key); });
            return blank;
        }
        request.base64 = path.left(comma).contains("base64"_L1);
        request.svg = path.startsWith("image/svg"_L1);
        request.data = path.sliced(comma + 1).toUtf8();
    } else if (name.scheme() == "attachment"_L1 && m_attachment) {
        request.data = m_attachment(name.path());
        request.svg = name.path().endsWith(".svg"_L1, Qt::CaseInsensitive);
    }
    if (request.data.isEmpty()) {
        QTimer::singleShot(0, this, [this, key]() { fail(key); });
        return blank;
    }
    request.maxWidth = m_column > 0 ? m_column : 600;
    request.devicePixelRatio = m_ratio;
    ImageDecoder::decodeLater(request).then(this, [this, key, name](const ImageDecoder::Picture &picture) {
        if (picture.image.isNull()) {
            QTimer::singleShot(0, this, [this, key]() { fail(key); });
            return;
        }
        // A picture that is decoded very soon arrives while the layout still asks for it.
        QTimer::singleShot(0, this, [this, key, name, picture]() { showPicture(key, name, picture); });
    });
    return blank;
}

void SealedDocument::fail(const QString &key)
{
    m_failed.insert(key);
    restyleSoon();
}

void SealedDocument::showPicture(const QString &key, const QUrl &name, const ImageDecoder::Picture &picture)
{
    QImage image = picture.image;
    image.setDevicePixelRatio(image.width() / std::max(1.0, picture.logicalSize.width()));
    m_pictures.insert(key, image);
    addResource(QTextDocument::ImageResource, name, image);
    restyleSoon();
}

/// Once for all pictures that arrive or fail together: each time lays out everything.
void SealedDocument::restyleSoon()
{
    if (std::exchange(m_restylesSoon, true))
        return;
    QTimer::singleShot(0, this, [this]() {
        m_restylesSoon = false;
        restyle();
        Q_EMIT sizeChanged();
    });
}

RichBlock::RichBlock(const HtmlData::Markup &markup, SealedDocument::Attachment attachment)
{
    m_document.setAttachments(std::move(attachment));
    m_document.showHtml(markup);
    listen();
}

void RichBlock::listen()
{
    m_selection = QTextCursor(&m_document);
    connect(&m_document, &SealedDocument::sizeChanged, this, [this]() {
        m_selection = QTextCursor(&m_document);
        setHeight(documentHeight());
        Q_EMIT repaint();
    });
}

void RichBlock::layout(qreal width, qreal devicePixelRatio)
{
    m_width = width;
    m_document.setColumn(width, devicePixelRatio);
    setHeight(documentHeight());
}

qreal RichBlock::documentHeight() const
{
    return std::ceil(m_document.size().height());
}

void RichBlock::paint(QPainter *painter, const QRectF &clip, bool stale)
{
    const Theme &theme = Theme::current();
    m_document.setStale(stale);
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, stale ? theme.text3 : theme.text);
    context.palette.setColor(QPalette::Inactive, QPalette::WindowText, theme.hairline); // Of a rule between paragraphs.
    context.clip = clip;
    if (m_selection.hasSelection()) {
        QAbstractTextDocumentLayout::Selection selection;
        selection.cursor = m_selection;
        selection.format.setBackground(theme.selection);
        selection.format.setForeground(theme.onSelection);
        context.selections.append(selection);
    }
    painter->save();
    painter->setClipRect(clip, Qt::IntersectClip);
    paintCode(painter, clip);
    paintFrames(painter, clip);
    painter->setBrush(Qt::NoBrush); // Qt draws the box of a task over its mark, with the brush that is there.
    m_document.documentLayout()->draw(painter, context);
    paintQuotations(painter, clip);
    painter->restore();
}

/// The ground of each block of code, whole over all of its lines.
void RichBlock::paintCode(QPainter *painter, const QRectF &clip) const
{
    const Theme &theme = Theme::current();
    const QAbstractTextDocumentLayout *layout = m_document.documentLayout();
    for (QTextBlock block = m_document.begin(); block.isValid(); block = block.next()) {
        if (!isFenced(block))
            continue;
        const QTextBlock first = block;
        const qreal top = layout->blockBoundingRect(block).top() - fencePadding();
        if (top > clip.bottom())
            break;
        while (block.next().isValid() && isFenced(block.next()) && !beginsFence(block.next()))
            block = block.next();
        if (first.blockFormat().stringProperty(QTextFormat::BlockCodeLanguage) == formulaLanguage())
            continue;
        const qreal text = first.layout()->lineCount() > 0 ? first.layout()->position().x() + first.layout()->lineAt(0).x() : fenceInset();
        const qreal left = std::max(0.0, std::floor(text - fenceInset()));
        const qreal bottom = layout->blockBoundingRect(block).bottom() + fencePadding();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(theme.isHighContrast() ? QPen(theme.hairline, 1) : QPen(Qt::NoPen));
        painter->setBrush(theme.sunken);
        const qreal half = theme.isHighContrast() ? .5 : 0;
        painter->drawRoundedRect(QRectF(QPointF(left, std::floor(top)), QPointF(m_document.textWidth(), std::ceil(bottom))).adjusted(half, half, -half, -half), 4, 4);
        painter->restore();
    }
}

/// Around the words in place of a picture, line by line.
void RichBlock::paintFrames(QPainter *painter, const QRectF &clip) const
{
    const Theme &theme = Theme::current();
    const QAbstractTextDocumentLayout *layout = m_document.documentLayout();
    for (QTextBlock block = m_document.begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment piece = it.fragment();
            if (!piece.charFormat().boolProperty(FramedText))
                continue;
            const QRectF place = layout->blockBoundingRect(block);
            if (place.top() > clip.bottom())
                return;
            const QPointF offset(block.layout()->position().x(), place.top());
            const int from = piece.position() - block.position();
            for (int i = 0; i < block.layout()->lineCount(); ++i) {
                const QTextLine line = block.layout()->lineAt(i);
                const int begin = std::max(from, line.textStart());
                const int end = std::min(from + piece.length(), line.textStart() + line.textLength());
                if (begin >= end)
                    continue;
                const qreal one = line.cursorToX(begin);
                const qreal other = line.cursorToX(end);
                painter->setPen(QPen(theme.border, 1));
                painter->setBrush(theme.sunken);
                painter->drawRect(QRectF(std::floor(offset.x() + std::min(one, other)) + .5, std::floor(offset.y() + line.y()) + .5, std::ceil(std::abs(other - one)) - 1, std::floor(line.height()) - 1));
            }
        }
    }
}

/// A 3 px edge beside each level of a quotation, without a gap between its paragraphs.
void RichBlock::paintQuotations(QPainter *painter, const QRectF &clip) const
{
    const QAbstractTextDocumentLayout *layout = m_document.documentLayout();
    for (QTextBlock block = m_document.begin(); block.isValid(); block = block.next()) {
        const int level = block.blockFormat().intProperty(QTextFormat::BlockQuoteLevel);
        if (level == 0)
            continue;
        const QRectF place = layout->blockBoundingRect(block);
        if (place.top() > clip.bottom())
            break;
        // Lines stand at the lower edge of their height.
        const QTextLayout *lines = block.layout();
        const qreal below = lines->lineCount() > 0 ? place.top() + lines->lineAt(lines->lineCount() - 1).y() + lines->lineAt(lines->lineCount() - 1).height() : place.bottom();
        const QTextBlock next = block.next();
        const int also = std::min(level, next.isValid() ? next.blockFormat().intProperty(QTextFormat::BlockQuoteLevel) : 0);
        const qreal end = also > 0 ? layout->blockBoundingRect(next).top() : below;
        const bool fromRight = block.textDirection() == Qt::RightToLeft;
        for (int i = 0; i < level; ++i) {
            const qreal from = i * quotationStep();
            const qreal bottom = i < also ? end : below;
            painter->fillRect(QRectF(fromRight ? m_document.textWidth() - from - 3 : from, place.top(), 3, bottom - place.top()), Theme::current().border);
        }
    }
}

QString RichBlock::plainText() const
{
    return m_document.toPlainText();
}

Qt::CursorShape RichBlock::cursorAt(const QPointF &point) const
{
    return m_document.documentLayout()->anchorAt(point).isEmpty() ? Qt::IBeamCursor : Qt::PointingHandCursor;
}

QString RichBlock::toolTipAt(const QPointF &point) const
{
    const QAbstractTextDocumentLayout *layout = m_document.documentLayout();
    if (const QString link = layout->anchorAt(point); !link.isEmpty())
        return link;
    const int at = layout->hitTest(point, Qt::ExactHit);
    if (at < 0)
        return {};
    const QTextBlock block = m_document.findBlock(at);
    for (auto it = block.begin(); !it.atEnd(); ++it) {
        if (it.fragment().contains(at))
            return it.fragment().charFormat().toolTip();
    }
    return {};
}

bool RichBlock::press(const QPointF &point, int clicks, bool extend)
{
    m_pressedLink = m_document.documentLayout()->anchorAt(point);
    const int at = m_document.documentLayout()->hitTest(point, Qt::FuzzyHit);
    if (at < 0)
        return false;
    if (clicks == 2) {
        m_selection.setPosition(at);
        m_selection.select(QTextCursor::WordUnderCursor);
    } else if (clicks >= 3) {
        m_selection.setPosition(at);
        m_selection.select(QTextCursor::BlockUnderCursor);
    } else {
        m_selection.setPosition(at, extend ? QTextCursor::KeepAnchor : QTextCursor::MoveAnchor);
    }
    Q_EMIT repaint();
    return true;
}

void RichBlock::drag(const QPointF &point)
{
    const int at = m_document.documentLayout()->hitTest(point, Qt::FuzzyHit);
    if (at >= 0) {
        m_selection.setPosition(at, QTextCursor::KeepAnchor);
        Q_EMIT repaint();
    }
}

void RichBlock::release(const QPointF &point)
{
    const QString link = std::exchange(m_pressedLink, {});
    if (!link.isEmpty() && !m_selection.hasSelection() && m_document.documentLayout()->anchorAt(point) == link)
        Q_EMIT requested({ OutputRequest::Kind::OpenLink, link });
}

QString RichBlock::selectedText() const
{
    return m_selection.selection().toPlainText();
}

void RichBlock::clearSelection()
{
    if (m_selection.hasSelection()) {
        m_selection.clearSelection();
        Q_EMIT repaint();
    }
}

void RichBlock::setMarks(const FindMarks &marks)
{
    // Its text is not the one that was searched: the first likely place is selected.
    if (!marks.current() || marks.text.isEmpty())
        return;
    const QTextCursor found = m_document.find(marks.text);
    if (!found.isNull())
        m_selection = found;
}

QRectF RichBlock::reveal(const FindMark &mark)
{
    if (!m_selection.hasSelection())
        return OutputBlock::reveal(mark);
    const QTextBlock block = m_document.findBlock(m_selection.selectionStart());
    return m_document.documentLayout()->blockBoundingRect(block);
}

void RichBlock::selectAll()
{
    m_selection.select(QTextCursor::Document);
    Q_EMIT repaint();
}

QList<std::pair<QString, OutputRequest>> RichBlock::links() const
{
    QList<std::pair<QString, OutputRequest>> result;
    for (QTextBlock block = m_document.begin(); block.isValid() && result.size() < 12; block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QString target = it.fragment().charFormat().anchorHref();
            if (!target.isEmpty())
                result.append({ tr("Open %1").arg(target), { OutputRequest::Kind::OpenLink, target } });
        }
    }
    return result;
}

// --- tables --------------------------------------------------------------------------------------------

TableBlock::TableBlock(HtmlData::Table table, QString source) : m_table(std::move(table)), m_source(std::move(source)) { }

void TableBlock::layout(qreal width, qreal)
{
    m_width = width;
    const QFontMetricsF normal(Fonts::tabular(Fonts::small()));
    const QFontMetricsF bold(Fonts::tabular(Fonts::small(QFont::DemiBold)));
    const qreal gap = Metrics::scaled(22);
    const qreal most = Metrics::scaled(320);
    QList<qreal> widths(m_table.columns, Metrics::scaled(12));
    // A link in place of a row or two would save no room; pandas shortens a long frame to 11 rows, the last ones among them.
    const int body = m_table.rows - m_table.headerRows;
    m_shownRows = m_table.headerRows + (body <= MaxRows + 2 ? body : MaxRows);
    for (const HtmlData::TableCell &cell : std::as_const(m_table.cells)) {
        if (cell.row >= m_shownRows)
            break;
        if (cell.columnSpan > 1)
            continue;
        const QString line = cell.text.section(u'\n', 0, 0).left(200);
        if (cell.style.bar != 0)
            widths[cell.column] = std::max<qreal>(widths[cell.column], Metrics::scaled(96)); // Or it shows nothing.
        widths[cell.column] = std::max(widths[cell.column], std::min(most, std::ceil((isBold(cell) ? bold : normal).horizontalAdvance(line))));
    }
    m_columns = { 0 };
    for (const qreal columnWidth : std::as_const(widths))
        m_columns.append(m_columns.last() + columnWidth + (m_columns.size() < m_table.columns ? gap : Metrics::scaled(8)));
    m_rowHeight = Fonts::lineHeight(Fonts::Role::Small) + Metrics::scaled(7);
    m_captionHeight = m_table.caption.isEmpty() ? 0 : m_rowHeight;
    qreal height = m_captionHeight + m_shownRows * m_rowHeight + 1;
    m_link = {};
    if (m_columns.last() > m_width)
        height += Metrics::scaled(10); // The bar that shows how far it scrolls.
    if (m_shownRows < m_table.rows) {
        const QString text = links().constFirst().first;
        m_link = QRectF(0, height, QFontMetricsF(Fonts::small()).horizontalAdvance(text), m_rowHeight);
        height += m_rowHeight;
    }
    m_offset = std::clamp(m_offset, 0.0, std::max(0.0, m_columns.last() - m_width));
    setHeight(height);
}

bool TableBlock::isBold(const HtmlData::TableCell &cell) const
{
    return cell.style.weight == HtmlStyle::Weight::Bold || (cell.row < m_table.headerRows && cell.style.weight == HtmlStyle::Weight::None);
}

QRectF TableBlock::cellRect(const HtmlData::TableCell &cell) const
{
    const qreal gap = cell.column + cell.columnSpan < m_table.columns ? Metrics::scaled(22) : Metrics::scaled(8);
    const int bottom = std::min(cell.row + cell.rowSpan, m_shownRows);
    return QRectF(m_columns[cell.column] - m_offset, m_captionHeight + cell.row * m_rowHeight,
                  m_columns[cell.column + cell.columnSpan] - m_columns[cell.column] - gap, (bottom - cell.row) * m_rowHeight);
}

void TableBlock::paint(QPainter *painter, const QRectF &clip, bool stale)
{
    const Theme &theme = Theme::current();
    painter->save();
    painter->setClipRect(QRectF(0, 0, m_width, m_height), Qt::IntersectClip);
    const qreal right = std::min(m_columns.last() - m_offset, m_width);
    if (m_captionHeight > 0) {
        painter->setFont(Fonts::small(QFont::DemiBold));
        painter->setPen(theme.text2);
        painter->drawText(QRectF(0, 0, m_width, m_captionHeight), Qt::AlignVCenter, m_table.caption);
    }
    const QFont normal = Fonts::tabular(Fonts::small());
    const QFont bold = Fonts::tabular(Fonts::small(QFont::DemiBold));
    const QFontMetricsF normalMetrics(normal);
    const QFontMetricsF boldMetrics(bold);
    for (int row = 0; row < m_shownRows; ++row) {
        const qreal y = m_captionHeight + (row + 1) * m_rowHeight;
        if (y < clip.top() - 1 || y > clip.bottom() + m_rowHeight)
            continue;
        painter->setPen(QPen(row == m_table.headerRows - 1 ? theme.border : theme.hairline, 1));
        if (row >= m_table.headerRows - 1 || m_table.headerRows == 0)
            painter->drawLine(QPointF(0, std::floor(y) + .5), QPointF(right, std::floor(y) + .5));
    }
    for (const HtmlData::TableCell &cell : std::as_const(m_table.cells)) {
        if (cell.row >= m_shownRows)
            break;
        const QRectF rect = cellRect(cell);
        if (rect.bottom() < clip.top() || rect.top() > clip.bottom() || rect.right() < 0 || rect.left() > m_width)
            continue;
        const bool head = cell.row < m_table.headerRows;
        const HtmlStyle::Style &style = cell.style;
        QFont font = isBold(cell) ? bold : normal;
        font.setItalic(style.slant == HtmlStyle::Slant::Italic);
        painter->setFont(font);
        QColor pen = style.color != 0 ? QColor(style.color) : stale ? theme.text3 : head ? theme.text2 : theme.text;
        if (style.background != 0) {
            // To the middle between the columns, so that neighbours touch.
            const qreal half = Metrics::scaled(11);
            const bool last = cell.column + cell.columnSpan >= m_table.columns;
            const qreal edge = last ? m_columns.last() - m_offset : m_columns[cell.column + cell.columnSpan] - m_offset - half;
            painter->fillRect(QRectF(QPointF(rect.left() - half, rect.top()), QPointF(edge, rect.bottom())), QColor(style.background));
        }
        if (style.color != 0 || style.background != 0)
            pen = HtmlStyle::textOf(style, pen, theme.base);
        if (style.bar != 0)
            painter->fillRect(QRectF(rect.left() + rect.width() * style.barFrom / 10'000, rect.top() + 2, rect.width() * (style.barTo - style.barFrom) / 10'000, rect.height() - 3),
                              HtmlStyle::barOf(style, pen, theme.base));
        painter->setPen(pen);
        // Its text was searched in another form, so a whole cell is marked.
        if (!m_marks.text.isEmpty() && !m_marks.isEmpty() && cell.text.contains(m_marks.text, Qt::CaseInsensitive)) {
            painter->setPen(theme.onFind(m_marks.current()));
            painter->fillRect(rect.adjusted(-2, 2, 2, -2), m_marks.current() ? theme.findActive : theme.find);
        }
        const bool numeric = m_table.numeric.value(cell.column) && cell.columnSpan == 1;
        QString line = cell.text.section(u'\n', 0, 0).left(400);
        if (cell.text.contains(u'\n'))
            line += u'\u2026';
        Qt::Alignment side = numeric ? Qt::AlignRight : cell.columnSpan > 1 && head ? Qt::AlignHCenter : Qt::AlignLeft;
        if (style.align != HtmlStyle::Align::None)
            side = style.align == HtmlStyle::Align::Left ? Qt::AlignLeft : style.align == HtmlStyle::Align::Center ? Qt::AlignHCenter : Qt::AlignRight;
        painter->drawText(rect, int(Qt::AlignVCenter | side), (isBold(cell) ? boldMetrics : normalMetrics).elidedText(line, Qt::ElideRight, rect.width()));
    }
    if (m_columns.last() > m_width) {
        const qreal y = m_captionHeight + m_shownRows * m_rowHeight + Metrics::scaled(4);
        const qreal part = m_width / m_columns.last();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.hairline);
        painter->drawRoundedRect(QRectF(0, y, m_width, 4), 2, 2);
        painter->setBrush(theme.control);
        painter->drawRoundedRect(QRectF(m_offset * part, y, m_width * part, 4), 2, 2);
    }
    if (!m_link.isEmpty()) {
        QFont underlined = Fonts::small();
        underlined.setUnderline(true);
        painter->setFont(underlined);
        painter->setPen(theme.link);
        painter->drawText(m_link.adjusted(0, 0, 10, 0), Qt::AlignVCenter, links().constFirst().first);
    }
    painter->restore();
}

const HtmlData::TableCell *TableBlock::cellAt(const QPointF &point) const
{
    for (const HtmlData::TableCell &cell : m_table.cells) {
        if (cell.row < m_shownRows && cellRect(cell).contains(point))
            return &cell;
    }
    return nullptr;
}

Qt::CursorShape TableBlock::cursorAt(const QPointF &point) const
{
    return m_link.contains(point) ? Qt::PointingHandCursor : Qt::ArrowCursor;
}

QString TableBlock::toolTipAt(const QPointF &point) const
{
    const HtmlData::TableCell *cell = cellAt(point);
    if (!cell)
        return {};
    const QFontMetricsF metrics(Fonts::tabular(Fonts::small(isBold(*cell) ? QFont::DemiBold : QFont::Normal)));
    const bool cut = cell->text.contains(u'\n') || metrics.horizontalAdvance(cell->text.left(400)) > cellRect(*cell).width();
    return cut ? cell->text.left(2000) : QString();
}

bool TableBlock::press(const QPointF &point, int clicks, bool extend)
{
    Q_UNUSED(extend)
    if (m_link.contains(point) && clicks == 1) {
        Q_EMIT requested({ OutputRequest::Kind::OpenTable, m_source });
        return true;
    }
    return false;
}

bool TableBlock::scrollSideways(qreal pixels)
{
    const qreal offset = std::clamp(m_offset + pixels, 0.0, std::max(0.0, m_columns.value(m_columns.size() - 1) - m_width));
    if (offset == m_offset)
        return false;
    m_offset = offset;
    Q_EMIT repaint();
    return true;
}

void TableBlock::fillMenu(QMenu *menu)
{
    menu->addAction(tr("Copy table"), this, [this]() { QGuiApplication::clipboard()->setText(m_table.toText()); });
    menu->addAction(tr("Copy table as CSV"), this, [this]() { QGuiApplication::clipboard()->setText(m_table.toCsv()); });
}

void TableBlock::fillKeyboardMenu(QMenu *menu)
{
    fillMenu(menu);
    const qreal over = m_columns.value(m_columns.size() - 1) - m_width;
    if (over <= 0)
        return;
    menu->addAction(tr("Show the columns further right"), this, [this]() { scrollSideways(m_width * .8); })->setEnabled(m_offset < over);
    menu->addAction(tr("Show the columns further left"), this, [this]() { scrollSideways(-m_width * .8); })->setEnabled(m_offset > 0);
}

QList<std::pair<QString, OutputRequest>> TableBlock::links() const
{
    return { { tr("Open as table (%L1 rows)").arg(m_table.rows - m_table.headerRows), { OutputRequest::Kind::OpenTable, m_source } } };
}

// --- pictures ------------------------------------------------------------------------------------------

ImageBlock::ImageBlock(ImageDecoder::Request request, qint64 encodedSize, QSize pixelSize, QString name) : m_request(std::move(request)), m_name(std::move(name))
{
    m_size = QLocale().formattedDataSize(encodedSize, 1);
    m_picture.pixelSize = pixelSize;
    m_paused = Spinner::reducedMotion();
    m_clock.setSingleShot(true);
    connect(&m_clock, &QTimer::timeout, this, &ImageBlock::nextFrame);
}

void ImageBlock::layout(qreal width, qreal devicePixelRatio)
{
    m_width = width;
    m_ratio = devicePixelRatio;
    // Known already: placed at once.
    m_picture.logicalSize = ImageDecoder::fit(m_picture.pixelSize, m_request.wanted, m_width);
    place();
    if (!m_decoding && !fitsScreen())
        decode();
}

/// False when there are fewer pixels than the place could show, or more, which painting would have to scale each time.
bool ImageBlock::fitsScreen() const
{
    if (!m_done)
        return false;
    if (!m_picture.error.isEmpty())
        return true;
    const QSizeF now = m_picture.logicalSize * m_ratio;
    const QSizeF made = ImageDecoder::fit(m_picture.pixelSize, m_request.wanted, m_request.maxWidth) * m_request.devicePixelRatio;
    const bool smaller = now.width() < m_picture.image.width() - 1;
    const bool larger = now.width() > made.width() + 1 && (m_request.svg || m_picture.reduced);
    return !smaller && !larger;
}

void ImageBlock::decode()
{
    m_decoding = true;
    m_request.maxWidth = m_width;
    m_request.devicePixelRatio = m_ratio;
    const quint64 generation = ++m_generation;
    ImageDecoder::decodeLater(m_request).then(this, [this, generation](const ImageDecoder::Picture &picture) {
        // A picture that is decoded very soon arrives while the layout still asks for it, and nobody would hear its height.
        QTimer::singleShot(0, this, [this, generation, picture]() {
            if (generation != m_generation)
                return;
            m_decoding = false;
            m_done = true;
            m_picture = picture;
            if (!m_picture.image.isNull())
                m_picture.logicalSize = ImageDecoder::fit(m_picture.pixelSize, m_request.wanted, m_width);
            place();
            Q_EMIT repaint();
            if (!fitsScreen()) // The column changed meanwhile.
                decode();
            else if (!m_picture.image.isNull() && (m_name == "image/gif"_L1 || m_name == "image/webp"_L1))
                decodeFrames();
        });
    });
}

void ImageBlock::decodeFrames()
{
    const quint64 generation = m_generation;
    ImageDecoder::animateLater(m_request).then(this, [this, generation](const ImageDecoder::Animation &animation) {
        if (generation != m_generation)
            return;
        m_animation = animation;
        m_frame = m_animation.frames.isEmpty() ? 0 : int(m_frame % m_animation.frames.size());
        if (isMoving())
            Q_EMIT repaint();
    });
}

void ImageBlock::nextFrame()
{
    if (!isMoving() || m_paused)
        return;
    if (++m_frame >= m_animation.frames.size()) {
        // The last frame stays when it has moved as often as it wants to.
        if (m_animation.loops >= 0 && m_turns++ >= m_animation.loops) {
            m_frame = int(m_animation.frames.size()) - 1;
            m_paused = true;
            return;
        }
        m_frame = 0;
    }
    Q_EMIT repaint();
}

void ImageBlock::setPaused(bool paused)
{
    if (m_paused == paused)
        return;
    m_paused = paused;
    m_turns = 0;
    m_clock.stop();
    Q_EMIT repaint();
}

QString ImageBlock::toolTipAt(const QPointF &point) const
{
    Q_UNUSED(point)
    return isMoving() && m_paused ? tr("Click to play") : QString();
}

void ImageBlock::place()
{
    if (m_done && m_picture.image.isNull())
        setHeight(Metrics::row() * 2);
    else if (!m_picture.logicalSize.isEmpty())
        setHeight(std::ceil(m_picture.logicalSize.height()));
    else
        setHeight(m_request.wanted.height() > 0 ? m_request.wanted.height() : Metrics::scaled(40));
}

void ImageBlock::paint(QPainter *painter, const QRectF &clip, bool stale)
{
    Q_UNUSED(clip)
    Q_UNUSED(stale)
    const Theme &theme = Theme::current();
    if (!m_picture.image.isNull()) {
        painter->save();
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        const QRectF rect(QPointF(0, 0), m_picture.logicalSize);
        if (m_picture.opaque) {
            painter->setRenderHint(QPainter::Antialiasing);
            QPainterPath path;
            path.addRoundedRect(rect, 4, 4);
            painter->setClipPath(path, Qt::IntersectClip);
        } else if (PictureGround::needsPaper(m_request.ground, theme)) {
            PictureGround::paintPaper(painter, rect, m_request.ground);
        }
        painter->drawImage(rect, isMoving() ? m_animation.frames[m_frame] : m_picture.image);
        painter->restore();
        if (isMoving() && !m_paused && !m_clock.isActive())
            m_clock.start(m_animation.delays[m_frame]);
        return;
    }
    if (!m_done)
        return;
    painter->setPen(QPen(theme.hairline, 1));
    painter->setBrush(Qt::NoBrush);
    const qreal wide = std::min(m_width, qreal(Metrics::scaled(520)));
    const BarSide side { QRectF(QGuiApplication::isRightToLeft() ? m_width - wide : 0, 0, wide, m_height) };
    const QRectF box(0, 0, wide, m_height);
    painter->drawRect(side.visual(box).adjusted(.5, .5, -.5, -.5));
    Icons::paint(painter, side.visual(QRectF(Metrics::scaled(10), 0, Metrics::icon(), m_height)), u"image"_s, theme.text3, Metrics::icon());
    painter->setFont(Fonts::small());
    painter->setPen(theme.text2);
    const QFontMetricsF metrics(Fonts::small());
    const qreal left = Metrics::scaled(20) + Metrics::icon();
    const QString save = tr("Save as…");
    const qreal saveWidth = metrics.horizontalAdvance(save);
    const qreal saveLeft = box.right() - saveWidth - Metrics::scaled(10);
    m_saveLink = side.visual(QRectF(saveLeft, 0, saveWidth, m_height));
    const qreal room = saveLeft - left - Metrics::scaled(12);
    QString dimensions = m_name + u" \u00b7 "_s + m_size;
    if (!m_picture.pixelSize.isEmpty())
        dimensions = u"%1 \u00d7 %2 \u00b7 "_s.arg(m_picture.pixelSize.width()).arg(m_picture.pixelSize.height()) + dimensions;
    painter->drawText(side.visual(QRectF(left, Metrics::scaled(7), room, Metrics::row() - 6)), side.line(), Bidi::own(metrics.elidedText(m_picture.error, Qt::ElideRight, room)));
    painter->setPen(theme.text3);
    painter->drawText(side.visual(QRectF(left, Metrics::row(), room, Metrics::row() - 6)), side.line(), Bidi::own(metrics.elidedText(dimensions, Qt::ElideRight, room)));
    QFont underlined = Fonts::small();
    underlined.setUnderline(true);
    painter->setFont(underlined);
    painter->setPen(theme.link);
    painter->drawText(m_saveLink, side.line(), save);
}

QString ImageBlock::plainText() const
{
    if (!m_picture.error.isEmpty())
        return m_picture.error;
    if (isMoving())
        return tr("Moving picture, %1 by %2 pixels").arg(m_picture.pixelSize.width()).arg(m_picture.pixelSize.height());
    return tr("Picture, %1 by %2 pixels").arg(m_picture.pixelSize.width()).arg(m_picture.pixelSize.height());
}

Qt::CursorShape ImageBlock::cursorAt(const QPointF &point) const
{
    return m_picture.image.isNull() && m_saveLink.contains(point) ? Qt::PointingHandCursor : Qt::ArrowCursor;
}

bool ImageBlock::press(const QPointF &point, int clicks, bool extend)
{
    Q_UNUSED(extend)
    if (isMoving() && clicks == 1) {
        setPaused(!m_paused);
        return false;
    }
    if (!m_picture.image.isNull() || !m_saveLink.contains(point) || clicks != 1)
        return false;
    Q_EMIT requested({ OutputRequest::Kind::SaveAs, m_name });
    return true;
}

void ImageBlock::fillMenu(QMenu *menu)
{
    if (m_picture.image.isNull())
        return;
    if (isMoving())
        menu->addAction(m_paused ? tr("Play") : tr("Pause"), this, [this]() { setPaused(!m_paused); });
    menu->addAction(tr("Copy picture"), this, [this]() {
        // All its pixels, not only those that the column has room for.
        ImageDecoder::Request whole = m_request;
        whole.wanted = {};
        whole.maxWidth = 0;
        whole.devicePixelRatio = 1;
        ImageDecoder::decodeLater(std::move(whole)).then(qApp, [ground = m_request.ground](const ImageDecoder::Picture &picture) {
            // Where it will be pasted is not known.
            if (!picture.image.isNull())
                QGuiApplication::clipboard()->setImage(PictureGround::onPaper(picture.image, ground));
        });
    });
}

// --- anything else -------------------------------------------------------------------------------------

UnknownBlock::UnknownBlock(QString mime, qint64 size, bool text) : m_mime(std::move(mime)), m_size(size)
{
    m_rects.emplace_back(QRectF(), OutputRequest { OutputRequest::Kind::SaveAs, m_mime });
    if (text)
        m_rects.emplace_back(QRectF(), OutputRequest { OutputRequest::Kind::ShowAs, "text:"_L1 + m_mime });
}

void UnknownBlock::layout(qreal width, qreal)
{
    m_width = width;
    const QFontMetricsF metrics(Fonts::small());
    qreal x = Metrics::scaled(10) + Metrics::icon() + Metrics::scaled(8) + metrics.horizontalAdvance(plainText()) + Metrics::scaled(16);
    const BarSide side { QRectF(0, 0, width, Metrics::row()) };
    for (size_t i = 0; i < m_rects.size(); ++i) {
        const qreal textWidth = std::ceil(metrics.horizontalAdvance(i == 0 ? tr("Save as…") : tr("Show as text")));
        m_rects[i].first = side.visual(QRectF(x, 0, textWidth, Metrics::row()));
        x += textWidth + Metrics::scaled(12);
    }
    setHeight(Metrics::row());
}

void UnknownBlock::paint(QPainter *painter, const QRectF &clip, bool stale)
{
    Q_UNUSED(clip)
    Q_UNUSED(stale)
    const Theme &theme = Theme::current();
    const BarSide side { QRectF(0, 0, m_width, m_height) };
    paintOutputBar(painter, side.bar);
    Icons::paint(painter, side.visual(QRectF(Metrics::scaled(8), 0, Metrics::icon(), m_height)), u"file"_s, theme.text3, Metrics::smallIcon());
    painter->setFont(Fonts::small());
    painter->setPen(theme.text2);
    const qreal textLeft = Metrics::scaled(18) + Metrics::icon();
    painter->drawText(side.visual(QRectF(textLeft, 0, m_width - textLeft, m_height)), side.line(), Bidi::own(plainText()));
    QFont underlined = Fonts::small();
    underlined.setUnderline(true);
    painter->setFont(underlined);
    painter->setPen(theme.link);
    for (size_t i = 0; i < m_rects.size(); ++i)
        painter->drawText(m_rects[i].first, side.line() | Qt::TextDontClip, i == 0 ? tr("Save as…") : tr("Show as text"));
}

QString UnknownBlock::plainText() const
{
    return m_size > 0 ? m_mime + ", "_L1 + QLocale().formattedDataSize(m_size, 1) : m_mime;
}

Qt::CursorShape UnknownBlock::cursorAt(const QPointF &point) const
{
    for (const auto &[rect, request] : m_rects) {
        if (rect.contains(point))
            return Qt::PointingHandCursor;
    }
    return Qt::ArrowCursor;
}

bool UnknownBlock::press(const QPointF &point, int clicks, bool extend)
{
    Q_UNUSED(extend)
    for (const auto &[rect, request] : m_rects) {
        if (rect.contains(point) && clicks == 1) {
            Q_EMIT requested(request);
            return true;
        }
    }
    return false;
}

QList<std::pair<QString, OutputRequest>> UnknownBlock::links() const
{
    QList<std::pair<QString, OutputRequest>> result { { tr("Save as…"), m_rects[0].second } };
    if (m_rects.size() > 1)
        result.append({ tr("Show as text"), m_rects[1].second });
    return result;
}
