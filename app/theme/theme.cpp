// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme.h"

#include "palette.h"

using namespace Qt::StringLiterals;

namespace {

QColor rgba(QRgb value)
{
    return QColor::fromRgba(value);
}

Theme makeLight()
{
    Theme t;
    t.kind = Theme::Kind::Light;
    t.base = rgba(0xFFFFFFFF);
    t.window = rgba(0xFFF5F6F8);
    t.raised = rgba(0xFFFFFFFF);
    t.sunken = rgba(0xFFECEEF1);
    t.code = rgba(0xFFF7F8FA);
    t.codeActive = rgba(0xFFFFFFFF);
    t.hover = rgba(0xFFEAECF0);
    t.pressed = rgba(0xFFDFE3E9);
    t.selection = rgba(0xFFDCE7FC);
    t.onSelection = rgba(0xFF1C2028);
    t.selectionInactive = rgba(0xFFE6E8EC);
    t.rowAlt = rgba(0xFFFAFBFC);
    t.hairline = rgba(0xFFE1E4E9);
    t.grid = rgba(0xFFE8EAEE);
    t.border = rgba(0xFFC9CED6);
    t.control = rgba(0xFF868F9C);
    t.text = rgba(0xFF1C2028);
    t.text2 = rgba(0xFF4E5663);
    t.text3 = rgba(0xFF626B79);
    t.disabled = rgba(0xFF9AA2AE);
    t.accent = rgba(0xFF2458D3);
    t.accentHover = rgba(0xFF1D4AB5);
    t.onAccent = rgba(0xFFFFFFFF);
    t.accentTint = rgba(0xFFEDF2FE);
    t.link = rgba(0xFF1F52C7);
    t.focus = rgba(0xFF2458D3);
    t.ok = rgba(0xFF147044);
    t.okTint = rgba(0xFFE7F4EC);
    t.okFill = rgba(0xFF1E9960);
    t.warn = rgba(0xFF835500);
    t.warnTint = rgba(0xFFFEF6E3);
    t.warnFill = rgba(0xFFE29B00);
    t.bad = rgba(0xFFAE1A3C);
    t.badTint = rgba(0xFFFDF0F2);
    t.badFill = rgba(0xFFD23F5E);
    t.rest = rgba(0xFF6B46A8);
    t.restTint = rgba(0xFFF2EDFA);
    t.restFill = rgba(0xFF8A63C7);
    t.busy = rgba(0xFF2458D3);
    t.busyTint = rgba(0xFFEDF2FE);
    t.busyFill = rgba(0xFF3C70EA);
    t.idle = rgba(0xFF5A6371);
    t.idleTint = rgba(0xFFEEF0F3);
    t.idleFill = rgba(0xFF8D96A3);
    t.find = rgba(0xFFFFE69A);
    t.findActive = rgba(0xFFFFC24D);
    t.tooltip = rgba(0xFF272C35);
    t.onTooltip = rgba(0xFFF2F4F7);
    t.scrim = rgba(0x47141820);
    t.synNormal = rgba(0xFF1C2028);
    t.synKeyword = rgba(0xFF7A34A8);
    t.synString = rgba(0xFF1B6B3E);
    t.synNumber = rgba(0xFF0B5C99);
    t.synFunction = rgba(0xFF1F52C7);
    t.synComment = rgba(0xFF646D7A);
    t.synBuiltin = rgba(0xFF96480B);
    t.synType = rgba(0xFF0A6671);
    t.synOperator = rgba(0xFF4A525E);
    t.synEscape = rgba(0xFFA82A5C);
    t.series = { rgba(0xFF1F5FDB), rgba(0xFFB84A14), rgba(0xFF0A9E66), rgba(0xFFCF56B3),
        rgba(0xFFB08400), rgba(0xFF16465E), rgba(0xFF4A2380), rgba(0xFF848891) };
    t.seriesText = { rgba(0xFF1F5FDB), rgba(0xFFA8420F), rgba(0xFF087A4F), rgba(0xFFA93A90),
        rgba(0xFF7A5D00), rgba(0xFF16465E), rgba(0xFF4A2380), rgba(0xFF5F6876) };
    return t;
}

Theme makeDark()
{
    Theme t;
    t.kind = Theme::Kind::Dark;
    t.base = rgba(0xFF1A1C20);
    t.window = rgba(0xFF22252A);
    t.raised = rgba(0xFF2A2E34);
    t.sunken = rgba(0xFF16181B);
    t.code = rgba(0xFF202328);
    t.codeActive = rgba(0xFF1A1C20);
    t.hover = rgba(0xFF30343B);
    t.pressed = rgba(0xFF3A3F48);
    t.selection = rgba(0xFF263F6E);
    t.onSelection = rgba(0xFFFFFFFF);
    t.selectionInactive = rgba(0xFF343942);
    t.rowAlt = rgba(0xFF1E2024);
    t.hairline = rgba(0xFF33373F);
    t.grid = rgba(0xFF2C3037);
    t.border = rgba(0xFF4A505A);
    t.control = rgba(0xFF7B8492);
    t.text = rgba(0xFFE4E7EC);
    t.text2 = rgba(0xFFAEB5C0);
    t.text3 = rgba(0xFF959DAA);
    t.disabled = rgba(0xFF666E7A);
    t.accent = rgba(0xFF8AB0FF);
    t.accentHover = rgba(0xFFA3C1FF);
    t.onAccent = rgba(0xFF0E1726);
    t.accentTint = rgba(0xFF222C40);
    t.link = rgba(0xFF8AB0FF);
    t.focus = rgba(0xFF8AB0FF);
    t.ok = rgba(0xFF74DCA6);
    t.okTint = rgba(0xFF1D2F27);
    t.okFill = rgba(0xFF3FB277);
    t.warn = rgba(0xFFEBBB59);
    t.warnTint = rgba(0xFF352D1C);
    t.warnFill = rgba(0xFFD9A32F);
    t.bad = rgba(0xFFFF8A92);
    t.badTint = rgba(0xFF302126);
    t.badFill = rgba(0xFFE5646E);
    t.rest = rgba(0xFFD9B8F5);
    t.restTint = rgba(0xFF322940);
    t.restFill = rgba(0xFFB08ADB);
    t.busy = rgba(0xFF8AB0FF);
    t.busyTint = rgba(0xFF222C40);
    t.busyFill = rgba(0xFF5B8CF5);
    t.idle = rgba(0xFFA3ABB7);
    t.idleTint = rgba(0xFF2B2F36);
    t.idleFill = rgba(0xFF767F8C);
    t.find = rgba(0xFF5A4A14);
    t.findActive = rgba(0xFF735806);
    t.tooltip = rgba(0xFFE4E7EC);
    t.onTooltip = rgba(0xFF1A1C20);
    t.scrim = rgba(0x8008090B);
    t.synNormal = rgba(0xFFDDE1E8);
    t.synKeyword = rgba(0xFFCBA6F2);
    t.synString = rgba(0xFF8FCE9F);
    t.synNumber = rgba(0xFF82C0F2);
    t.synFunction = rgba(0xFF8AB0FF);
    t.synComment = rgba(0xFF8C95A3);
    t.synBuiltin = rgba(0xFFE8AC7A);
    t.synType = rgba(0xFF69C8D2);
    t.synOperator = rgba(0xFFB4BBC7);
    t.synEscape = rgba(0xFFF29BB0);
    t.series = { rgba(0xFF7AA2F7), rgba(0xFFF38751), rgba(0xFF4FE0A5), rgba(0xFFE38FC4),
        rgba(0xFFE7D75B), rgba(0xFF94D4F9), rgba(0xFF8F66DB), rgba(0xFFD9DBDC) };
    t.seriesText = { rgba(0xFF7AA2F7), rgba(0xFFF38751), rgba(0xFF4FE0A5), rgba(0xFFE38FC4),
        rgba(0xFFE7D75B), rgba(0xFF94D4F9), rgba(0xFFB08FEE), rgba(0xFFD9DBDC) };
    return t;
}

Theme makeHighContrast()
{
    Theme t;
    t.kind = Theme::Kind::HighContrast;
    t.base = rgba(0xFF000000);
    t.window = rgba(0xFF000000);
    t.raised = rgba(0xFF0D0D0D);
    t.sunken = rgba(0xFF000000);
    t.code = rgba(0xFF000000);
    t.codeActive = rgba(0xFF000000);
    t.hover = rgba(0xFF2B2B2B);
    t.pressed = rgba(0xFF404040);
    t.selection = rgba(0xFFFFD84A);
    t.onSelection = rgba(0xFF000000);
    t.selectionInactive = rgba(0xFF595959);
    t.rowAlt = rgba(0xFF000000);
    t.hairline = rgba(0xFF8C8C8C);
    t.grid = rgba(0xFF4D4D4D);
    t.border = rgba(0xFFFFFFFF);
    t.control = rgba(0xFFFFFFFF);
    t.text = rgba(0xFFFFFFFF);
    t.text2 = rgba(0xFFF0F0F0);
    t.text3 = rgba(0xFFD6D6D6);
    t.disabled = rgba(0xFFA6A6A6);
    t.accent = rgba(0xFFFFD84A);
    t.accentHover = rgba(0xFFFFE68A);
    t.onAccent = rgba(0xFF000000);
    t.accentTint = rgba(0xFF1F1A00);
    t.link = rgba(0xFF9CC9FF);
    t.focus = rgba(0xFFFFD84A);
    t.ok = rgba(0xFF6BF2A6);
    t.okTint = rgba(0xFF00210F);
    t.okFill = rgba(0xFF6BF2A6);
    t.warn = rgba(0xFFFFC45C);
    t.warnTint = rgba(0xFF261900);
    t.warnFill = rgba(0xFFFFC45C);
    t.bad = rgba(0xFFFFA299);
    t.badTint = rgba(0xFF2B0703);
    t.badFill = rgba(0xFFFFA299);
    t.rest = rgba(0xFFF2CCFF);
    t.restTint = rgba(0xFF220E2E);
    t.restFill = rgba(0xFFF2CCFF);
    t.busy = rgba(0xFF7FB8FF);
    t.busyTint = rgba(0xFF00152B);
    t.busyFill = rgba(0xFF7FB8FF);
    t.idle = rgba(0xFFD6D6D6);
    t.idleTint = rgba(0xFF1F1F1F);
    t.idleFill = rgba(0xFFD6D6D6);
    t.find = rgba(0xFF5C4B00);
    t.findActive = rgba(0xFFFFD84A);
    t.tooltip = rgba(0xFFFFFFFF);
    t.onTooltip = rgba(0xFF000000);
    t.scrim = rgba(0xB2000000);
    t.synNormal = rgba(0xFFFFFFFF);
    t.synKeyword = rgba(0xFFE3C6FF);
    t.synString = rgba(0xFF9CF2B4);
    t.synNumber = rgba(0xFF9CD6FF);
    t.synFunction = rgba(0xFF9CC9FF);
    t.synComment = rgba(0xFFC9C9C9);
    t.synBuiltin = rgba(0xFFFFC899);
    t.synType = rgba(0xFF8AF0F5);
    t.synOperator = rgba(0xFFFFFFFF);
    t.synEscape = rgba(0xFFFFB3C6);
    t.series = { rgba(0xFF5C90FF), rgba(0xFFF67D3C), rgba(0xFF53F6B3), rgba(0xFFE496C1),
        rgba(0xFFF6D368), rgba(0xFFA8DCFA), rgba(0xFFB494E6), rgba(0xFFFFFFFF) };
    t.seriesText = { rgba(0xFF7FA9FF), rgba(0xFFF67D3C), rgba(0xFF53F6B3), rgba(0xFFE496C1),
        rgba(0xFFF6D368), rgba(0xFFA8DCFA), rgba(0xFFC3A9F0), rgba(0xFFFFFFFF) };
    return t;
}

Theme::Kind &currentKind()
{
    static Theme::Kind kind = Theme::Kind::Light;
    return kind;
}

} // namespace

