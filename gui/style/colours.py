"""Every colour of the window by its role, in the light and in the dark theme.

The two themes are designed one by one: the dark one is not the light one inverted.
"""

from __future__ import annotations

from dataclasses import dataclass

from PyQt5.QtGui import QColor

from engine.core.types import Player

DARK_BELOW = 128
"""A window colour of less lightness makes a theme or a palette a dark one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideColours:
    """How the stones of one side look."""

    light: str
    """Colour of a stone where light falls on it."""

    fill: str
    """The stone's own colour."""

    shade: str
    """The side of the stone turned away from the light."""

    rim: str
    """The fine line around the stone."""

    mark: str
    """Numbers and letters on the stone."""

    last_move: str
    """The ring on the stone that was placed last."""

    edge: str
    """The side's edges of the board, and its part of win-rate bars and graphs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """All colours by their role; ``#RRGGBB`` or ``#AARRGGBB``."""

    name: str
    """``light`` or ``dark``; also the folder of the small control pictures."""

    window: str
    """Behind everything, the board included."""

    panel: str
    """Docks, bars and dialogs."""

    card: str
    """Cards, lists and menus on a panel."""

    field: str
    """Input fields."""

    hover: str
    """Under the mouse."""

    pressed: str
    """While the mouse button is down."""

    selection: str
    """Chosen rows and selected text."""

    selection_text: str
    """Text on ``selection``."""

    text: str
    """Body text."""

    muted: str
    """Secondary text."""

    disabled: str
    """Disabled text and icons."""

    line: str
    """Quiet separators."""

    strong_line: str
    """Outlines of fields and buttons."""

    accent: str
    """Accent colour."""

    accent_hover: str
    """``accent`` under the mouse."""

    accent_pressed: str
    """``accent`` while the mouse button is down."""

    accent_text: str
    """Text on ``accent``."""

    danger: str
    """Irreversible actions and errors."""

    warning: str
    """Warnings."""

    focus: str
    """Ring around the widget with the keyboard focus."""

    tooltip: str
    """Background of a tool tip."""

    tooltip_text: str
    """Text of a tool tip."""

    shadow: str
    """Colour of every soft shadow."""

    wood_light: str
    """Colour of a wooden board where light falls on it."""

    wood: str
    """The wood."""

    wood_grain: str
    """The fine lines in the wood."""

    wood_rim: str
    """The edge of a wooden board."""

    grid: str
    """Lines of crossings."""

    star: str
    """Star points."""

    wood_label: str
    """Coordinates on wood."""

    wood_foul: str
    """Cross on wood at a forbidden point."""

    tile: str
    """Empty tiles."""

    tile_gap: str
    """Between tiles."""

    tile_label: str
    """Coordinates beside tiles."""

    win: str
    """Line around the winning stones."""

    win_glow: str
    """Bright core of that line."""

    hint: str
    """Mark of a recommended move."""

    hint_text: str
    """Text on ``hint``, and the line around it."""

    black: SideColours
    white: SideColours
    red: SideColours
    blue: SideColours
    """Sides that have a colour name of their own."""

    first: SideColours
    second: SideColours
    """Sides of a game whose colour names are not known here."""

    @property
    def is_dark(self) -> bool:
        """Whether the theme shows light text on a dark background."""
        return QColor(self.window).lightness() < DARK_BELOW

    def side(self, key: str, player: Player) -> SideColours:
        """Return the stones' colours of the side that its game calls ``key``."""
        named = {
            "black": self.black,
            "white": self.white,
            "red": self.red,
            "blue": self.blue,
        }
        generic = self.first if player is Player.FIRST else self.second
        return named.get(key, generic)


