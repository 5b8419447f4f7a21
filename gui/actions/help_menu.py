"""Rows of the *Help* menu."""

from __future__ import annotations

from PyQt5.QtWidgets import QAction

from gui.actions.action_row import SEPARATOR, ActionRow, Menu
from gui.text.i18n import tr


def help_menu() -> Menu:
    """Return the menu."""
    return Menu(
        name="help",
        title=lambda: tr("Menus", "&Help"),
        entries=(
            ActionRow(
                name="keys_sheet",
                text=lambda: tr("Actions", "&Keyboard shortcuts"),
                keys=("F1",),
            ),
            ActionRow(name="user_guide", text=lambda: tr("Actions", "&User guide")),
            ActionRow(name="first_steps", text=lambda: tr("Actions", "&Welcome page")),
            SEPARATOR,
            ActionRow(
                name="log_folder", text=lambda: tr("Actions", "Open &log folder")
            ),
            ActionRow(
                name="about",
                text=lambda: tr("Actions", "&About Pentahex"),
                role=QAction.AboutRole,
            ),
        ),
    )
