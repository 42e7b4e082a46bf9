// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "formula.h"

#include <QHash>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Formula {
namespace {

constexpr int deepest = 20; ///< Groups in groups.

const QHash<QString, QString> &symbols()
{
    static const QHash<QString, QString> all = [] {
        // Names and signs by turns.
        const QStringList words = QStringView(
            u"alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π varpi ϖ rho ρ varrho ϱ "
            u"sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω "
            u"le ≤ leq ≤ leqslant ≤ ge ≥ geq ≥ geqslant ≥ ne ≠ neq ≠ ll ≪ gg ≫ approx ≈ equiv ≡ sim ∼ simeq ≃ cong ≅ propto ∝ doteq ≐ prec ≺ succ ≻ "
            u"pm ± mp ∓ times × div ÷ cdot · ast ∗ star ⋆ circ ∘ bullet ∙ oplus ⊕ otimes ⊗ odot ⊙ setminus ∖ "
            u"sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ partial ∂ nabla ∇ infty ∞ forall ∀ exists ∃ nexists ∄ neg ¬ lnot ¬ land ∧ wedge ∧ lor ∨ vee ∨ "
            u"in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ cup ∪ cap ∩ bigcup ⋃ bigcap ⋂ emptyset ∅ varnothing ∅ "
            u"to → rightarrow → longrightarrow ⟶ leftarrow ← gets ← leftrightarrow ↔ uparrow ↑ downarrow ↓ mapsto ↦ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⟹ iff ⟺ "
            u"ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ hbar ℏ ell ℓ Re ℜ Im ℑ aleph ℵ angle ∠ perp ⊥ parallel ∥ mid ∣ therefore ∴ because ∵ degree ° dagger † prime ′ "
            u"langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lvert | rvert | vert | lVert ‖ rVert ‖ Vert ‖ lbrace { rbrace } backslash \\ square □ triangle △").toString().split(u' ', Qt::SkipEmptyParts);
        QHash<QString, QString> result;
        for (qsizetype i = 0; i + 1 < words.size(); i += 2)
            result.insert(words[i], words[i + 1]);
        return result;
    }();
    return all;
}

/// Names of functions, which are written as they are.
bool isFunction(const QString &name)
{
    static const QSet<QString> names { u"sin"_s, u"cos"_s, u"tan"_s, u"cot"_s, u"sec"_s, u"csc"_s, u"sinh"_s, u"cosh"_s, u"tanh"_s, u"arcsin"_s, u"arccos"_s, u"arctan"_s, u"exp"_s, u"log"_s, u"ln"_s, u"lg"_s,
                                       u"min"_s, u"max"_s, u"inf"_s, u"sup"_s, u"lim"_s, u"limsup"_s, u"liminf"_s, u"arg"_s, u"det"_s, u"dim"_s, u"ker"_s, u"deg"_s, u"gcd"_s, u"hom"_s, u"Pr"_s };
    return names.contains(name);
}

/// They say how a group looks; a line of text shows what is in it.
bool isDress(const QString &name)
{
    static const QSet<QString> names { u"text"_s, u"textrm"_s, u"textbf"_s, u"textit"_s, u"mathrm"_s, u"mathbf"_s, u"mathit"_s, u"mathsf"_s, u"mathtt"_s, u"mathcal"_s, u"mathscr"_s, u"mathfrak"_s,
                                       u"boldsymbol"_s, u"bm"_s, u"operatorname"_s, u"mbox"_s };
    return names.contains(name);
}

bool isNothing(const QString &name)
{
    static const QSet<QString> names { u"left"_s, u"right"_s, u"big"_s, u"Big"_s, u"bigg"_s, u"Bigg"_s, u"bigl"_s, u"bigr"_s, u"Bigl"_s, u"Bigr"_s, u"displaystyle"_s, u"textstyle"_s, u"limits"_s, u"nolimits"_s, u"nonumber"_s };
    return names.contains(name);
}

constexpr QStringView plain = u"0123456789+-=()";
constexpr QStringView above = u"⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾";
constexpr QStringView below = u"₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎";

class Reader
{
public:
    explicit Reader(QStringView text) : m_text(text) { }

    QString all()
    {
        QString result;
        while (m_at < m_text.size()) {
            if (m_text[m_at] == u'}') // Of no group.
                result += m_text[m_at++];
            else
                result += group(0);
        }
        return result;
    }

