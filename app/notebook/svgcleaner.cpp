// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "svgcleaner.h"

#include <QHash>
#include <QList>
#include <QRegularExpression>
#include <QSet>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

#include <optional>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace SvgCleaner {
namespace {

constexpr QLatin1StringView svgSpace = "http://www.w3.org/2000/svg"_L1;
constexpr QLatin1StringView linkSpace = "http://www.w3.org/1999/xlink"_L1;
constexpr QLatin1StringView xmlSpace = "http://www.w3.org/XML/1998/namespace"_L1;

enum class Kind { Text, Shape, Use, Image, Style, Gradient, Definition };

/// The elements that are drawn; all others are left out with what they contain.
std::optional<Kind> kindOf(const QString &name)
{
    static const QHash<QString, Kind> kinds {
        { u"svg"_s, Kind::Shape }, { u"g"_s, Kind::Shape }, { u"defs"_s, Kind::Shape }, { u"symbol"_s, Kind::Shape }, { u"switch"_s, Kind::Shape }, { u"a"_s, Kind::Shape },
        { u"title"_s, Kind::Shape }, { u"desc"_s, Kind::Shape }, { u"path"_s, Kind::Shape }, { u"rect"_s, Kind::Shape }, { u"circle"_s, Kind::Shape },
        { u"ellipse"_s, Kind::Shape }, { u"line"_s, Kind::Shape }, { u"polyline"_s, Kind::Shape }, { u"polygon"_s, Kind::Shape }, { u"text"_s, Kind::Shape },
        { u"tspan"_s, Kind::Shape }, { u"textArea"_s, Kind::Shape }, { u"tbreak"_s, Kind::Shape }, { u"use"_s, Kind::Use }, { u"image"_s, Kind::Image }, { u"style"_s, Kind::Style },
        { u"linearGradient"_s, Kind::Gradient }, { u"radialGradient"_s, Kind::Gradient }, { u"solidColor"_s, Kind::Gradient }, { u"stop"_s, Kind::Shape },
        { u"pattern"_s, Kind::Definition }, { u"mask"_s, Kind::Definition }, { u"marker"_s, Kind::Definition },
    };
    const auto found = kinds.constFind(name);
    return found == kinds.constEnd() ? std::nullopt : std::optional(*found);
}

using Attributes = QList<std::pair<QString, QString>>;

struct Node
{
    Kind kind = Kind::Text;
    QString name; ///< Or its text.
    Attributes attributes; ///< Without link, style and references.
    Attributes styles; ///< Declarations of its style, without references.
    Attributes references; ///< To patterns and the like: property and id.
    QString link; ///< The id that it copies or builds on.
    int end = 0; ///< Behind its last descendant.
    int weight = 1; ///< What drawing it costs.
    int points = 0; ///< At most so many markers stand on it.
    bool inside = false; ///< Of a pattern, a mask or a marker.
    bool dropped = false;
};

struct Cost
{
    qint64 drawn = 0;
    qint64 points = 0;
    qint64 applied = 0; ///< Patterns, masks and markers.
    qint64 inner = 0; ///< What is drawn for them.
    int height = 0; ///< Copies of copies.
};

/// "url(#id)" somewhere in a value: nothing when there is none, an empty id when it means anything else.
std::optional<QString> reference(const QString &value)
{
    static const QRegularExpression any(u"url\\s*\\("_s, QRegularExpression::CaseInsensitiveOption);
    if (!value.contains("url"_L1, Qt::CaseInsensitive) || !value.contains(any))
        return std::nullopt;
    static const QRegularExpression own(uR"(^\s*url\(\s*['"]?#([^()'"\s]{1,500})['"]?\s*\))"_s);
    const auto found = own.match(value);
    return found.hasMatch() ? found.captured(1) : QString();
}

bool isUnsafe(const QString &value)
{
    // Escapes of CSS could hide the rest.
    return value.contains(u'\\') || value.contains("javascript:"_L1, Qt::CaseInsensitive) || value.contains("@import"_L1, Qt::CaseInsensitive)
        || value.contains("expression("_L1, Qt::CaseInsensitive);
}

class Cleaner
{
public:
    Cleaner(const Picture &picture, const Limits &limits) : m_picture(picture), m_limits(limits) { }

