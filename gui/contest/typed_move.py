"""Parser of the operator's text into a move of the current position."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.board.board_notation import format_column
from engine.core.game import Position
from engine.core.types import EMPTY, Move, Player
from engine.games import GAMES, get_game
from engine.records.ccgc import coordinates
from engine.records.ccgc.coordinates import TypedCell
from engine.records.ccgc.vocabulary import FULL_WIDTH
from gui.contest.contest import Contest
from gui.text.i18n import tr, translate_message
from gui.text.labels import foul_message, side_title


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedMove:
    """Result of parsing: a move or a problem."""

    move: Move | None = None
    """The move, if it is legal."""

    problem: str = ""
    """One sentence why the text is not a legal move."""

    is_cell: bool = False
    """Whether the text names a cell or a special move, legal or not."""


def read_move(contest: Contest, position: Position, text: str) -> TypedMove:
    """Parse ``text`` as a move of the side to move."""
    typed = coordinates.read_cell(text)
    on_board = None if typed is None else _read_cell(contest, position, typed)
    special = _special_move(position, text)
    if on_board is not None and on_board.move is not None:
        return on_board  # where both are legal, "n10" is a cell rather than a number
    if special is not None and (special.move is not None or on_board is None):
        return special
    if on_board is not None:
        return on_board
    message = tr("Contest", "“{text}” is not a move. Type column and row, such as J10.")
    return TypedMove(problem=message.format(text=text.strip()[:20]))


def _read_cell(contest: Contest, position: Position, typed: TypedCell) -> TypedMove:
    """Return the move on a cell that was typed, or the problem with it."""
    problem = _colour_problem(position, typed)
    if problem:
        return TypedMove(problem=problem, is_cell=True)
    cell = coordinates.locate_cell(
        contest.setup, typed, rows_from_bottom=contest.resolve_row_direction
    )
    if cell is None:
        return TypedMove(problem=_outside_sentence(contest, typed), is_cell=True)
    problem = _cell_problem(contest, position, cell)
    if problem:
        return TypedMove(problem=problem, is_cell=True)
    return TypedMove(move=position.move_on(cell), is_cell=True)


def _special_move(position: Position, text: str) -> TypedMove | None:
    """Parse a word for a special move of any game; ``None`` for an unknown word."""
    word = "".join(text.translate(FULL_WIDTH).split()).lower()
    game = get_game(position.setup.game)
    own = game.special_moves_of(position.setup)
    kinds = [kind for one in GAMES.values() for kind in one.special_moves]
    kind = next((kind for kind in kinds if word in kind.words), None)
    if kind is None:
        return None
    swaps = [one.special_moves[0] for one in GAMES.values() if one.special_moves]
    if kind in swaps and kind not in own and kind in game.special_moves:
        # By a swap of colours, who takes Black while holding it would lose it.
        message = tr("Contest", "The rules of this game do not have “{choice}”.")
        choice = translate_message(kind.title)
        return TypedMove(problem=message.format(choice=choice), is_cell=True)
    if kind in swaps:  # another game's word for a swap means that of this one
        kind = own[0] if own else kind
    if kind in own:
        move = game.parse_cell(position.setup, kind.name)
        if move in position.special_moves():
            return TypedMove(move=move, is_cell=True)
    if word.isdecimal():
        return None
    message = tr("Contest", "There is nothing to swap or choose now.")
    return TypedMove(problem=message, is_cell=True)


def _colour_problem(position: Position, typed: TypedCell) -> str:
    """Return a sentence if the text names a colour that is not to move."""
    game = position.setup.game
    if typed.colour in ("", coordinates.get_colour_letter(game, position.to_move)):
        return ""
    for player in Player:
        if typed.colour == coordinates.get_colour_letter(game, player):
            return tr(
                "Contest", "That is a move for {other}, but {side} is to move."
            ).format(
                other=side_title(game, player), side=side_title(game, position.to_move)
            )
    return tr("Contest", "{letter} is not a colour of this game.").format(
        letter=typed.colour
    )


def _outside_sentence(contest: Contest, typed: TypedCell) -> str:
    setup = contest.setup
    message = tr(
        "Contest",
        "{cell} is outside the board: columns A to {last}, rows 1 to {rows}.",
    )
    return message.format(
        cell=f"{format_column(typed.column).upper()},{typed.row_number}",
        last=format_column(setup.width - 1).upper(),
        rows=setup.height,
    )


def _cell_problem(contest: Contest, position: Position, cell: Move) -> str:
    """Return a sentence if a move on a cell is illegal, otherwise an empty text."""
    name = contest.cell_text(cell)
    stone = position.stones[cell]
    if stone != EMPTY:
        side = side_title(contest.setup.game, Player(stone))
        return tr("Contest", "{cell} is occupied by {side}.").format(
            cell=name, side=side
        )
    reasons = position.fouls().get(cell)
    if reasons:
        return foul_message(position, cell, reasons)
    return translate_message(position.objection_to(position.move_on(cell)) or "")
