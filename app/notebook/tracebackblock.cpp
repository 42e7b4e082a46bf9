// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracebackblock.h"

#include "rowlayout.h"
#include "theme/fonts.h"
#include "theme/icons.h"
#include "theme/theme.h"

#include <opensandbox/notebook/outputs.h>

#include <QFontMetricsF>
#include <QMenu>
#include <QPainter>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

bool isLibraryPath(const QString &path)
{
    static const QStringList marks { u"/site-packages/"_s, u"/dist-packages/"_s, u"/usr/lib/"_s, u"/usr/local/lib/"_s, u"/lib/python"_s, u"node_modules"_s,
                                     u"node:internal"_s, u"<frozen"_s, u"internal/"_s, u"<string>"_s };
    // Compiled parts of a library name their sources as their makers had them.
    const bool compiled = !path.startsWith(u'/') && (path.endsWith(".pyx"_L1) || path.endsWith(".pxi"_L1) || path.endsWith(".pxd"_L1));
    return compiled || std::any_of(marks.begin(), marks.end(), [&path](const QString &mark) { return path.contains(mark); }) || path.startsWith("node:"_L1);
}

// Of what is taken apart; whatever is longer is no traceback that a person reads.
constexpr qint64 mostLines = 600;
constexpr qsizetype longestLine = 500;
constexpr qsizetype longestValue = 20'000;

/// "torch/serialization.py" of "/usr/lib/python3/dist-packages/torch/serialization.py".
QString shortPath(const QString &path)
{
    for (const QString &mark : { u"/site-packages/"_s, u"/dist-packages/"_s, u"node_modules/"_s }) {
        const qsizetype at = path.lastIndexOf(mark);
        if (at >= 0)
            return path.sliced(at + mark.size());
    }
    static const QRegularExpression python(u"/lib/python[0-9.]+/"_s);
    if (const auto match = python.match(path); match.hasMatch())
        return path.sliced(match.capturedEnd());
    return path;
}

} // namespace

TracebackBlock::Parsed TracebackBlock::parse(const QStringList &lines, const QString &name, const QString &value)
{
    static const QRegularExpression cellFrame(u"^(?:Cell|Input) In ?\\[(\\d+)\\](?:, (?:in )?.*?line (\\d+))?(?:, in (.*))?"_s);
    static const QRegularExpression fileFrame(u"^File (.+?):(\\d+)(?:, in (.*))?$"_s);
    static const QRegularExpression plainFrame(u"^\\s*File \"(.+?)\", line (\\d+)(?:, in (.*))?$"_s);
    static const QRegularExpression failing(u"^-*> *(\\d+) ?(.*)$"_s);
    static const QRegularExpression nodeFrame(u"^\\s+at (?:([^()]+) \\()?([^()]+?):(\\d+)(?::\\d+)?\\)?$"_s);
    static const QRegularExpression context(u"^ *\\d+( .*)?$"_s);
    Parsed parsed;
    bool inFrame = false;
    const QString beginning = value.left(longestValue);
    const QString head = beginning.section(u'\n', 0, 0);
    for (const QString &whole : lines) {
        const QString line = whole.left(longestLine);
        if (const auto match = cellFrame.match(line); match.hasMatch()) {
            Frame frame;
            frame.place = tr("Cell [%1]").arg(match.captured(1));
            frame.cell = match.captured(1).toInt();
            frame.line = match.captured(2).toInt();
            frame.function = match.captured(3);
            parsed.frames.append(frame);
            inFrame = true;
        } else if (const auto file = fileFrame.match(line); file.hasMatch()) {
            parsed.frames.append({ file.captured(1), file.captured(2).toInt(), file.captured(3), {}, isLibraryPath(file.captured(1)), -1 });
            inFrame = true;
        } else if (const auto plain = plainFrame.match(line); plain.hasMatch()) {
            parsed.frames.append({ plain.captured(1), plain.captured(2).toInt(), plain.captured(3), {}, isLibraryPath(plain.captured(1)), -1 });
            inFrame = true;
        } else if (const auto node = nodeFrame.match(line); node.hasMatch()) {
            parsed.frames.append({ node.captured(2), node.captured(3).toInt(), node.captured(1), {}, isLibraryPath(node.captured(2)), -1 });
            inFrame = false;
        } else if (const auto code = failing.match(line); inFrame && code.hasMatch()) {
            Frame &frame = parsed.frames.last();
            if (frame.line == 0)
                frame.line = code.captured(1).toInt();
            frame.code = code.captured(2);
        } else if (inFrame && context.match(line).hasMatch()) {
            // A neighbour of the failing line: only in the whole traceback.
        } else if (inFrame && line.startsWith(u"    "_s) && parsed.frames.last().code.isEmpty() && !line.trimmed().isEmpty()
                   && !line.trimmed().startsWith(u'^')) {
            parsed.frames.last().code = line.trimmed();
        } else {
            if (line.trimmed().isEmpty()) {
                inFrame = false;
                continue;
            }
            const QString trimmed = line.trimmed();
            // What is told is the last of a chain; the whole of it is a press away.
            if (trimmed.startsWith("The above exception was the direct cause of"_L1) || trimmed.startsWith("During handling of the above exception"_L1)) {
                parsed = {};
                inFrame = false;
                continue;
            }
            const bool repeats = trimmed.startsWith(u"---"_s) || trimmed.startsWith(name + u':') || trimmed == name || trimmed == head
                || trimmed.contains("Traceback (most recent call last)"_L1) || (!beginning.isEmpty() && beginning.contains(trimmed)) || trimmed.startsWith(u'^');
            if (!repeats && parsed.rest.size() < 12)
                parsed.rest.append(line);
        }
    }
    return parsed;
}