    Result run(const QByteArray &svg)
    {
        if (svg.size() > m_limits.bytes || !read(svg))
            return {};
        for (qsizetype i = 0; i < qsizetype(m_nodes.size()); ++i) {
            if (m_nodes[size_t(i)].kind == Kind::Gradient)
                checkChain(int(i));
        }
        m_nodes[0].references.clear(); // All else would inherit it, patterns included.
        m_costs.resize(m_nodes.size());
        const Cost whole = measure(0);
        for (qsizetype i = 0; i < qsizetype(m_nodes.size()); ++i) {
            if (m_nodes[size_t(i)].kind == Kind::Definition)
                measure(int(i)); // Those that nothing refers to, too: the renderer follows them before it draws.
        }
        return { write(), whole.drawn + whole.inner };
    }

private:
    bool read(const QByteArray &svg)
    {
        QXmlStreamReader reader(svg);
        reader.setEntityExpansionLimit(0);
        QList<int> open;
        int definition = -1; // The outermost that is open.
        while (!reader.atEnd()) {
            switch (reader.readNext()) {
            case QXmlStreamReader::StartElement: {
                const QString name = reader.name().toString();
                const std::optional<Kind> kind = kindOf(name);
                const bool ours = reader.namespaceUri().isEmpty() || reader.namespaceUri() == svgSpace;
                if (m_nodes.empty() && (!ours || name != "svg"_L1))
                    return false;
                if (!ours || !kind || open.size() >= m_limits.depth || (!open.isEmpty() && m_nodes[size_t(open.last())].kind == Kind::Style)) {
                    reader.skipCurrentElement();
                    break;
                }
                if (qsizetype(m_nodes.size()) >= m_limits.elements)
                    return false;
                Node node;
                node.kind = *kind;
                node.name = name;
                takeAttributes(node, reader.attributes());
                const int index = int(m_nodes.size());
                if (*kind == Kind::Definition && definition < 0)
                    definition = index;
                node.inside = definition >= 0;
                open.append(index);
                endText();
                m_nodes.push_back(std::move(node));
                break;
            }
            case QXmlStreamReader::EndElement: {
                const int index = open.takeLast();
                endText();
                m_nodes[size_t(index)].end = int(m_nodes.size());
                if (index == definition)
                    definition = -1;
                break;
            }
            case QXmlStreamReader::Characters: {
                if (open.isEmpty())
                    break;
                if (Node *last = &m_nodes.back(); last->kind == Kind::Text && last->end == 0) {
                    last->name += reader.text(); // One text that the reader cut.
                    break;
                }
                if (qsizetype(m_nodes.size()) >= m_limits.elements)
                    return false;
                Node node;
                node.name = reader.text().toString();
                node.inside = definition >= 0;
                m_nodes.push_back(std::move(node));
                break;
            }
            default: // Comments, instructions and document types are left out.
                break;
            }
        }
        if (reader.hasError() || m_nodes.empty())
            return false;
        for (size_t i = 0; i < m_nodes.size(); ++i) {
            Node &node = m_nodes[i];
            if (node.kind != Kind::Text)
                continue;
            const bool style = i > 0 && m_nodes[i - 1].kind == Kind::Style;
            if (!style)
                node.name.truncate(m_limits.text);
            node.weight = 1 + int(node.name.size() / 32);
        }
        checkStyles();
        return true;
    }

    void endText()
    {
        if (!m_nodes.empty() && m_nodes.back().kind == Kind::Text)
            m_nodes.back().end = int(m_nodes.size());
    }

