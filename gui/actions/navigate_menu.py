"""Rows of the *Navigate* menu."""

from __future__ import annotations

from gui.actions.action_row import SEPARATOR, ActionRow, ActionState, Label, Menu
from gui.text.i18n import tr


def navigate_menu() -> Menu:
    """Return the menu."""
    return Menu(
        name="navigate",
        title=lambda: tr("Menus", "&Navigate"),
        entries=(
            *_step_rows(),
            SEPARATOR,
            *_jump_rows(),
            SEPARATOR,
            ActionRow(
                name="variation_up",
                text=lambda: tr("Actions", "Previous &variation"),
                keys=("Up",),
                is_enabled=_has_variations,
            ),
            ActionRow(
                name="variation_down",
                text=lambda: tr("Actions", "Next v&ariation"),
                keys=("Down",),
                is_enabled=_has_variations,
            ),
            SEPARATOR,
            ActionRow(
                name="keyboard",
                text=lambda: tr("Actions", "&Choose a cell with the arrow keys"),
                keys=("B",),
            ),
            ActionRow(
                name="next_control",
                text=lambda: tr("Actions", "Next b&utton or panel"),
                keys=("Ctrl+Tab",),
            ),
        ),
    )


def _step_rows() -> tuple[ActionRow, ...]:
    return (
        ActionRow(
            name="first",
            text=lambda: tr("Actions", "&First move"),
            icon="first",
            keys=("Home",),
            is_enabled=_has_past,
        ),
        ActionRow(
            name="previous",
            text=lambda: tr("Actions", "&Previous move"),
            icon="previous",
            keys=("Left",),
            is_enabled=_has_past,
        ),
        ActionRow(
            name="next",
            text=lambda: tr("Actions", "&Next move"),
            icon="next",
            keys=("Right",),
            is_enabled=_has_future,
        ),
        ActionRow(
            name="last",
            text=lambda: tr("Actions", "&Last move"),
            icon="last",
            keys=("End",),
            is_enabled=_has_future,
        ),
    )


def _jump_rows() -> tuple[ActionRow, ...]:
    return (
        ActionRow(
            name="ten_back",
            text=lambda: tr("Actions", "&Back ten moves"),
            keys=("PgUp",),
            is_enabled=_has_past,
        ),
        ActionRow(
            name="ten_on",
            text=lambda: tr("Actions", "F&orward ten moves"),
            keys=("PgDown",),
            is_enabled=_has_future,
        ),
        ActionRow(
            name="go_to",
            text=lambda: tr("Actions", "&Go to move…"),
            keys=("Ctrl+G",),
            is_enabled=lambda state: state.view.has_moves,
        ),
        ActionRow(
            name="replay",
            label=_replay_label,
            keys=("P",),
            is_enabled=lambda state: state.view.has_moves,
        ),
    )


def _has_past(state: ActionState) -> bool:
    return state.view.ply > 0


def _has_future(state: ActionState) -> bool:
    return state.view.has_next


def _replay_label(state: ActionState) -> Label:
    if state.is_replaying:
        return Label(text=tr("Actions", "Stop the &replay"), icon="pause")
    return Label(text=tr("Actions", "&Replay the moves"), icon="play")


def _has_variations(state: ActionState) -> bool:
    """Return whether the last move has alternatives."""
    nodes = state.view.record.nodes
    parent = nodes[state.view.cursor].parent
    return parent is not None and len(nodes[parent].children) > 1
