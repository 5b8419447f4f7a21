"""Rows of the *Engines* menu."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.types import Player
from gui.actions.action_row import SEPARATOR, ActionRow, ActionState, Label, Menu
from gui.style.icons import Tone
from gui.text.i18n import tr
from gui.text.labels import side_title


def engines_menu() -> Menu:
    """Return the menu."""
    return Menu(
        name="engines",
        title=lambda: tr("Menus", "Eng&ines"),
        entries=(
            *_side_rows(),
            SEPARATOR,
            ActionRow(
                name="move_now",
                text=lambda: tr("Actions", "&Move now"),
                icon="engine",
                keys=("Return", "Enter"),
                is_enabled=_can_move_now,
            ),
            ActionRow(
                name="stop",
                text=lambda: tr("Actions", "&Stop thinking"),
                icon="stop",
                keys=("Esc",),
            ),
            SEPARATOR,
            ActionRow(
                name="run",
                label=_run_label,
                tone=Tone.ON_ACCENT,
                keys=("F5",),
                is_enabled=_is_watched,
            ),
            ActionRow(
                name="step",
                text=lambda: tr("Actions", "Ste&p"),
                icon="step",
                keys=("F6",),
                is_enabled=_is_watched,
            ),
            SEPARATOR,
            ActionRow(
                name="presets_folder",
                text=lambda: tr("Actions", "Open &folder of presets"),
            ),
        ),
    )


def _side_rows() -> Iterator[ActionRow]:
    for player in Player:
        yield ActionRow(
            name=f"engine_side_{player.name.lower()}",
            label=partial(_side_label, player),
            is_checkable=True,
            is_enabled=lambda state: state.has_engine,
            is_checked=partial(_is_engine, player),
        )


def _is_engine(player: Player, state: ActionState) -> bool:
    return player in state.view.players.engines


def _side_label(player: Player, state: ActionState) -> Label:
    text = tr("Actions", "Engine plays {side}")
    return Label(text=text.format(side=side_title(state.view.setup.game, player)))


def _run_label(state: ActionState) -> Label:
    if state.view.is_running and _is_watched(state):
        return Label(text=tr("Actions", "Pa&use"), icon="pause")
    return Label(text=tr("Actions", "S&tart"), icon="play")


def _is_watched(state: ActionState) -> bool:
    """Return whether two engines play a game that goes on."""
    return state.view.is_watched and state.view.outcome is None


def _can_move_now(state: ActionState) -> bool:
    view = state.view
    is_engines_turn = view.awaits_engine or view.engine_is_to_move
    return is_engines_turn and view.outcome is None and not view.is_paused