LIGHT = Theme(
    name="light",
    window="#f1f0ec",
    panel="#f8f7f4",
    card="#ffffff",
    field="#ffffff",
    hover="#eae8e2",
    pressed="#dedbd3",
    selection="#d3eae5",
    selection_text="#0a3a34",
    text="#1d2321",
    muted="#5d6561",
    disabled="#a5a9a5",
    line="#e2dfd8",
    strong_line="#c6c2b8",
    accent="#0e7468",
    accent_hover="#0b665b",
    accent_pressed="#08554c",
    accent_text="#ffffff",
    danger="#b3362b",
    warning="#8f5e00",
    focus="#12897a",
    tooltip="#26302d",
    tooltip_text="#f3f6f5",
    shadow="#2b2419",
    wood_light="#efd7a9",
    wood="#e3c187",
    wood_grain="#a8763a",
    wood_rim="#b98d50",
    grid="#7a5d35",
    star="#4f3919",
    wood_label="#684c26",
    wood_foul="#a3271c",
    tile="#fdfcfa",
    tile_gap="#d3cfc5",
    tile_label="#7b807b",
    win="#0b8a79",
    win_glow="#e9fff9",
    hint="#0e7468",
    hint_text="#ffffff",
    black=SideColours(
        light="#5b5f63",
        fill="#2a2d30",
        shade="#121416",
        rim="#0c0d0e",
        mark="#ffffff",
        last_move="#f4c56a",
        edge="#3a3d40",
    ),
    white=SideColours(
        light="#ffffff",
        fill="#f7f5f0",
        shade="#d6d2c8",
        rim="#a39c8d",
        mark="#22272a",
        last_move="#c2452f",
        edge="#faf8f3",
    ),
    red=SideColours(
        light="#e4705f",
        fill="#cf4c3b",
        shade="#bb3d2e",
        rim="#942d21",
        mark="#ffffff",
        last_move="#ffffff",
        edge="#dd7c6d",
    ),
    blue=SideColours(
        light="#4f8bdc",
        fill="#2f6bc6",
        shade="#265aad",
        rim="#1c4588",
        mark="#ffffff",
        last_move="#ffffff",
        edge="#6b9bdb",
    ),
    first=SideColours(
        light="#7a5ca8",
        fill="#5f4290",
        shade="#4e3479",
        rim="#3a255d",
        mark="#ffffff",
        last_move="#ffffff",
        edge="#8468b0",
    ),
    second=SideColours(
        light="#f0b04e",
        fill="#dd9426",
        shade="#c47f17",
        rim="#96600d",
        mark="#201503",
        last_move="#201503",
        edge="#e2ab58",
    ),
)
"""Warm paper and light wood."""

DARK = Theme(
    name="dark",
    window="#131716",
    panel="#191e1d",
    card="#202625",
    field="#151a19",
    hover="#29302e",
    pressed="#343c3a",
    selection="#1c4740",
    selection_text="#dff5f0",
    text="#e3e8e6",
    muted="#98a39f",
    disabled="#5b6562",
    line="#2a3130",
    strong_line="#414b48",
    accent="#46b7a5",
    accent_hover="#5ac8b6",
    accent_pressed="#389c8c",
    accent_text="#04211c",
    danger="#f0796c",
    warning="#e0b053",
    focus="#6ee0cd",
    tooltip="#e6ebe9",
    tooltip_text="#1a201e",
    shadow="#000000",
    wood_light="#b18a5c",
    wood="#97714a",
    wood_grain="#5d3f1f",
    wood_rim="#7d5e36",
    grid="#3b2a14",
    star="#2c1e0c",
    wood_label="#2d1f0d",
    wood_foul="#5c0f08",
    tile="#2b3331",
    tile_gap="#171c1b",
    tile_label="#838f8b",
    win="#0c7d6d",
    win_glow="#9ff5e4",
    hint="#46b7a5",
    hint_text="#04211c",
    black=SideColours(
        light="#54585c",
        fill="#222527",
        shade="#0c0d0e",
        rim="#060707",
        mark="#f4f6f5",
        last_move="#f4c56a",
        edge="#4a4f52",
    ),
    white=SideColours(
        light="#f7f6f2",
        fill="#e8e5dd",
        shade="#bfbab0",
        rim="#857e70",
        mark="#1d2123",
        last_move="#b93d28",
        edge="#dcd9d0",
    ),
    red=SideColours(
        light="#ec7d6c",
        fill="#d85a49",
        shade="#c14838",
        rim="#8c2f23",
        mark="#ffffff",
        last_move="#ffffff",
        edge="#b3503f",
    ),
    blue=SideColours(
        light="#6ba3ee",
        fill="#437fd8",
        shade="#366dc0",
        rim="#234c8c",
        mark="#ffffff",
        last_move="#ffffff",
        edge="#3e6fb5",
    ),
    first=SideColours(
        light="#a98bd6",
        fill="#8c6cc0",
        shade="#7757aa",
        rim="#543b80",
        mark="#ffffff",
        last_move="#ffffff",
        edge="#75599f",
    ),
    second=SideColours(
        light="#f3bd66",
        fill="#e2a03b",
        shade="#c88a2a",
        rim="#8f6015",
        mark="#201503",
        last_move="#201503",
        edge="#b98841",
    ),
)
"""Deep green-grey and walnut."""
