"""Lists of moves as people write them: ``h8 h9 i8``, ``h8h9i8``, ``1. h8 h9 2. i8``.

A list names no game, so the caller provides the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.core.errors import IllegalMoveError, RecordError, SetupError
from engine.core.game import GameSetup
from engine.core.message import Message, as_clause
from engine.core.types import Move, Outcome
from engine.games import get_game
from engine.records.ccgc.vocabulary import FULL_WIDTH
from engine.records.model import parsing, reasons
from engine.records.model.parsing import (
    NO_NOTES,
    SourceText,
    TreePosition,
    TreeReader,
    WarningList,
)
from engine.records.model.positions import final_position, start_position
from engine.records.model.record import GameRecord
from engine.records.sgf.property_values import SWITCHED_ON

MAX_LIST_LENGTH = 100_000
"""Largest number of characters of a list; 500 numbered moves have 4,000."""

ENDINGS = {"resign": reasons.RESIGNATION, "forfeit": reasons.FORFEIT}

_TOKEN = re.compile(
    r"""[\s,;|/>\u2013\u2014-]*(?:
        (?P<word>swap-pieces|swap-sides|swap-colours|swap|take-black|add-two
            |pass|resign|forfeit
            |fifth-moves-[0-9]{1,2}|offer-[a-z]{1,2}[0-9]{1,2})(?![a-z0-9-])
        |(?P<cell>[a-z]{1,2}[0-9]{1,2})(?![0-9])
        |(?P<number>[0-9]{1,3}(?![0-9a-z])[.):\u2026]*)
        |(?P<other>[^\s,;]+)
    )""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class _Token:
    """A word of a list."""

    kind: str
    """Name of its group: ``cell``, ``word``, ``number`` or ``other``."""

    text: str
    """The word in lower case."""

    offset: int
    """Offset of the word in the text."""


def is_move_list(text: str) -> bool:
    """Return whether a text is a list of moves: its first and most words are moves."""
    if len(text) > MAX_LIST_LENGTH:
        return False
    kinds = [token.kind for token in _tokens(text) if token.kind != "number"]
    moves = len(kinds) - kinds.count("other")
    return kinds[:1] in (["cell"], ["word"]) and moves >= 2 * kinds.count("other")


def parse(text: str, start: GameRecord) -> GameRecord:
    """Return the record with the moves of a list.

    Args:
        text: The list.
        start: Record with the board, the rules and the stones at the start.

    Raises:
        RecordError: Not even the first move can be played.
    """
    source, warnings = SourceText(text), WarningList()
    tokens = [token for token in _tokens(text) if token.kind != "number"]
    record = GameRecord(
        setup=_with_swap(start.setup, tokens),
        start_stones=start.start_stones,
        start_player=start.start_player,
    )
    tree = TreeReader(start_position(record), source.place, warnings)
    at: TreePosition | None = tree.start
    claim: Outcome | None = None
    for token in tokens:
        if at is None or claim is not None:
            break
        if token.kind == "other":
            _leave_out(token, source, warnings)
        elif token.text in ENDINGS:
            loser = at.position.to_move
            claim = Outcome(loser.opponent, ENDINGS[token.text])
        else:
            at = _play(tree, at, token)
    nodes, _ = tree.build()
    if at is None and len(nodes) == 1:
        raise RecordError(
            Message(
                "Expected moves that can be played here, got none. {why}",
                why=warnings.texts()[0],
            )
        )
    record = replace(record, nodes=nodes)
    final = final_position(record)
    outcome = parsing.determine_outcome(final, claim, warnings)
    return replace(
        record,
        outcome=outcome,
        warnings=warnings.texts(),
        is_partial=warnings.has_omissions,
    )


def format(setup: GameSetup, moves: list[Move]) -> str:
    """Return moves as a list that ``parse`` reads, without numbers."""
    game = get_game(setup.game)
    return " ".join(game.cell_name(setup, move) for move in moves)


def _tokens(text: str) -> Iterator[_Token]:
    for match in _TOKEN.finditer(text.translate(FULL_WIDTH).lower()):
        kind = match.lastgroup or "other"
        yield _Token(kind, match[kind], match.start(kind))


def _with_swap(setup: GameSetup, tokens: list[_Token]) -> GameSetup:
    """Return the setup, with the swap rule on if the list has a swap."""
    game = get_game(setup.game)
    properties = game.sgf()
    swap = None if properties is None else properties.swap
    if swap is None or all(token.text not in swap.words for token in tokens):
        return setup
    options = dict(setup.options) | {swap.option: SWITCHED_ON}
    try:
        return game.setup(height=setup.height, width=setup.width, options=options)
    except SetupError:
        return setup


def _leave_out(token: _Token, source: SourceText, warnings: WarningList) -> None:
    if not warnings.is_full:
        warnings.leave_out(
            Message(
                "'{text:.20}' ({place}) is not a move and was skipped.",
                text=token.text,
                place=source.place(token.offset),
            )
        )


def _play(tree: TreeReader, at: TreePosition, token: _Token) -> TreePosition | None:
    """Play a move; return ``None`` if it and the rest of the list are skipped."""
    position = at.position
    game = get_game(position.setup.game)
    try:
        move = game.parse_cell(position.setup, token.text)
    except IllegalMoveError as error:
        tree.leave_out(at, as_clause(error.message), offset=token.offset)
        return None
    return tree.play(at, position.to_move, move, offset=token.offset, notes=NO_NOTES)
