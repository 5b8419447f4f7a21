"""Rows of the *Lab* menu."""

from __future__ import annotations

from gui.actions.action_row import ActionRow, Menu
from gui.text.i18n import tr


def lab_menu() -> Menu:
    """Return the menu."""
    return Menu(
        name="lab",
        title=lambda: tr("Menus", "&Lab"),
        entries=(
            ActionRow(name="engine_match", text=lambda: tr("Actions", "&Match…")),
            ActionRow(name="training", text=lambda: tr("Actions", "&Training…")),
            ActionRow(name="experiments", text=lambda: tr("Actions", "&Experiments…")),
        ),
    )
