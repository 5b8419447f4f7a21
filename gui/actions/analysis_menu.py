"""Rows of the *Analysis* menu."""

from __future__ import annotations

from gui.actions.action_row import SEPARATOR, ActionRow, Menu
from gui.text.i18n import tr


def analysis_menu() -> Menu:
    """Return the menu."""
    return Menu(
        name="analysis",
        title=lambda: tr("Menus", "&Analysis"),
        entries=(
            ActionRow(
                name="analysis_on",
                text=lambda: tr("Actions", "&Analysis"),
                icon="analyse",
                keys=("Space",),
                is_checkable=True,
                is_checked=lambda state: state.is_analysing,
            ),
            ActionRow(
                name="compare_engines",
                text=lambda: tr("Actions", "&Compare engines"),
                is_checkable=True,
                is_checked=lambda state: state.is_comparing,
            ),
            SEPARATOR,
            ActionRow(
                name="inside_search",
                text=lambda: tr("Actions", "&Inside the search…"),
            ),
            SEPARATOR,
            *_map_rows(),
            SEPARATOR,
            ActionRow(
                name="engine_settings",
                text=lambda: tr("Actions", "&Engine settings…"),
                icon="settings",
            ),
        ),
    )


def _map_rows() -> tuple[ActionRow, ...]:
    return (
        ActionRow(
            name="policy_map",
            text=lambda: tr("Actions", "&Policy map"),
            keys=("R",),
            is_checkable=True,
        ),
        ActionRow(
            name="visit_map",
            text=lambda: tr("Actions", "&Visit map"),
            keys=("Shift+R",),
            is_checkable=True,
        ),
    )
