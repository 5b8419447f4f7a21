"""Colour-blind palette: both themes for every kind of colour vision.

The sides, the winning line and the hint follow the palette of Okabe and Ito, "Color
Universal Design", 2008: vermilion, blue and yellow, which differ in brightness too.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from gui.style.colours import DARK, LIGHT, SideColours, Theme


class Palette(Enum):
    """Colours of the sides and the marks."""

    STANDARD = "standard"
    """Red, blue and teal."""

    COLOUR_BLIND = "safe"
    """Colour-blind palette."""


COLOUR_BLIND_LIGHT = replace(
    LIGHT,
    danger="#a34400",
    win="#2b2400",
    win_glow="#f6e94a",
    hint="#f6e94a",
    hint_text="#201b00",
    red=SideColours(
        light="#ee8450",
        fill="#d1510c",
        shade="#b8450a",
        rim="#863004",
        mark="#ffffff",
        last_move="#ffffff",
        edge="#e6804a",
    ),
    blue=SideColours(
        light="#3a86bd",
        fill="#00609c",
        shade="#005288",
        rim="#003c66",
        mark="#ffffff",
        last_move="#ffffff",
        edge="#3f8fc4",
    ),
)
"""The light theme."""

COLOUR_BLIND_DARK = replace(
    DARK,
    danger="#ff9b57",
    win="#1c1800",
    win_glow="#f6e94a",
    hint="#f6e94a",
    hint_text="#201b00",
    red=SideColours(
        light="#f79a5f",
        fill="#e0681f",
        shade="#c65614",
        rim="#8a3f07",
        mark="#1f0e00",
        last_move="#1f0e00",
        edge="#c25c1d",
    ),
    blue=SideColours(
        light="#5aa5d8",
        fill="#2580bb",
        shade="#1b6da3",
        rim="#0f4669",
        mark="#ffffff",
        last_move="#ffffff",
        edge="#256f9f",
    ),
)
"""The dark theme."""

_SAFE = {LIGHT.name: COLOUR_BLIND_LIGHT, DARK.name: COLOUR_BLIND_DARK}


def colour_blind_theme(theme: Theme, palette: Palette) -> Theme:
    """Return the variant of ``theme`` for ``palette``."""
    return _SAFE[theme.name] if palette is Palette.COLOUR_BLIND else theme