    void takeAttributes(Node &node, const QXmlStreamAttributes &attributes)
    {
        for (const QXmlStreamAttribute &attribute : attributes) {
            const QString key = attribute.name().toString();
            const QString value = attribute.value().toString();
            const QStringView space = attribute.namespaceUri();
            if (key.startsWith("on"_L1, Qt::CaseInsensitive) || (!space.isEmpty() && space != linkSpace && space != xmlSpace))
                continue;
            if (key.compare("href"_L1, Qt::CaseInsensitive) == 0) {
                takeLink(node, value.trimmed());
            } else if (space == linkSpace || key.compare("src"_L1, Qt::CaseInsensitive) == 0) {
                continue;
            } else if (space == xmlSpace) {
                if (key == "space"_L1)
                    node.attributes.append({ u"xml:space"_s, value });
            } else if (key == "style"_L1) {
                if (isUnsafe(value) || value.contains("/*"_L1))
                    continue;
                for (const QString &declaration : value.split(u';', Qt::SkipEmptyParts)) {
                    const qsizetype colon = declaration.indexOf(u':');
                    if (colon > 0)
                        takeProperty(node, node.styles, declaration.first(colon).trimmed(), declaration.sliced(colon + 1).trimmed());
                }
            } else {
                if (key == "d"_L1 || key == "points"_L1) {
                    node.weight += int(value.size() / 256);
                    node.points = 4 + int(value.size() / 2);
                }
                if (key == "id"_L1) {
                    if (!m_ids.contains(value))
                        m_ids.insert(value, int(m_nodes.size()));
                    node.attributes.append({ key, value });
                } else if (!isUnsafe(value)) {
                    takeProperty(node, node.attributes, key, value);
                }
            }
        }
        if (node.kind == Kind::Shape && node.points == 0)
            node.points = 4;
        if (node.kind == Kind::Image)
            node.weight = 100;
    }

    void takeProperty(Node &node, Attributes &plain, const QString &key, const QString &value)
    {
        static const QSet<QString> left { u"filter"_s, u"clip-path"_s, u"cursor"_s };
        const QString lower = key.toLower();
        if (left.contains(lower))
            return;
        const std::optional<QString> id = reference(value);
        if (!id) {
            plain.append({ key, value });
            return;
        }
        static const QSet<QString> known { u"fill"_s, u"stroke"_s, u"mask"_s, u"marker"_s, u"marker-start"_s, u"marker-mid"_s, u"marker-end"_s };
        if (!id->isEmpty() && known.contains(lower))
            node.references.append({ lower, *id });
    }

    void takeLink(Node &node, const QString &value)
    {
        if ((node.kind == Kind::Use || node.kind == Kind::Gradient) && value.startsWith(u'#'))
            node.link = value.sliced(1);
        if (node.kind != Kind::Image || !value.startsWith("data:image/"_L1))
            return;
        const qsizetype comma = value.indexOf(u',');
        if (comma < 0 || !QStringView(value).first(comma).endsWith(";base64"_L1) || m_pictures >= m_limits.pictures)
            return;
        ++m_pictures;
        // Decoded here, with a format that is known, and written anew: whoever draws it would guess what it is.
        const QByteArray png = m_picture(QByteArray::fromBase64(QStringView(value).sliced(comma + 1).toLatin1()));
        if (!png.isEmpty())
            node.link = "data:image/png;base64,"_L1 + QString::fromLatin1(png.toBase64());
    }

    /// Rules have no references of their own, and no more of them than can be tried on every element.
    void checkStyles()
    {
        static const QRegularExpression anyReference(u"url\\s*\\([^)]*\\)?"_s, QRegularExpression::CaseInsensitiveOption);
        qint64 rules = 0;
        for (size_t i = 1; i < m_nodes.size(); ++i) {
            if (m_nodes[i].kind != Kind::Text || m_nodes[i - 1].kind != Kind::Style)
                continue;
            QString &css = m_nodes[i].name;
            rules += css.count(u'{') + css.count(u',') + css.count(u'}');
            if (isUnsafe(css) || rules * qint64(m_nodes.size()) > 40'000'000)
                css.clear();
            else
                css.replace(anyReference, u"none"_s);
        }
    }

