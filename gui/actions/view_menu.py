"""Rows of the *View* menu."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gui.actions.action_row import SEPARATOR, ActionRow, Menu
from gui.actions.setting_rows import setting_entry
from gui.schema.setting import Choice, Flag, Setting
from gui.settings.table import LANGUAGE, MENU_SETTINGS, THEME
from gui.text.i18n import tr


def view_menu() -> Menu:
    """Return the menu; the window fills the list of panels."""
    return Menu(
        name="view",
        title=lambda: tr("Menus", "&View"),
        entries=(
            *_board_entries(Flag),
            *_mark_rows(),
            *_board_entries(Choice),
            SEPARATOR,
            *_zoom_rows(),
            SEPARATOR,
            setting_entry(THEME),
            setting_entry(LANGUAGE),
            SEPARATOR,
            *_layout_rows(),
            Menu(name="panels", title=lambda: tr("Menus", "P&anels")),
            ActionRow(
                name="reset_arrangement",
                text=lambda: tr("Actions", "&Reset panels"),
            ),
            SEPARATOR,
            ActionRow(
                name="full_screen",
                text=lambda: tr("Actions", "&Full screen"),
                keys=("F11",),
                is_checkable=True,
            ),
        ),
    )


def _mark_rows() -> tuple[ActionRow, ...]:
    return (
        ActionRow(
            name="candidates",
            text=lambda: tr("Actions", "Candidat&es"),
            keys=("C",),
            is_checkable=True,
        ),
        ActionRow(
            name="reading",
            text=lambda: tr("Actions", "Threats an&d connections"),
            keys=("V",),
            is_checkable=True,
            is_enabled=lambda state: state.can_annotate,
        ),
    )


def _board_entries(kind: type[Setting[Any]]) -> Iterator[ActionRow | Menu]:
    """Yield the entries of the board's settings of one kind."""
    for setting in MENU_SETTINGS:
        if setting.group == "board" and isinstance(setting, kind):
            yield setting_entry(setting)


def _zoom_rows() -> tuple[ActionRow, ...]:
    return (
        ActionRow(
            name="zoom_in",
            text=lambda: tr("Actions", "Zoom &in"),
            keys=("Ctrl++", "Ctrl+="),
        ),
        ActionRow(
            name="zoom_out",
            text=lambda: tr("Actions", "Zoom &out"),
            keys=("Ctrl+-",),
            is_enabled=lambda state: state.is_zoomed,
        ),
        ActionRow(
            name="zoom_whole",
            text=lambda: tr("Actions", "&Whole board"),
            keys=("Ctrl+0",),
            is_enabled=lambda state: state.is_zoomed,
        ),
    )


def _layout_rows() -> tuple[ActionRow, ...]:
    return (
        ActionRow(
            name="arrange_play",
            text=lambda: tr("Actions", "&Play"),
            group="dock_layouts",
            is_checked=lambda state: state.dock_layout == "play",
        ),
        ActionRow(
            name="arrange_analyse",
            text=lambda: tr("Actions", "Anal&yse"),
            group="dock_layouts",
            is_checked=lambda state: state.dock_layout == "analyse",
        ),
        ActionRow(
            name="switch_arrangement",
            text=lambda: tr("Actions", "Switc&h between Play and Analyse"),
            keys=("Tab",),
        ),
    )
