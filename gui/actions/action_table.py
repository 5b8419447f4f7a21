"""Table of all actions, and the places that show some of them besides the menus."""

from __future__ import annotations

from engine.games import GAMES
from gui.actions.action_row import Menu, list_rows
from gui.actions.analysis_menu import analysis_menu
from gui.actions.edit_menu import edit_menu
from gui.actions.engines_menu import engines_menu
from gui.actions.game_menu import game_menu
from gui.actions.help_menu import help_menu
from gui.actions.lab_menu import lab_menu
from gui.actions.navigate_menu import navigate_menu
from gui.actions.view_menu import view_menu

TOOL_BAR = (
    ("new", "open", "save", "export"),
    ("take_back", "redo", "hint", "analysis_on", "swap", "resign"),
)
"""Buttons between the switches of the games and of the dock layouts, in groups."""

MOVE_MENU = ("promote_variation", "make_main_line", "delete_from_here")
"""First actions in the context menu of the position on the board; of another move the
menu has commands of its own with their texts."""

BOARD_MENU = (("continue_here", "hint"), ("copy_record", "copy_picture"))
"""Further actions in the context menu of the board, in groups."""


def make_menus() -> tuple[Menu, ...]:
    """Return the menu bar with the rows of all actions."""
    return (
        game_menu(GAMES),
        edit_menu(),
        navigate_menu(),
        engines_menu(),
        analysis_menu(),
        lab_menu(),
        view_menu(),
        help_menu(),
    )


def default_keys() -> dict[str, tuple[str, ...]]:
    """Return the default shortcuts of each action that has some.

    Each is listed, as some platforms define none for *Save as*, *Quit* and
    *Preferences*.
    """
    return {row.name: row.keys for row in list_rows(make_menus()) if row.keys}
