"""Rows of the actions that show and change settings, made from the settings.

A flag has one action, a choice a submenu with one for each value.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from engine.games import get_game
from gui.actions.action_row import ActionRow, ActionState, Menu, always
from gui.actions.actions import Commands
from gui.schema.setting import Choice, Setting
from gui.settings.settings import Settings
from gui.settings.table import MENU_SETTINGS


def setting_entry(setting: Setting[Any]) -> ActionRow | Menu:
    """Return the action of a flag, or the submenu of a choice.

    Raises:
        ValueError: The setting has no entry in a menu.
    """
    entry = setting.menu
    if entry is None:
        raise ValueError(f"Expected a menu entry of the setting {setting.key}.")
    is_enabled = _is_slanted if entry.is_slanted_only else always
    if not isinstance(setting, Choice):
        return ActionRow(
            name=setting.name,
            text=entry.text,
            keys=entry.shortcuts,
            is_checkable=True,
            is_enabled=is_enabled,
            is_checked=partial(_is_chosen, setting.name),
        )
    rows = (
        ActionRow(
            name=name_action(setting, value),
            text=partial(_title, setting, value),
            group=setting.name,
            is_enabled=is_enabled,
            is_checked=partial(_is_chosen, name_action(setting, value)),
        )
        for value in setting.values
    )
    return Menu(name=setting.name, title=entry.text, entries=tuple(rows))


def setting_commands(
    settings: Settings, rows: Sequence[Setting[Any]] = MENU_SETTINGS
) -> Commands:
    """Return the commands of the actions of settings, by name."""
    commands: dict[str, partial[None]] = {}
    for row in rows:
        if isinstance(row, Choice):
            for value in row.values:
                commands[name_action(row, value)] = partial(
                    _choose, settings, row, value
                )
        else:
            commands[row.name] = partial(_set, settings, row)
    return commands


def name_chosen(
    settings: Settings, rows: Sequence[Setting[Any]] = MENU_SETTINGS
) -> frozenset[str]:
    """Return the names of the actions whose value is chosen."""
    chosen = set()
    for row in rows:  # not by generators: an action updates the menus at each change
        value = settings[row]
        if isinstance(row, Choice):
            chosen.add(name_action(row, value))
        elif value:
            chosen.add(row.name)
    return frozenset(chosen)


def name_action(setting: Setting[Any], value: object) -> str:
    """Return the object name of an action; settings and versions rely on it."""
    if isinstance(setting, Choice):
        return f"{setting.name}_{setting.format(value)}"
    return setting.name


def _choose(
    settings: Settings, row: Choice[Any], value: object, _is_checked: bool
) -> None:
    settings[row] = value


def _set(settings: Settings, row: Setting[Any], is_checked: bool) -> None:
    settings[row] = is_checked


def _title(setting: Choice[Any], value: object) -> str:
    return setting.titled()[value]


def _is_chosen(name: str, state: ActionState) -> bool:
    return name in state.chosen


def _is_slanted(state: ActionState) -> bool:
    """Return whether the board has more than one orientation."""
    setup = state.view.setup
    return get_game(setup.game).layout(setup).slant is not None
