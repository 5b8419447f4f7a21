"""Display of a setting: a row of the settings dialog, an entry of the *View* menu.

Texts are functions, because they are translated each time they are shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

ShownText = Callable[[], str]
"""Returns a text in the language of the window."""


class Page(Enum):
    """Page of the settings dialog that is made of rows."""

    GENERAL = "general"
    BOARD = "board"
    ANALYSIS = "analysis"
    ENGINES = "engines"
    SOUND = "sound"
    RECORDS = "records"


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogRow:
    """Row of the settings dialog; the type of the setting decides its control."""

    page: Page
    """The page that shows it."""

    title: ShownText
    """Text of a check box; label in front of any other control."""

    heading: ShownText | None = None
    """Label in front of a check box and those that follow."""

    placeholder: ShownText | None = None
    """Text in an empty text field."""

    remark: ShownText | None = None
    """Explanation below the control."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuEntry:
    """Entry of the *View* menu: an action to check, or a submenu of choices."""

    text: ShownText
    """Its text, with an access key."""

    shortcuts: tuple[str, ...] = ()
    """Default shortcuts of a flag, the displayed one first."""

    is_slanted_only: bool = False
    """Whether it has an effect on slanted boards only."""