    void checkChain(int index)
    {
        int at = index;
        for (int length = 0; at >= 0 && !m_nodes[size_t(at)].link.isEmpty(); ++length) {
            if (length >= m_limits.chain) {
                m_nodes[size_t(index)].link.clear();
                return;
            }
            at = m_ids.value(m_nodes[size_t(at)].link, -1);
            if (at >= 0 && m_nodes[size_t(at)].kind != Kind::Gradient)
                at = -1;
        }
        if (at < 0)
            m_nodes[size_t(index)].link.clear();
    }

    /// What it costs to draw a node and all in it. Leaves out whatever makes it too much.
    Cost measure(int index)
    {
        if (m_costs[size_t(index)])
            return *m_costs[size_t(index)];
        m_busy.insert(index);
        Cost cost;
        for (int i = index; i < m_nodes[size_t(index)].end; ++i) {
            Node &node = m_nodes[size_t(i)];
            // Drawn only where it is referred to.
            if (i > index && node.kind == Kind::Definition) {
                for (int inner = i; inner < node.end; ++inner) {
                    if (m_nodes[size_t(inner)].kind == Kind::Use)
                        copy(m_nodes[size_t(inner)]);
                }
                i = node.end - 1;
                continue;
            }
            cost.drawn += node.weight;
            cost.points += node.points;
            if (node.kind == Kind::Use) {
                const std::optional<Cost> copied = copy(node);
                if (copied && (cost.drawn + copied->drawn > m_limits.drawn || cost.applied + copied->applied > m_limits.applied || cost.inner + copied->inner > m_limits.inner)) {
                    node.dropped = true;
                } else if (copied) {
                    cost.drawn += copied->drawn;
                    cost.points += copied->points;
                    cost.applied += copied->applied;
                    cost.inner += copied->inner;
                    cost.height = std::max(cost.height, copied->height + 1);
                }
            }
            if (!node.references.isEmpty())
                checkReferences(i, cost, index == i);
        }
        m_busy.remove(index);
        m_costs[size_t(index)] = cost;
        return cost;
    }

    /// What a `use` draws; nothing when it is left out.
    std::optional<Cost> copy(Node &use)
    {
        if (use.dropped)
            return std::nullopt;
        const int target = m_ids.value(use.link, -1);
        const bool good = target > 0 && !m_busy.contains(target) && m_busy.size() < 4 * m_limits.chain
            && (m_nodes[size_t(target)].kind == Kind::Shape || m_nodes[size_t(target)].kind == Kind::Use || m_nodes[size_t(target)].kind == Kind::Image);
        if (good) {
            const Cost cost = measure(target);
            if (cost.height < m_limits.chain && !(use.inside && cost.applied > 0))
                return cost;
        }
        use.dropped = true;
        return std::nullopt;
    }

    void checkReferences(int index, Cost &cost, bool self)
    {
        // `self`: its own sum is being made just now, so the subtree is measured without them.
        Attributes kept;
        const Attributes wanted = std::exchange(m_nodes[size_t(index)].references, {});
        std::optional<Cost> own;
        for (const auto &[property, id] : wanted) {
            const int target = m_ids.value(id, -1);
            if (target < 0)
                continue;
            const Node &definition = m_nodes[size_t(target)];
            const bool paint = property == "fill"_L1 || property == "stroke"_L1;
            if (definition.kind == Kind::Gradient && paint) {
                kept.append({ property, id });
                continue;
            }
            const QLatin1StringView needed = paint ? "pattern"_L1 : property == "mask"_L1 ? "mask"_L1 : "marker"_L1;
            if (definition.kind != Kind::Definition || definition.name != needed || m_busy.contains(target) || m_nodes[size_t(index)].inside)
                continue;
            if (!own)
                own = self ? under(index) : measure(index);
            const Cost inside = measure(target);
            const qint64 times = needed == "mask"_L1 ? 1 : needed == "marker"_L1 ? own->points : own->drawn;
            if (inside.applied > 0 || cost.applied + times > m_limits.applied || cost.inner + times * inside.drawn > m_limits.inner)
                continue;
            cost.applied += times;
            cost.inner += times * inside.drawn;
            kept.append({ property, id });
        }
        m_nodes[size_t(index)].references = kept;
    }

