"""Rows of the *Game* menu."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial

from PyQt5.QtWidgets import QAction

from engine.core.special_move import SpecialMove
from engine.games import GAMES, get_game
from engine.match.view import Activity
from gui.actions.action_row import SEPARATOR, ActionRow, Entry, Label, Menu, WindowState
from gui.text.i18n import tr, translate_message
from gui.text.labels import game_title

FEW_KINDS = 2
"""Number of special moves that may be shown together before they can be played."""

SPECIAL_ICONS = {"swap": "swap", "add_two": "new"}
"""Icon of some actions of special moves."""


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


def _is_played(game: str, state: WindowState) -> bool:
    return state.view.setup.game == game


def _special_rows() -> tuple[ActionRow, ...]:
    """Return the rows of the moves without a cell, as many as any rules have.

    The names of the first two are older than the games' own texts.
    """
    return tuple(
        ActionRow(
            name=name,
            label=partial(_special_label, number),
            icon=SPECIAL_ICONS.get(name, ""),
            is_enabled=partial(_can_play_special, number),
            is_visible=partial(_may_play_special, number),
        )
        for number, name in enumerate(special_names())
    )


def special_names() -> tuple[str, ...]:
    """Return the names of the actions of special moves, by index of their kind."""
    most = len(_longest_kinds())
    return ("swap", "add_two", *(f"special_{number}" for number in range(3, most + 1)))


@cache
def _longest_kinds() -> tuple[SpecialMove, ...]:
    """Return the special moves of the rules that have most of them."""
    kinds = (
        game.special_moves_of(game.setup(options={option.key: value}))
        for game in GAMES.values()
        for option in game.options
        for value in option.choices
    )
    return max(kinds, key=len)


def _special_kinds(state: WindowState) -> tuple[SpecialMove, ...]:
    setup = state.view.position.setup
    return tuple(get_game(setup.game).special_moves_of(setup))


def _may_play_special(number: int, state: WindowState) -> bool:
    """Return whether a special move may be played now or soon.

    Once the swap is declined or the colours are chosen, its button only takes room. One
    of many is there only while it may be played.
    """
    kinds = _special_kinds(state)
    if number >= len(kinds):
        return False
    if number > 0 and len(kinds) > FEW_KINDS:
        return _can_play_special(number, state)
    position = state.view.position
    return bool(get_game(position.setup.game).decision(position))


def _can_play_special(number: int, state: WindowState) -> bool:
    return state.view.special_move(number) is not None


def _special_label(number: int, state: WindowState) -> Label:
    kinds = _special_kinds(state)
    if number >= FEW_KINDS:
        kinds = _longest_kinds()
    if number >= len(kinds) and number:
        return Label(text=tr("Actions", "Add t&wo stones"))
    if number >= len(kinds):
        return Label(
            text=tr("Actions", "S&wap the first stone"), short=tr("Actions", "Swap")
        )
    return Label(
        text=translate_message(kinds[number].menu_text),
        short=translate_message(kinds[number].title),
    )


def _pause_label(state: WindowState) -> Label:
    if state.view.activity is Activity.PAUSED:
        return Label(text=tr("Actions", "Res&ume game"), icon="play")
    return Label(text=tr("Actions", "&Pause game"), icon="pause")