struct TracebackBlock::Line
{
    std::unique_ptr<QTextLayout> layout;
    qreal y = 0;
    qreal height = 0;
    bool fold = false; ///< The line with the chevron.
    QString text;
    QRectF button; ///< Of a link in the last line.
};

TracebackBlock::TracebackBlock(OutputSource source) : m_source(source)
{
    const Notebook::Output *output = source.get();
    if (!output)
        return;
    m_name = output->errorName();
    m_value = output->errorValue();
    QStringList lines;
    const Notebook::StreamText &text = output->traceback();
    const qint64 rows = text.rowCount();
    for (qint64 i = 0; i < rows; ++i) {
        if (i == mostLines / 2 && rows > mostLines) // The error is at the end.
            i = rows - mostLines / 2;
        lines.append(text.plainRow(i).left(longestLine));
    }
    m_parsed = parse(lines, m_name, m_value);
}

TracebackBlock::~TracebackBlock() = default;

QString TracebackBlock::plainText() const
{
    const Notebook::Output *output = m_source.get();
    if (!output)
        return {};
    const QString trace = output->traceback().plainText();
    return trace.isEmpty() ? m_name + ": "_L1 + m_value : trace;
}

void TracebackBlock::layout(qreal width, qreal)
{
    const Theme &theme = Theme::current();
    m_width = width;
    m_lines.clear();
    m_links.clear();
    const qreal left = Metrics::scaled(13);
    const qreal right = Metrics::scaled(10);
    qreal y = Metrics::scaled(8);
    const auto add = [&](const QString &text, const QList<QTextLayout::FormatRange> &formats, const QFont &font, Fonts::Role role, qreal textWidth) {
        Line line;
        line.layout = std::make_unique<QTextLayout>(text, font);
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        option.setTextDirection(Qt::LeftToRight);
        line.layout->setTextOption(option);
        line.layout->setFormats(formats);
        line.layout->setCacheEnabled(true);
        line.layout->beginLayout();
        const qreal step = Fonts::lineHeight(role);
        qreal inner = 0;
        while (true) {
            QTextLine piece = line.layout->createLine();
            if (!piece.isValid())
                break;
            piece.setLineWidth(std::max(60.0, textWidth));
            piece.setPosition(QPointF(0, inner + std::floor((step - piece.height()) / 2)));
            inner += step;
        }
        line.layout->endLayout();
        line.y = y;
        line.height = std::max(inner, step);
        line.text = text;
        y += line.height;
        m_lines.push_back(std::move(line));
    };
    const auto range = [](qsizetype start, qsizetype length, const QColor &color, bool bold = false) {
        QTextLayout::FormatRange result;
        result.start = int(start);
        result.length = int(length);
        result.format.setForeground(color);
        if (bold)
            result.format.setFontWeight(QFont::Bold);
        return result;
    };

    QString first = m_name;
    QString message = m_value;
    constexpr qsizetype longest = 2000;
    if (message.size() > longest)
        message = message.left(longest) + u'\u2026';
    // A command that failed has a number and nothing else to tell; what it wrote stands above.
    bool isNumber = false;
    m_value.toInt(&isNumber);
    const bool isStatus = m_name == "CommandExecError"_L1 && isNumber;
    if (isStatus)
        first = tr("Exit status %1").arg(m_value);
    else if (!message.isEmpty())
        first += ": "_L1 + message;
    first.replace(u'\n', QChar::LineSeparator);
    add(first, { range(0, isStatus ? first.size() : m_name.size(), theme.bad, true) }, Fonts::output(), Fonts::Role::Output, width - left - right);

    if (m_expanded) {
        if (const Notebook::Output *output = m_source.get()) {
            const Notebook::StreamText &text = output->traceback();
            const qint64 rows = std::min<qint64>(text.rowCount(), 400);
            for (qint64 i = 0; i < rows; ++i) {
                const Notebook::TextRow row = text.row(i);
                // A ruler would only wrap.
                if (row.text.size() > 20 && row.text.count(u'-') == row.text.size())
                    continue;
                if (row.text.contains("Traceback (most recent call last)"_L1)) {
                    add(row.text.simplified(), {}, Fonts::output(), Fonts::Role::Output, width - left - right);
                    continue;
                }
                QList<QTextLayout::FormatRange> formats = TerminalColors::formats(row, false);
                // The code that failed is marked as something that was found, which can be read in each theme.
                for (QTextLayout::FormatRange &marked : formats) {
                    if (marked.format.hasProperty(QTextFormat::BackgroundBrush)) {
                        marked.format.setBackground(theme.find);
                        marked.format.setForeground(theme.onFind(false));
                    }
                }
                add(row.text, formats, Fonts::output(), Fonts::Role::Output, width - left - right);
            }
        }
    } else {
        // The one frame of a cell needs no place: it stands below that cell.
        const bool several = std::count_if(m_parsed.frames.begin(), m_parsed.frames.end(), [](const Frame &frame) { return !frame.library; }) > 1;
        for (const Frame &frame : m_parsed.frames) {
            if (frame.library)
                continue;
            const bool foreign = frame.cell < 0;
            if (foreign || several || !frame.function.isEmpty() || frame.code.isEmpty()) {
                QString place = frame.line > 0 ? tr("%1, line %2").arg(shortPath(frame.place)).arg(frame.line) : shortPath(frame.place);
                if (!frame.function.isEmpty())
                    place += tr(" in %1").arg(frame.function);
                add(place, { range(0, place.size(), theme.text2) }, Fonts::output(), Fonts::Role::Output, width - left - right);
                m_links.emplace_back(QRectF(left, m_lines.back().y, width - left - right, m_lines.back().height), placeOf(frame));
            }
            if (!frame.code.isEmpty()) {
                const QString number = QString::number(frame.line);
                const QString text = u"\u2192 "_s + number + u' ' + frame.code;
                add(text, { range(0, 1, theme.bad), range(2, number.size(), theme.text, true) }, Fonts::output(), Fonts::Role::Output, width - left - right);
                if (!foreign && frame.line > 0)
                    m_links.emplace_back(QRectF(left, m_lines.back().y, width - left - right, m_lines.back().height), placeOf(frame));
            }
        }
        for (const QString &line : m_parsed.rest) {
            if (isStatus && line.trimmed() == "exit status "_L1 + m_value)
                continue;
            add(line, {}, Fonts::output(), Fonts::Role::Output, width - left - right);
        }
    }

    // The last line: what is folded at the left, the next step and the copy at the right.
    int libraries = 0;
    QString place;
    bool same = true;
    for (const Frame &frame : m_parsed.frames) {
        if (!frame.library)
            continue;
        ++libraries;
        const QString path = shortPath(frame.place);
        if (place.isEmpty())
            place = path;
        else if (place != path)
            same = false;
    }
    QString fold;
    if (m_expanded)
        fold = tr("Fold the traceback");
    else if (libraries > 0 && same)
        fold = tr("%n frame(s) in %1", nullptr, int(libraries)).arg(place);
    else if (libraries > 0)
        fold = tr("%1 library frames").arg(libraries);
    else if (!m_parsed.frames.isEmpty())
        fold = tr("Whole traceback");

    const QFontMetricsF small(Fonts::small());
    const qreal step = Fonts::lineHeight(Fonts::Role::Body) + Metrics::scaled(2);
    QList<std::pair<QString, OutputRequest>> actions;
    if (m_name == "FileNotFoundError"_L1) {
        static const QRegularExpression quoted(u"'([^']+)'"_s);
        if (const auto match = quoted.match(m_value); match.hasMatch()) {
            QString folder = match.captured(1).section(u'/', 0, -2);
            if (folder.isEmpty())
                folder = match.captured(1).startsWith(u'/') ? u"/"_s : u"."_s;
            actions.append({ folder == "."_L1 ? tr("Show Files") : tr("Show %1 in Files").arg(folder + u'/'), { OutputRequest::Kind::ShowFile, folder } });
        }
    } else if (m_name == "ModuleNotFoundError"_L1) {
        static const QRegularExpression quoted(u"'([A-Za-z0-9_]+)[^']*'"_s);
        if (const auto match = quoted.match(m_value); match.hasMatch())
            actions.append({ tr("Add a cell that installs %1").arg(match.captured(1)), { OutputRequest::Kind::AddCell, "%pip install "_L1 + match.captured(1) } });
    }
    if (!isStatus || m_lines.size() > 1)
        actions.append({ tr("Copy traceback"), { OutputRequest::Kind::CopyText, plainText() } });
    if (actions.isEmpty() && fold.isEmpty()) {
        setHeight(y + Metrics::scaled(8));
        return;
    }
    qreal x = width - right;
    for (qsizetype i = actions.size() - 1; i >= 0; --i) {
        const qreal w = std::ceil(small.horizontalAdvance(actions[i].first));
        x -= w;
        m_links.emplace_back(QRectF(x, y, w, step), actions[i].second);
        Line line;
        line.y = y;
        line.height = step;
        line.text = actions[i].first;
        line.button = QRectF(x, y, w, step);
        m_lines.push_back(std::move(line));
        x -= Metrics::scaled(18);
    }
    if (!fold.isEmpty()) {
        const qreal room = x - left - Metrics::scaled(18);
        fold = small.elidedText(fold, Qt::ElideMiddle, std::max(40.0, room));
        m_links.emplace_back(QRectF(left, y, Metrics::scaled(18) + small.horizontalAdvance(fold), step), OutputRequest {});
        Line line;
        line.y = y;
        line.height = step;
        line.text = fold;
        line.fold = true;
        m_lines.push_back(std::move(line));
    }
    y += step;
    setHeight(y + Metrics::scaled(6));
}

