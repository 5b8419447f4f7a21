"""Look of the window: text sizes, distances and the application of a theme to Qt.

Dynamic properties of widgets select a look; see ``gui.style.window_sheet``.
"""

from __future__ import annotations

import sys
from dataclasses import asdict
from functools import lru_cache
from string import Template

from PyQt5.QtCore import QLocale, QSettings
from PyQt5.QtGui import QColor, QFont, QFontDatabase, QPalette
from PyQt5.QtWidgets import QApplication

from engine.core.files.paths import resources
from engine.core.types import Player
from engine.games import get_game
from gui.style import control_sheet, window_sheet
from gui.style.colours import DARK, DARK_BELOW, LIGHT, SideColours, Theme

__all__ = [
    "DARK",
    "ICON_SIZE",
    "LIGHT",
    "SPACE_L",
    "SPACE_M",
    "SPACE_S",
    "SPACE_XL",
    "SPACE_XS",
    "TYPE_SCALE",
    "SideColours",
    "Theme",
    "apply",
    "colour",
    "current_theme",
    "font",
    "palette",
    "side_colours",
    "stylesheet",
    "system_theme",
]

LATIN_FAMILIES = (
    "Inter",
    "Segoe UI",
    "SF Pro Text",
    "Helvetica Neue",
    "Noto Sans",
)

CHINESE_FAMILIES = (
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "Microsoft YaHei UI",
    "Microsoft YaHei",
    "PingFang SC",
    "WenQuanYi Micro Hei",
)

LAST_FAMILY = "DejaVu Sans"
"""Family of a minimal system."""

MONO_FAMILIES = (
    "Cascadia Mono",
    "SF Mono",
    "Menlo",
    "Consolas",
    "Noto Sans Mono CJK SC",
    "DejaVu Sans Mono",
)
"""Faces for the console and for move lists in columns."""

TYPE_SCALE = {"caption": 12, "body": 14, "strong": 15, "title": 19, "display": 30}
"""Text sizes in pixels at 100 %."""

SPACE_XS, SPACE_S, SPACE_M, SPACE_L, SPACE_XL = 4, 8, 12, 16, 24
"""Distances in pixels at 100 %."""

ICON_SIZE = 20
"""Side of an icon in a tool bar or a button, in pixels at 100 %."""

CURRENT = "pentahex_theme"
"""Property of the application: the theme that is applied."""

_SYSTEM_PALETTE = "pentahex_system_palette"


@lru_cache(maxsize=8)
def stylesheet(theme: Theme, *, scale: float = 1.0) -> str:
    """Return the look of every widget; ``scale`` enlarges texts and distances."""
    values = {key: text for key, text in asdict(theme).items() if isinstance(text, str)}
    values["controls"] = (resources() / "icons/controls" / theme.name).as_posix()
    values["mono_families"] = ", ".join(f'"{family}"' for family in MONO_FAMILIES)
    values |= {f"{name}_size": f"{px * scale:.0f}px" for name, px in TYPE_SCALE.items()}
    values |= {f"px{px}": f"{px * scale:.0f}px" for px in window_sheet.DISTANCES}
    # Qt draws no corner at all where a radius exceeds half of the side.
    values["radio_radius"] = f"{(round(16 * scale) + 2) // 2}px"
    values["slider_radius"] = f"{(round(14 * scale) + 4) // 2}px"
    return Template(window_sheet.QSS + control_sheet.QSS).substitute(values)