    /// The elements below a node with their copies, without what they refer to.
    Cost under(int index)
    {
        Cost cost;
        for (int i = index; i < m_nodes[size_t(index)].end; ++i) {
            Node &node = m_nodes[size_t(i)];
            cost.drawn += node.weight;
            cost.points += node.points;
            if (node.kind != Kind::Use)
                continue;
            if (const std::optional<Cost> copied = copy(node)) {
                cost.drawn += copied->drawn;
                cost.points += copied->points;
            }
        }
        return cost;
    }

    QByteArray write()
    {
        QByteArray out;
        QXmlStreamWriter writer(&out);
        writer.writeStartElement(u"svg"_s);
        writer.writeDefaultNamespace(svgSpace);
        writer.writeNamespace(linkSpace, u"xlink"_s);
        writeAttributes(writer, m_nodes[0]);
        // In front and by themselves, so that they inherit nothing.
        writer.writeStartElement(u"defs"_s);
        for (int i = 1; i < m_nodes[0].end; ++i) {
            if (m_nodes[size_t(i)].kind == Kind::Definition) {
                writeNodes(writer, i, m_nodes[size_t(i)].end, true);
                i = m_nodes[size_t(i)].end - 1;
            }
        }
        writer.writeEndElement();
        writeNodes(writer, 1, m_nodes[0].end, false);
        writer.writeEndDocument();
        return out;
    }

    void writeNodes(QXmlStreamWriter &writer, int begin, int end, bool definitions) const
    {
        QList<int> open;
        for (int i = begin; i < end; ++i) {
            while (!open.isEmpty() && open.last() <= i) {
                open.removeLast();
                writer.writeEndElement();
            }
            const Node &node = m_nodes[size_t(i)];
            if (node.dropped || (node.kind == Kind::Definition && !definitions)) {
                i = node.end - 1;
            } else if (node.kind == Kind::Text) {
                writer.writeCharacters(node.name);
            } else {
                writer.writeStartElement(node.name);
                writeAttributes(writer, node);
                open.append(node.end);
            }
        }
        for (qsizetype i = 0; i < open.size(); ++i)
            writer.writeEndElement();
    }

    static void writeAttributes(QXmlStreamWriter &writer, const Node &node)
    {
        for (const auto &[key, value] : node.attributes)
            writer.writeAttribute(key, value);
        if (!node.link.isEmpty())
            writer.writeAttribute(linkSpace, u"href"_s, node.kind == Kind::Image ? node.link : u'#' + node.link);
        QString style;
        for (const auto &[key, value] : node.styles)
            style += key + u':' + value + u';';
        for (const auto &[key, id] : node.references)
            style += key + ":url(#"_L1 + id + ");"_L1;
        if (!style.isEmpty())
            writer.writeAttribute(u"style"_s, style);
    }

    const Picture &m_picture;
    const Limits m_limits;
    std::vector<Node> m_nodes; ///< In the order of the file; texts are nodes, too.
    std::vector<std::optional<Cost>> m_costs;
    QHash<QString, int> m_ids;
    QSet<int> m_busy;
    int m_pictures = 0;
};

} // namespace

Result clean(const QByteArray &svg, const Picture &picture, const Limits &limits)
{
    return Cleaner(picture, limits).run(svg);
}

} // namespace SvgCleaner
