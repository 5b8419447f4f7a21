"""What the actions of the window are called, in menus and in the list of keys."""

from __future__ import annotations

from gui.i18n import tr
from gui.texts import game_title
from gui.translation import NATIVE_NAMES


def action_texts(games: tuple[str, ...]) -> dict[str, str]:
    """Return the text of every action that is always called the same, by its name."""
    return {
        **_game_texts(games),
        **_play_texts(),
        **_navigation_texts(),
        **_window_texts(),
    }


def _game_texts(games: tuple[str, ...]) -> dict[str, str]:
    return {
        "new": tr("Actions", "&New…"),
        "open": tr("Actions", "&Open…"),
        "save": tr("Actions", "&Save"),
        "save_as": tr("Actions", "Save &as…"),
        "export": tr("Actions", "&Export…"),
        "quit": tr("Actions", "&Quit"),
        **{f"game_{name}": game_title(name) for name in games},
    }


def _play_texts() -> dict[str, str]:
    return {
        "take_back": tr("Actions", "&Take back"),
        "redo": tr("Actions", "&Redo"),
        "add_two": tr("Actions", "Add t&wo stones"),
        "hint": tr("Actions", "H&int"),
        "change_sides": tr("Actions", "C&hange sides"),
        "resign": tr("Actions", "Resi&gn"),
        "move_now": tr("Actions", "&Move now"),
        "stop": tr("Actions", "&Stop thinking"),
        "step": tr("Actions", "Ste&p"),
    }


def _navigation_texts() -> dict[str, str]:
    return {
        "first": tr("Actions", "&First move"),
        "previous": tr("Actions", "&Previous move"),
        "next": tr("Actions", "&Next move"),
        "last": tr("Actions", "&Last move"),
        "ten_back": tr("Actions", "Ten moves &back"),
        "ten_on": tr("Actions", "Ten moves &on"),
        "variation_up": tr("Actions", "Previous &variation"),
        "variation_down": tr("Actions", "Next v&ariation"),
    }


def _window_texts() -> dict[str, str]:
    return {
        "settings": tr("Actions", "&Settings…"),
        "coordinates": tr("Actions", "&Coordinates"),
        "numbers": tr("Actions", "Move &numbers"),
        "theme_system": tr("Actions", "&As the system"),
        "theme_light": tr("Actions", "&Light"),
        "theme_dark": tr("Actions", "&Dark"),
        "language_system": tr("Actions", "&As the system"),
        **{f"language_{choice}": name for choice, name in NATIVE_NAMES.items()},
        "full_screen": tr("Actions", "&Full screen"),
        "first_steps": tr("Actions", "&First steps"),
        "about": tr("Actions", "&About Pentahex"),
        "log_folder": tr("Actions", "Open &log folder"),
    }