def palette(theme: Theme) -> QPalette:
    """Return the palette for everything outside the style sheet."""
    roles = {
        QPalette.Window: theme.panel,
        QPalette.WindowText: theme.text,
        QPalette.Base: theme.field,
        QPalette.AlternateBase: theme.panel,
        QPalette.Text: theme.text,
        QPalette.PlaceholderText: theme.disabled,
        QPalette.Button: theme.card,
        QPalette.ButtonText: theme.text,
        QPalette.BrightText: theme.danger,
        QPalette.ToolTipBase: theme.tooltip,
        QPalette.ToolTipText: theme.tooltip_text,
        QPalette.Highlight: theme.selection,
        QPalette.HighlightedText: theme.selection_text,
        QPalette.Link: theme.accent,
        QPalette.LinkVisited: theme.accent_pressed,
        QPalette.Light: theme.card,
        QPalette.Midlight: theme.line,
        QPalette.Mid: theme.strong_line,
        QPalette.Dark: theme.muted,
        QPalette.Shadow: theme.shadow,
    }
    colours = QPalette()
    for role, colour in roles.items():
        colours.setColor(role, QColor(colour))
    for role in (QPalette.WindowText, QPalette.Text, QPalette.ButtonText):
        colours.setColor(QPalette.Disabled, role, QColor(theme.disabled))
    return colours


def font(*, scale: float = 1.0) -> QFont:
    """Return the window's font, of the families that this machine has.

    The faces of the window's language come first: Latin ones have quotation marks and
    dots that are too narrow among Chinese letters.
    """
    present = set(QFontDatabase().families())
    is_chinese = QLocale().language() == QLocale.Chinese
    both = (*CHINESE_FAMILIES, *LATIN_FAMILIES)
    if not is_chinese:
        both = (*LATIN_FAMILIES, *CHINESE_FAMILIES)
    families = [name for name in (*both, LAST_FAMILY) if name in present]
    chosen = QFont()
    if families:
        chosen.setFamilies(families)
    chosen.setPixelSize(round(TYPE_SCALE["body"] * scale))
    chosen.setHintingPreference(QFont.PreferNoHinting)
    return chosen


def apply(app: QApplication, theme: Theme, *, scale: float = 1.0) -> None:
    """Apply ``theme`` and the font of the language to the whole program.

    Widgets follow by Qt's change events. Qt restyles every widget for each setter that
    is called, even with the same value.
    """
    if app.property(_SYSTEM_PALETTE) is None:
        app.setProperty(_SYSTEM_PALETTE, app.palette())
        app.setStyle("Fusion")
    app.setProperty(CURRENT, theme)
    letters, colours = font(scale=scale), palette(theme)
    sheet = stylesheet(theme, scale=scale)
    if app.font() != letters:
        app.setFont(letters)
    if app.palette() != colours:
        app.setPalette(colours)
    if app.styleSheet() != sheet:
        app.setStyleSheet(sheet)


def current_theme() -> Theme:
    """Return the applied theme, which painted widgets and icons read as they paint."""
    app = QApplication.instance()
    theme = None if app is None else app.property(CURRENT)
    return theme if isinstance(theme, Theme) else LIGHT


def side_colours(game: str, player: Player) -> SideColours:
    """Return the colours of a side's stones in the applied theme."""
    return current_theme().side(get_game(game).sides[player - 1], player)


def system_theme() -> Theme:
    """Return the theme that fits the rest of the user's desktop."""
    if sys.platform == "win32":  # Qt 5 gives every Windows a light palette.
        personal = QSettings(
            r"HKEY_CURRENT_USER\Software\Microsoft\Windows\CurrentVersion"
            r"\Themes\Personalize",
            QSettings.NativeFormat,
        )
        return LIGHT if int(personal.value("AppsUseLightTheme", 1)) else DARK
    app = QApplication.instance()
    original = app.property(_SYSTEM_PALETTE) if app is not None else None
    colours = original if isinstance(original, QPalette) else QApplication.palette()
    is_dark = colours.color(QPalette.Window).lightness() < DARK_BELOW
    return DARK if is_dark else LIGHT


def colour(text: str, *, opacity: float = 1.0) -> QColor:
    """Return a theme's colour for painting, more or less transparent."""
    made = QColor(text)
    made.setAlphaF(made.alphaF() * opacity)
    return made
