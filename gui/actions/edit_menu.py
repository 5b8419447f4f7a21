"""Rows of the *Edit* menu."""

from __future__ import annotations

from PyQt5.QtWidgets import QAction

from engine.records import hexworld
from gui.actions.action_row import SEPARATOR, ActionRow, ActionState, Menu
from gui.text.i18n import tr


def edit_menu() -> Menu:
    """Return the menu."""
    return Menu(
        name="edit",
        title=lambda: tr("Menus", "&Edit"),
        entries=(
            ActionRow(
                name="take_back",
                text=lambda: tr("Actions", "&Take back"),
                icon="take-back",
                keys=("Ctrl+Z",),
                is_enabled=_can_take_back,
            ),
            ActionRow(
                name="redo",
                text=lambda: tr("Actions", "&Redo"),
                icon="redo",
                keys=("Ctrl+Y", "Ctrl+Shift+Z"),
                is_enabled=lambda state: state.view.can_redo and not state.is_trying,
            ),
            SEPARATOR,
            *_line_rows(),
            SEPARATOR,
            *_clipboard_rows(),
            SEPARATOR,
            ActionRow(
                name="edit_position",
                text=lambda: tr("Actions", "Edit positio&n…"),
                keys=("Ctrl+E",),
            ),
            SEPARATOR,
            ActionRow(
                name="settings",
                text=lambda: tr("Actions", "&Settings…"),
                icon="settings",
                keys=("Ctrl+,",),
                role=QAction.PreferencesRole,
            ),
        ),
    )


def _line_rows() -> tuple[ActionRow, ...]:
    return (
        ActionRow(
            name="promote_variation",
            text=lambda: tr("Actions", "Promote &variation"),
            keys=("Ctrl+Up",),
            is_enabled=lambda state: not _is_on_main_line(state),
        ),
        ActionRow(
            name="make_main_line",
            text=lambda: tr("Actions", "Make ma&in line"),
            keys=("Ctrl+M",),
            is_enabled=lambda state: not _is_on_main_line(state),
        ),
        ActionRow(
            name="delete_from_here",
            text=lambda: tr("Actions", "&Delete from here"),
            keys=("Ctrl+Del",),
            is_enabled=lambda state: state.view.cursor != 0,
        ),
        ActionRow(
            name="restore_deleted",
            text=lambda: tr("Actions", "&Undo deletion"),
            is_enabled=lambda state: state.can_restore,
        ),
    )


def _clipboard_rows() -> tuple[ActionRow, ...]:
    return (
        ActionRow(
            name="copy_record",
            text=lambda: tr("Actions", "&Copy record"),
            icon="copy",
            keys=("Ctrl+C",),
            is_enabled=lambda state: state.view.record.has_content,
        ),
        ActionRow(
            name="copy_moves",
            text=lambda: tr("Actions", "Copy &moves"),
            is_enabled=lambda state: state.view.ply > 0,
        ),
        ActionRow(
            name="copy_link",
            text=lambda: tr("Actions", "Copy HexWorld &link"),
            is_enabled=_has_link,
        ),
        ActionRow(
            name="copy_picture",
            text=lambda: tr("Actions", "Copy &picture"),
            keys=("Ctrl+Shift+C",),
        ),
        ActionRow(
            name="paste_record",
            text=lambda: tr("Actions", "Past&e record"),
            keys=("Ctrl+V",),
        ),
    )


def _can_take_back(state: ActionState) -> bool:
    """Return whether a tried move, or else a move of the game, can be taken back."""
    return state.has_tried if state.is_trying else state.view.can_take_back


def _is_on_main_line(state: ActionState) -> bool:
    return state.view.record.is_main(state.view.cursor)


def _has_link(state: ActionState) -> bool:
    return state.view.setup.game in hexworld.FORMAT.games