void TracebackBlock::paint(QPainter *painter, const QRectF &clip, bool stale)
{
    Q_UNUSED(stale)
    const Theme &theme = Theme::current();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.badTint);
    painter->drawRoundedRect(QRectF(0, 0, m_width, m_height), 4, 4);
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->fillRect(QRectF(0, 0, 3, m_height), theme.badFill);
    painter->fillRect(QRectF(3, 0, 4, m_height), theme.badTint);
    if (theme.isHighContrast()) {
        painter->setPen(QPen(theme.hairline, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(QRectF(.5, .5, m_width - 1, m_height - 1));
    }
    const qreal left = Metrics::scaled(13);
    QFont underlined = Fonts::small();
    underlined.setUnderline(true);
    for (const Line &line : m_lines) {
        if (line.y > clip.bottom() || line.y + line.height < clip.top())
            continue;
        if (line.layout) {
            painter->setPen(theme.text);
            line.layout->draw(painter, QPointF(left, line.y));
        } else if (line.fold) {
            Icons::paint(painter, QRectF(left - 2, line.y, Metrics::smallIcon(), line.height), m_expanded ? u"chevron-down"_s : u"chevron-right"_s, theme.text2,
                         Metrics::smallIcon());
            painter->setFont(Fonts::small());
            painter->setPen(theme.text2);
            painter->drawText(QRectF(left + Metrics::scaled(18), line.y, m_width, line.height), Qt::AlignVCenter, line.text);
        } else {
            painter->setFont(underlined);
            painter->setPen(theme.link);
            painter->drawText(line.button, Qt::AlignVCenter, line.text);
        }
    }
    painter->restore();
}

int TracebackBlock::linkAt(const QPointF &point) const
{
    for (size_t i = 0; i < m_links.size(); ++i) {
        if (m_links[i].first.contains(point))
            return int(i);
    }
    return -1;
}

Qt::CursorShape TracebackBlock::cursorAt(const QPointF &point) const
{
    return linkAt(point) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor;
}

bool TracebackBlock::press(const QPointF &point, int clicks, bool extend)
{
    Q_UNUSED(extend)
    const int link = linkAt(point);
    if (link >= 0 && clicks == 1)
        activate(link);
    return link >= 0;
}

void TracebackBlock::activate(int link)
{
    const OutputRequest request = m_links[size_t(link)].second;
    if (request.kind == OutputRequest::Kind::CopyText && request.text.isEmpty()) {
        setExpanded(!m_expanded);
        return;
    }
    Q_EMIT requested(request);
}

void TracebackBlock::setExpanded(bool expanded)
{
    m_expanded = expanded;
    layout(m_width, 1);
    Q_EMIT repaint();
}

OutputRequest TracebackBlock::placeOf(const Frame &frame)
{
    if (frame.cell < 0)
        return { OutputRequest::Kind::ShowFile, frame.place };
    return { OutputRequest::Kind::GoToCell, u"%1:%2"_s.arg(frame.cell).arg(frame.line) };
}

void TracebackBlock::fillKeyboardMenu(QMenu *menu)
{
    fillMenu(menu);
    menu->addAction(m_expanded ? tr("Fold the traceback") : tr("Whole traceback"), this, [this]() { setExpanded(!m_expanded); });
}

/// The places first, innermost at the top: that is where the error is.
QList<std::pair<QString, OutputRequest>> TracebackBlock::links() const
{
    constexpr qsizetype most = 10;
    QList<std::pair<QString, OutputRequest>> result;
    for (auto frame = m_parsed.frames.crbegin(); frame != m_parsed.frames.crend() && result.size() < most; ++frame) {
        if (frame->library)
            continue;
        const QString where = frame->line > 0 ? tr("%1, line %2").arg(shortPath(frame->place)).arg(frame->line) : shortPath(frame->place);
        result.append({ frame->cell < 0 ? tr("Show %1").arg(where) : tr("Go to %1").arg(where), placeOf(*frame) });
    }
    result.append({ tr("Copy traceback"), { OutputRequest::Kind::CopyText, plainText() } });
    return result;
}
