"""Rows of the *Game* menu."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from PyQt5.QtWidgets import QAction

from engine.core.offers.special_move import SpecialMove
from engine.games import get_game
from engine.match.view import Activity
from gui.actions.action_row import (
    SEPARATOR,
    ActionRow,
    ActionState,
    Entry,
    Label,
    Menu,
)
from gui.text.i18n import tr, translate_message
from gui.text.labels import game_title


def game_menu(games: Iterable[str]) -> Menu:
    """Return the menu; ``games`` are the keys of all games."""
    return Menu(
        name="game",
        title=lambda: tr("Menus", "&Game"),
        entries=(
            ActionRow(
                name="new",
                text=lambda: tr("Actions", "&New…"),
                icon="new",
                keys=("Ctrl+N",),
            ),
            ActionRow(
                name="continue_here",
                text=lambda: tr("Actions", "&Continue from here…"),
                is_enabled=lambda state: state.view.can_continue,
            ),
            ActionRow(
                name="contest",
                text=lambda: tr("Actions", "Con&test game…"),
                keys=("Ctrl+Shift+K",),
            ),
            ActionRow(name="puzzles", text=lambda: tr("Actions", "Pu&zzles…")),
            ActionRow(
                name="new_window",
                text=lambda: tr("Actions", "New win&dow"),
                keys=("Ctrl+Shift+N",),
            ),
            *_file_entries(),
            SEPARATOR,
            *_game_rows(games),
            SEPARATOR,
            *_move_rows(),
            SEPARATOR,
            ActionRow(
                name="quit",
                text=lambda: tr("Actions", "&Quit"),
                keys=("Ctrl+Q",),
                role=QAction.QuitRole,
            ),
        ),
    )


def _file_entries() -> tuple[Entry, ...]:
    return (
        ActionRow(
            name="open",
            text=lambda: tr("Actions", "&Open…"),
            icon="open",
            keys=("Ctrl+O",),
        ),
        Menu(name="recent", title=lambda: tr("Menus", "Open &recent")),
        ActionRow(name="join_games", text=lambda: tr("Actions", "&Join games…")),
        Menu(name="earlier", title=lambda: tr("Menus", "Ear&lier games")),
        SEPARATOR,
        ActionRow(
            name="save",
            text=lambda: tr("Actions", "&Save"),
            icon="save",
            keys=("Ctrl+S",),
            is_enabled=lambda state: state.view.record.has_content,
        ),
        ActionRow(
            name="save_as",
            text=lambda: tr("Actions", "Save &as…"),
            keys=("Ctrl+Shift+S",),
            is_enabled=lambda state: state.view.record.has_content,
        ),
        ActionRow(
            name="export",
            text=lambda: tr("Actions", "&Export…"),
            icon="export",
            keys=("Ctrl+Shift+E",),
            is_enabled=lambda state: state.view.record.has_content,
        ),
        ActionRow(
            name="save_picture",
            text=lambda: tr("Actions", "Save pict&ure…"),
        ),
        ActionRow(
            name="game_info",
            text=lambda: tr("Actions", "Game in&formation…"),
            keys=("Ctrl+I",),
        ),
    )


def _game_rows(games: Iterable[str]) -> Iterator[ActionRow]:
    for number, name in enumerate(games, start=1):
        yield ActionRow(
            name=f"game_{name}",
            text=partial(game_title, name),
            icon=name,
            keys=(f"Ctrl+{number}",),
            group="games",
            is_checked=partial(_is_played, name),
        )


def _move_rows() -> tuple[ActionRow, ...]:
    return (
        ActionRow(
            name="hint",
            text=lambda: tr("Actions", "H&int"),
            icon="hint",
            keys=("H",),
            is_enabled=lambda state: state.can_hint,
        ),
        *_special_rows(),
        ActionRow(
            name="change_sides",
            text=lambda: tr("Actions", "C&hange sides"),
            icon="change-sides",
            is_enabled=lambda state: state.view.can_change_sides,
        ),
        ActionRow(
            name="pause",
            label=_pause_label,
            keys=("Ctrl+P", "Pause"),
            is_enabled=lambda state: state.view.can_pause,
        ),
        ActionRow(
            name="resign",
            text=lambda: tr("Actions", "Resi&gn"),
            icon="resign",
            is_enabled=lambda state: state.view.can_resign,
        ),
    )


def _is_played(game: str, state: ActionState) -> bool:
    return state.view.setup.game == game


def _special_rows() -> tuple[ActionRow, ...]:
    """Return the rows of the moves without a cell; the rules of a game have up to two.

    Their names are older than the games' own texts. Numbers to declare have no rows,
    only buttons under the board.
    """
    return tuple(
        ActionRow(
            name=name,
            label=partial(_special_label, number),
            icon=icon,
            is_enabled=partial(_can_play_special, number),
            is_visible=partial(_may_play_special, number),
        )
        for number, (name, icon) in enumerate((("swap", "swap"), ("add_two", "new")))
    )


def _special_kinds(state: ActionState) -> tuple[SpecialMove, ...]:
    setup = state.view.position.setup
    kinds = get_game(setup.game).special_moves_of(setup)
    is_numbered = bool(kinds) and kinds[-1].number is not None
    return tuple([k for k in kinds if k.number is None]) if is_numbered else kinds


def _may_play_special(number: int, state: ActionState) -> bool:
    """Return whether a special move may be played now or soon.

    Once the swap is declined or the colours are chosen, its button only takes room.
    """
    if number >= len(_special_kinds(state)):
        return False
    position = state.view.position
    return bool(get_game(position.setup.game).decision(position))


def _can_play_special(number: int, state: ActionState) -> bool:
    is_known = number < len(_special_kinds(state))
    return is_known and state.view.special_move(number) is not None


def _special_label(number: int, state: ActionState) -> Label:
    kinds = _special_kinds(state)
    if number >= len(kinds):
        if number:
            return Label(text=tr("Actions", "Add t&wo stones"))
        return Label(
            text=tr("Actions", "S&wap the first stone"), short=tr("Actions", "Swap")
        )
    return Label(
        text=translate_message(kinds[number].menu_text),
        short=translate_message(kinds[number].title),
    )


def _pause_label(state: ActionState) -> Label:
    if state.view.activity is Activity.PAUSED:
        return Label(text=tr("Actions", "Res&ume game"), icon="play")
    return Label(text=tr("Actions", "&Pause game"), icon="pause")
