"""Moves of the openings that place no stone: their numbers, names and texts.

Their indices follow the cells: taking Black, adding two stones, declaring 1 to 10 fifth
moves, swapping the colours, then each cell as an offered fifth move.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import GameSetup
from engine.core.message import Message, MessageKey
from engine.core.offers.special_move import SpecialMove
from engine.core.types import Move
from engine.games.gomoku.rules import notation

OPTION = "opening"
"""Name of the option."""

NONE = "none"
"""Value of the option: Black begins and colours are fixed."""

SWAP2 = "swap2"
"""Value of the option: three stones, then a choice of colour, or two more stones."""

RIF = "rif"
"""Value of the option: one of 26 openings, a swap, a choice of two fifth moves."""

YAMAGUCHI = "yamaguchi"
"""Value of the option: as ``RIF``, but the number of fifth moves is declared."""

TARAGUCHI = "taraguchi"
"""Value of the option: a swap after each of five stones, or ten fifth moves."""

WITH_FIFTH_MOVES = (RIF, YAMAGUCHI, TARAGUCHI)
"""The openings that begin in the centre and in which Black offers fifth moves."""

MOST_FIFTH_MOVES = 10
"""Largest number of fifth moves that may be declared."""

CHINESE_NUMBERS = ("", "一", "二两", "三", "四", "五", "六", "七", "八", "九", "十")
"""The characters for each number of fifth moves."""

TAKE_BLACK = SpecialMove(
    name="take-black",
    label=Message("take Black"),
    description=Message("take Black"),
    title=Message("Take Black"),
    menu_text=Message("Take &Black"),
    words=("take-black", "执黑"),
)
ADD_TWO = SpecialMove(
    name="add-two",
    label=Message("add two"),
    description=Message("add two stones"),
    title=Message("Add two stones"),
    menu_text=Message("Add t&wo stones"),
    words=("add-two", "add", "再放两子", "加两子"),
)

SWAP_COLOURS = SpecialMove(
    name="swap-colours",
    label=Message("swap colours"),
    description=Message("swap colours"),
    title=Message("Swap colours"),
    menu_text=Message("S&wap colours"),
    words=("swap-colours",),
)


def _declaration(count: int) -> SpecialMove:
    """Return the kind of move that declares a number of fifth moves."""
    label = Message("one fifth move")
    description = Message("declare one fifth move")
    title = menu_text = Message("One fifth move")
    if count > 1:
        label = Message("{count} fifth moves", count=count)
        description = Message("declare {count} fifth moves", count=count)
        title = menu_text = label
    return SpecialMove(
        name=f"fifth-moves-{count}",
        label=label,
        description=description,
        title=title,
        menu_text=menu_text,
        words=tuple(_list_words(count)),
        number=count,
    )


def _list_words(count: int) -> Iterator[str]:
    """Yield the texts by which a number of fifth moves may be typed."""
    yield f"fifth-moves-{count}"
    for number in (str(count), *CHINESE_NUMBERS[count]):
        yield f"{number}打"
        yield f"五手{number}打"
    yield f"n{count}"
    yield str(count)


DECLARATIONS = tuple(_declaration(count) for count in range(1, MOST_FIFTH_MOVES + 1))

CHOICES = (TAKE_BLACK, ADD_TWO, *DECLARATIONS, SWAP_COLOURS)
"""The kinds of special moves but the offers, in the order of their indices."""

CHOICES_OF = {
    NONE: (),
    SWAP2: (TAKE_BLACK, ADD_TWO),
    RIF: (TAKE_BLACK,),
    YAMAGUCHI: (TAKE_BLACK, *DECLARATIONS),
    TARAGUCHI: (SWAP_COLOURS, DECLARATIONS[-1]),
}
"""Those of each value of the option."""

OFFER_PREFIX = "offer-"
"""Prefix of the name of an offer; the name of the cell follows."""

FIRST_OFFER = len(CHOICES)
"""Index of the offer of the first cell behind the cells."""


def take_black(setup: GameSetup) -> Move:
    """Return the move by which a participant takes Black."""
    return Move(setup.cell_count)


def add_two(setup: GameSetup) -> Move:
    """Return the move that announces two more stones."""
    return Move(setup.cell_count + 1)


def swap_colours(setup: GameSetup) -> Move:
    """Return the move by which a participant takes the colour of the other one."""
    return Move(setup.cell_count + CHOICES.index(SWAP_COLOURS))


def declare(setup: GameSetup, count: int) -> Move:
    """Return the move that declares ``count`` fifth moves."""
    return Move(setup.cell_count + CHOICES.index(DECLARATIONS[count - 1]))


def declared_count(setup: GameSetup, move: Move) -> int | None:
    """Return the number that a declaration declares; ``None`` for other moves."""
    count = move - declare(setup, 1) + 1
    return count if 1 <= count <= MOST_FIFTH_MOVES else None


def offer(setup: GameSetup, cell: Move) -> Move:
    """Return the move that offers a cell as the fifth move."""
    return Move(setup.cell_count + FIRST_OFFER + cell)


def offered_cell(setup: GameSetup, move: Move) -> Move | None:
    """Return the cell that a move offers; ``None`` for other moves."""
    cell = move - setup.cell_count - FIRST_OFFER
    return Move(cell) if 0 <= cell < setup.cell_count else None


def is_choice(setup: GameSetup, move: Move) -> bool:
    """Return whether a move is one of the special moves."""
    return 0 <= move - setup.cell_count < FIRST_OFFER + setup.cell_count


def special_move(setup: GameSetup, move: Move) -> SpecialMove | None:
    """Return the kind of a special move; ``None`` for any other move."""
    cell = offered_cell(setup, move)
    if cell is not None:
        return _offer_kind(cell, notation.format_cell(setup, cell))
    return CHOICES[move - setup.cell_count] if is_choice(setup, move) else None


def parse_choice(setup: GameSetup, text: str) -> Move | None:
    """Return the special move with a name, or ``None``; the opening must have it."""
    name, opening = text.strip().lower(), setup.option(OPTION)
    for kind in CHOICES_OF[opening]:
        if kind.name == name:
            return Move(setup.cell_count + CHOICES.index(kind))
    if opening in WITH_FIFTH_MOVES and name.startswith(OFFER_PREFIX):
        cell = notation.parse_cell(setup, name.removeprefix(OFFER_PREFIX))
        return None if cell is None else offer(setup, cell)
    return None


def _offer_kind(cell: Move, name: str) -> SpecialMove:
    return SpecialMove(
        name=f"{OFFER_PREFIX}{name}",
        label=Message("offer {cell}", cell=MessageKey(name)),
        description=Message("offer {cell} as the fifth move", cell=MessageKey(name)),
        title=Message("Offer {cell}", cell=MessageKey(name)),
        menu_text=Message("Offer {cell}", cell=MessageKey(name)),
        words=(f"{OFFER_PREFIX}{name}",),
        cell=cell,
    )
