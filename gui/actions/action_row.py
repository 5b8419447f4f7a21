"""Actions as data: a row for each action, in the menu where it is shown.

Menus, tool bar, context menus, the page and the sheet of shortcuts are made from the
rows. Texts are functions, because they are translated each time they are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from PyQt5.QtWidgets import QAction

from engine.match.view import MatchView
from gui.analysis.game_reviewer import ReviewState
from gui.settings.table import DockLayout
from gui.style.icons import Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionState:
    """Everything that the actions of a window depend on, at one moment."""

    view: MatchView
    """The match on the board."""

    can_restore: bool = False
    """Whether the last change of the record was a deletion that can be undone."""

    can_hint: bool = False
    """Whether a hint can be asked for now."""

    is_analysing: bool = False
    """Whether continuous analysis is on."""

    is_comparing: bool = False
    """Whether engines are compared."""

    is_replaying: bool = False
    """Whether a replay of the moves is on."""

    review: ReviewState = ReviewState.WITHOUT_MOVES
    """State of the review of the line."""

    has_mistakes: bool = False
    """Whether the review has found a mistake."""

    has_next_mistake: bool = False
    """Whether there is one after the position on the board."""

    has_previous_mistake: bool = False
    """Whether there is one before the position on the board."""

    can_try_again: bool = False
    """Whether a mistake on the board can be retried by a click on a cell."""

    is_trying: bool = False
    """Whether the user retries a mistake."""

    has_tried: bool = False
    """Whether the board shows a move that was tried, or the solution."""

    can_annotate: bool = False
    """Whether the game has board annotations."""

    has_engine: bool = False
    """Whether an engine plays the game."""

    is_zoomed: bool = False
    """Whether the board is enlarged."""

    dock_layout: DockLayout = "play"
    """The dock layout on the screen."""

    chosen: frozenset[str] = frozenset()
    """Names of the actions whose setting is chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """Text and icon of an action in one state."""

    text: str
    """Text in a menu, with an access key."""

    short: str = ""
    """Text on a button, where that is another one."""

    icon: str = ""
    """Name of the icon, where it follows the state, too."""


Condition = Callable[[ActionState], bool]
"""Returns whether a state fulfils a condition; it reads nothing else."""


def always(_state: ActionState) -> bool:
    """Return true in every state."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRow:
    """An action of the window. Its command is given by the composition root."""

    name: str
    """Object name; the user's shortcuts are stored by it in every version."""

    text: Callable[[], str] | None = None
    """Returns its text in a menu, with an access key."""

    label: Callable[[ActionState], Label] | None = None
    """Returns text and icon where they follow the state; in place of ``text``."""

    icon: str = ""
    """Name of its icon, if it has one and that is drawn."""

    tone: Tone = Tone.PLAIN
    """Background of the icon."""

    keys: tuple[str, ...] = ()
    """Default shortcuts, the displayed one first."""

    role: QAction.MenuRole = QAction.NoRole
    """Its place in the application menu of macOS."""

    group: str = ""
    """Exclusive group, of which one action is checked."""

    is_checkable: bool = False
    """Whether it is switched on and off; a member of a group always is."""

    is_enabled: Condition = always
    """Returns whether it is possible."""

    reason: Callable[[ActionState], str] | None = None
    """Returns why it is not possible, for its tip while it is not."""

    is_visible: Condition = always
    """Returns whether it is shown."""

    is_checked: Condition | None = None
    """Returns whether it is checked; without it the action itself keeps that."""

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("Expected a name for each action, got none.")
        if (self.text is None) == (self.label is None):
            raise ValueError(
                f"Expected a text or a label of the action {self.name}, "
                f"got {'neither' if self.text is None else 'both'}."
            )


@dataclass(frozen=True, slots=True)
class Separator:
    """Line between two groups of a menu."""


SEPARATOR = Separator()


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """Menu or submenu; one without entries is filled by the window."""

    name: str
    """Ends the object name."""

    title: Callable[[], str]
    """Returns its title, with an access key."""

    entries: tuple[Entry, ...] = ()
    """Its entries, from top to bottom."""


Entry = ActionRow | Separator | Menu


def list_rows(menus: Iterable[Menu]) -> Iterator[ActionRow]:
    """Yield the rows of menus and their submenus, from top to bottom."""
    for menu in menus:
        for entry in menu.entries:
            if isinstance(entry, ActionRow):
                yield entry
            elif isinstance(entry, Menu):
                yield from list_rows([entry])
