"""Description of a panel beside the board, and of its place in the layouts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PyQt5.QtWidgets import QWidget

from gui.settings.table import DockLayout

Place = Literal["top", "tabs"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Panel and the layouts that show it."""

    name: str
    """Part of the object names of its dock, title and action."""

    make: Callable[[QWidget], QWidget]
    """Returns the widget in the dock, when that is first shown; takes the parent."""

    title: Callable[[], str]
    """Returns its title in the language of the window."""

    layouts: tuple[DockLayout, ...]
    """The default layouts that show it."""

    place: Place = "tabs"
    """``top`` is above the group of tabs, which takes the remaining height."""

    leads: DockLayout | None = None
    """The layout in which a panel at the top joins the tabs last on a low screen."""

    front_in: DockLayout | None = None
    """The layout in which it is in front if it has joined the tabs."""

    has_close_button: bool = True
    """Whether its title has a close button."""