const Theme &Theme::of(Kind kind)
{
    static const std::array<Theme, 3> all { makeLight(), makeDark(), makeHighContrast() };
    return all[std::size_t(kind)];
}

const Theme &Theme::current()
{
    return of(currentKind());
}

void Theme::setCurrent(Kind kind)
{
    currentKind() = kind;
    applyPalette(current());
    Q_EMIT ThemeNotifier::instance()->changed();
}

bool Theme::kindFromName(const QString &name, Kind *kind)
{
    if (name == "light"_L1)
        *kind = Kind::Light;
    else if (name == "dark"_L1)
        *kind = Kind::Dark;
    else if (name == "contrast"_L1)
        *kind = Kind::HighContrast;
    else
        return false;
    return true;
}

Tone Theme::tone(Meaning meaning) const
{
    switch (meaning) {
    case Meaning::Ok:
        return { ok, okTint, okFill };
    case Meaning::Warn:
        return { warn, warnTint, warnFill };
    case Meaning::Bad:
        return { bad, badTint, badFill };
    case Meaning::Rest:
        return { rest, restTint, restFill };
    case Meaning::Busy:
        return { busy, busyTint, busyFill };
    case Meaning::Idle:
        break;
    }
    return { idle, idleTint, idleFill };
}

QColor Theme::hint(bool selected) const
{
    if (selected)
        return isHighContrast() ? onSelection : text2;
    return text3;
}

QString Theme::syntaxTheme() const
{
    switch (kind) {
    case Kind::Dark:
        return u"OpenSandbox Dark"_s;
    case Kind::HighContrast:
        return u"OpenSandbox High Contrast"_s;
    case Kind::Light:
        break;
    }
    return u"OpenSandbox Light"_s;
}

ThemeNotifier *ThemeNotifier::instance()
{
    static ThemeNotifier notifier;
    return &notifier;
}

#include "moc_theme.cpp"