    bool isHopeless() const { return m_hopeless; }

private:
    /// To the end of the group, which is not taken.
    QString group(int depth)
    {
        QString result;
        while (m_at < m_text.size() && m_text[m_at] != u'}')
            result += one(depth);
        return result;
    }

    /// A letter, a command or a group.
    QString one(int depth)
    {
        if (m_at >= m_text.size())
            return {};
        const QChar c = m_text[m_at];
        if (c == u'\\')
            return command(depth);
        ++m_at;
        if (c == u'^' || c == u'_')
            return script(c, depth);
        if (c == u'&') // Where lines are aligned.
            return {};
        if (c == u'~')
            return u" "_s;
        if (c == u'{' && depth < deepest) {
            QString inner = group(depth + 1);
            if (m_at < m_text.size())
                ++m_at;
            return inner;
        }
        return c;
    }

    QString argument(int depth)
    {
        while (m_at < m_text.size() && m_text[m_at] == u' ')
            ++m_at;
        if (m_at >= m_text.size() || m_text[m_at] == u'}')
            return {};
        return one(depth).trimmed();
    }

    QString script(QChar mark, int depth)
    {
        if (depth >= deepest)
            return mark;
        const QString inner = argument(depth + 1);
        const QStringView signs = mark == u'^' ? above : below;
        QString raised;
        for (const QChar c : inner) {
            if (c == u' ')
                continue;
            const qsizetype at = plain.indexOf(c);
            if (at < 0)
                return mark + (mark == u'^' && inner.size() > 1 ? u'(' + inner + u')' : enclosed(inner));
            raised += signs[at];
        }
        return inner.isEmpty() ? QString(mark) : inner == "\u2032"_L1 ? inner : raised;
    }

    /// With brackets, unless it is one thing.
    static QString enclosed(const QString &inner)
    {
        const bool word = std::all_of(inner.begin(), inner.end(), [](QChar c) { return c.isLetterOrNumber() || c == u'.' || c.isSurrogate(); });
        return word || inner.size() == 1 ? inner : u'(' + inner + u')';
    }

    QString command(int depth)
    {
        qsizetype end = m_at + 1;
        while (end < m_text.size() && ((m_text[end] >= u'a' && m_text[end] <= u'z') || (m_text[end] >= u'A' && m_text[end] <= u'Z')))
            ++end;
        if (end == m_at + 1) { // One sign.
            const QChar sign = end < m_text.size() ? m_text[end] : u'\\';
            m_at = std::min(end + 1, m_text.size());
            if (sign == u'\\')
                return u"\n"_s;
            if (sign == u',' || sign == u';' || sign == u':' || sign == u' ')
                return u" "_s;
            if (sign == u'!')
                return {};
            if (sign == u'|')
                return u"\u2016"_s;
            return sign;
        }
        const QString name = m_text.sliced(m_at + 1, end - m_at - 1).toString();
        const qsizetype begin = std::exchange(m_at, end);
        if (const auto found = symbols().constFind(name); found != symbols().constEnd())
            return *found;
        if (name == "begin"_L1 || name == "end"_L1 || name == "hline"_L1 || name == "substack"_L1) {
            m_hopeless = true;
            return {};
        }
        if (isFunction(name)) {
            // A name is apart from the letter behind it.
            const bool letter = m_at < m_text.size() && m_text[m_at].isLetter();
            return letter ? name + u' ' : name;
        }
        if (name == "quad"_L1 || name == "qquad"_L1)
            return u"  "_s;
        if (isNothing(name)) {
            if ((name == "left"_L1 || name == "right"_L1) && m_at < m_text.size() && m_text[m_at] == u'.')
                ++m_at; // A bracket that is not shown.
            return {};
        }
        if (depth >= deepest)
            return m_text.sliced(begin, end - begin).toString();
        if (isDress(name))
            return argument(depth + 1);
        if (name == "mathbb"_L1) {
            static const QHash<QString, QString> sets { { u"R"_s, u"ℝ"_s }, { u"N"_s, u"ℕ"_s }, { u"Z"_s, u"ℤ"_s }, { u"Q"_s, u"ℚ"_s }, { u"C"_s, u"ℂ"_s }, { u"P"_s, u"ℙ"_s } };
            const QString letter = argument(depth + 1);
            return sets.value(letter, letter);
        }
        if (name == "frac"_L1 || name == "dfrac"_L1 || name == "tfrac"_L1) {
            const QString upper = enclosed(argument(depth + 1));
            const QString lower = enclosed(argument(depth + 1));
            return upper + u'/' + lower;
        }
        if (name == "sqrt"_L1 && !(m_at < m_text.size() && m_text[m_at] == u'['))
            return u'\u221a' + enclosed(argument(depth + 1));
        // Unknown: as it was written, with what belongs to it.
        QString result = m_text.sliced(begin, end - begin).toString();
        while (m_at < m_text.size() && m_text[m_at] == u'{')
            result += u'{' + one(depth + 1) + u'}';
        return result;
    }

    const QStringView m_text;
    qsizetype m_at = 0;
    bool m_hopeless = false;
};

/// Without what says that it is a formula; empty when that is more than a line can say.
QStringView inside(QStringView source)
{
    source = source.trimmed();
    for (const auto &[begin, end] : { std::pair("$$"_L1, "$$"_L1), std::pair("\\["_L1, "\\]"_L1), std::pair("\\("_L1, "\\)"_L1), std::pair("$"_L1, "$"_L1) }) {
        if (source.startsWith(begin) && source.endsWith(end) && source.size() > begin.size() + end.size()) {
            source = source.sliced(begin.size()).chopped(end.size()).trimmed();
            break;
        }
    }
    if (!source.startsWith("\\begin{"_L1))
        return source;
    const qsizetype close = source.indexOf(u'}');
    if (close < 0) // It is not written to its end yet.
        return {};
    const QStringView name = source.sliced(7, close - 7);
    static const QSet<QString> lines { u"equation"_s, u"equation*"_s, u"align"_s, u"align*"_s, u"aligned"_s, u"gather"_s, u"gather*"_s, u"split"_s, u"multline"_s, u"multline*"_s, u"eqnarray"_s, u"eqnarray*"_s };
    const QString end = u"\\end{"_s + name + u'}';
    if (!lines.contains(name.toString()) || !source.endsWith(end))
        return {};
    return source.sliced(close + 1).chopped(end.size()).trimmed();
}

} // namespace

Place at(QStringView text, qsizetype at)
{
    const QStringView rest = text.sliced(at, std::min(text.size() - at, Longest + 32));
    const auto closedBy = [&rest, at](qsizetype from, QStringView close, bool display) {
        const qsizetype end = rest.indexOf(close, from);
        const bool found = end > from && end - from < Longest && (display || !rest.sliced(from, end - from).contains("\n\n"_L1));
        return found ? Place { at + end + close.size(), display } : Place();
    };
    if (rest.startsWith("$$"_L1))
        return closedBy(2, u"$$", true);
    if (rest.startsWith("\\["_L1))
        return closedBy(2, u"\\]", true);
    if (rest.startsWith("\\("_L1))
        return closedBy(2, u"\\)", false);
    if (rest.startsWith("\\begin{"_L1)) {
        const qsizetype brace = rest.first(std::min<qsizetype>(rest.size(), 40)).indexOf(u'}');
        return brace < 0 ? Place() : closedBy(brace, QString(u"\\end{"_s + rest.sliced(7, brace - 7) + u'}'), true);
    }
    if (!rest.startsWith(u'$'))
        return {};
    const Place place = closedBy(1, u"$", false);
    const bool money = place.end >= 0 && (text[at + 1].isSpace() || text[place.end - 2].isSpace() || (place.end < text.size() && text[place.end].isDigit()));
    return money ? Place() : place;
}

QString readable(const QString &source)
{
    const QStringView text = inside(source);
    if (text.isEmpty() || text.size() > Longest)
        return source.trimmed();
    Reader reader(text);
    const QString read = reader.all();
    if (reader.isHopeless() || read.trimmed().isEmpty())
        return source.trimmed();
    // Lines as they are, without what stood between the end of a line and "\\".
    QStringList lines;
    for (const QStringView line : QStringView(read).tokenize(u'\n')) {
        const QString simple = line.trimmed().toString();
        if (!simple.isEmpty())
            lines.append(simple);
    }
    return lines.join(u'\n');
}

} // namespace Formula
