"""Addresses of games on hexworld.org: ``https://hexworld.org/board/#11c1,a10b3:sf6``.

The part after ``#`` has the size (``11`` or, columns first, ``11x9``), drawing options,
then moves without spaces; a second comma marks the current position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import unquote

from engine.core.errors import IllegalMoveError, RecordError, SetupError
from engine.core.game import GameSetup
from engine.core.message import Message, as_clause
from engine.core.types import Move, Outcome, Player
from engine.games import get_game
from engine.records.model import parsing, reasons
from engine.records.model.format_checks import check_expected_game, check_game
from engine.records.model.parsing import (
    NO_NOTES,
    SourceText,
    TreePosition,
    TreeReader,
    WarningList,
)
from engine.records.model.positions import final_position, start_position
from engine.records.model.record import GameRecord
from engine.records.model.record_format import RecordFormat
from engine.records.sgf.property_values import SWITCHED_ON

GAME = "hex"
SWAP_OPTION, SWAP_MOVE = "swap", "swap-pieces"
"""Names of the swap's option and move."""

ADDRESS = "https://hexworld.org/board/#"
USUAL_DRAWING = "c1"
"""Drawing option of most shared games."""

SWAP_PIECES, SWAP_SIDES, PASS = ":s", ":S", ":p"
"""The swaps move the stone to the mirrored cell, or exchange the players' colours."""

ENDINGS = {
    ":rb": Outcome(Player.SECOND, reasons.RESIGNATION),
    ":rw": Outcome(Player.FIRST, reasons.RESIGNATION),
    ":fb": Outcome(Player.SECOND, reasons.FORFEIT),
    ":fw": Outcome(Player.FIRST, reasons.FORFEIT),
}
"""Black (Red) or White (Blue) resigns or forfeits the game."""

_SITE = r"(?:https?://)?(?:www\.)?hexworld\.org/\S*?#"
_GAME = re.compile(
    rf"\s*<?(?:{_SITE}|\#?(?=[0-9]+[a-z][a-z0-9]*,))"
    r"(?P<width>[0-9]{1,3})(?:x(?P<height>[0-9]{1,3}))?(?P<drawing>(?:[a-z][0-9]*)*)"
    r"(?:,(?P<moves>\S*))?",
    re.IGNORECASE,
)
_TOKEN = re.compile(
    r"(?P<comma>,)|(?P<cell>[A-Za-z]{1,2}[0-9]{1,2})|(?P<word>:(?:[rf][bw]|[a-zA-Z]?))|(?P<other>.)",
    re.DOTALL,
)


def parse(text: str, *, game: str | None = None) -> GameRecord:
    """Return the record of an address.

    Args:
        text: The address.
        game: Name of the expected game, if any.

    Raises:
        RecordError: The text is not an address, or another game is expected.
    """
    check_expected_game(GAME, game)
    return _Reader(text).record()


def parse_cursor_ply(text: str) -> int | None:
    """Return the number of moves before the cursor of an address, if it has one."""
    match = _GAME.match(_plain(text))
    moves = (match["moves"] or "") if match else ""
    before, comma, _ = moves.partition(",")
    if not comma:
        return None
    kinds = [token.lastgroup for token in _TOKEN.finditer(before)]
    return kinds.count("cell") + before.lower().count(SWAP_PIECES)


def format(record: GameRecord, *, at: int | None = None) -> str:
    """Return the address of a game.

    Args:
        record: A game of Hex.
        at: Index of the current node, with the line through it; ``None`` means the end
            of the main line.

    Raises:
        RecordError: The record is of another game or begins with stones.
    """
    check_game(record, GAME)
    if record.start_stones:
        raise RecordError(
            Message(
                "Expected a game from the empty board: a HexWorld address has no "
                "stones before the first move."
            )
        )
    setup, main = record.setup, record.main_line()
    line = main if at is None else record.line_through(at)[1:]
    words = [_word(setup, move) for move in record.moves_of(line)]
    passed = PASS if record.start_player is Player.SECOND else ""
    shown = len(words) if at is None else len(record.path_to(at)) - 1
    parts = ["".join([passed, *words[:shown]])]
    if shown < len(words):
        parts.append("".join(words[shown:]))
    if line == main:
        parts[-1] += _ending(record)
    size = f"{setup.width}"
    if setup.width != setup.height:
        size = f"{setup.width}x{setup.height}"
    if parts == [""]:
        return f"{ADDRESS}{size}{USUAL_DRAWING}"
    return ",".join([f"{ADDRESS}{size}{USUAL_DRAWING}", *parts])


def losses(record: GameRecord) -> tuple[str, ...]:
    """Return a message if an address does not keep the whole record.

    Raises:
        RecordError: See ``format``.
    """
    if parse(format(record)) == record:
        return ()
    return (Message("A HexWorld address keeps only the board and the moves."),)


class _Reader:
    """Reader of one address.

    Args:
        text: The address.

    Raises:
        RecordError: The text is not an address, or its board size is not supported.
    """

    def __init__(self, text: str) -> None:
        plain = _plain(text)
        self._source = SourceText(plain)
        self._warnings = WarningList()
        match = _GAME.match(plain)
        if match is None:
            raise RecordError(
                Message("Expected a HexWorld address such as '{like}'.", like=_EXAMPLE)
            )
        moves = match["moves"] or ""
        self._tokens = list(_TOKEN.finditer(plain, match.end() - len(moves)))
        self._start = GameRecord(
            setup=_setup(match, moves),
            start_player=Player.SECOND if moves.startswith(PASS) else Player.FIRST,
        )
        self._is_mirrored = False
        self._claim: Outcome | None = None

    def record(self) -> GameRecord:
        """Return the record of the address."""
        tree = TreeReader(
            start_position(self._start), self._source.place, self._warnings
        )
        at: TreePosition | None = tree.start
        for token in self._moves():
            if at is None or self._claim is not None:
                break
            at = self._read(tree, at, token)
        record = replace(self._start, nodes=tree.build()[0])
        outcome = parsing.determine_outcome(
            final_position(record), self._claim, self._warnings
        )
        return replace(
            record,
            outcome=outcome,
            warnings=self._warnings.texts(),
            is_partial=self._warnings.has_omissions,
        )

    def _moves(self) -> Iterator[re.Match[str]]:
        """Yield the tokens of moves, up to the end of the address."""
        is_first = True
        for token in self._tokens:
            if token["other"] is not None:
                self._note_rest(token)
                return
            is_passed = is_first and self._start.start_player is Player.SECOND
            if token["comma"] is None and not is_passed:
                yield token
            is_first = False

    def _note_rest(self, token: re.Match[str]) -> None:
        if self._source.text[token.start() :].strip(" \t\n>"):
            self._warnings.leave_out(
                Message(
                    "What follows the record ({place}) was left out.",
                    place=self._source.place(token.start()),
                )
            )

    def _read(
        self, tree: TreeReader, at: TreePosition, token: re.Match[str]
    ) -> TreePosition | None:
        word, offset = token[0], token.start()
        if word in ENDINGS:
            self._claim = self._mirror_outcome(ENDINGS[word])
            return at
        if word == PASS:
            tree.leave_out(at, Message("passing is not allowed"), offset=offset)
            return None
        position = at.position
        try:
            move = self._move(position.setup, word)
        except IllegalMoveError as error:
            tree.leave_out(at, as_clause(error.message), offset=offset)
            return None
        if word == SWAP_SIDES:
            self._is_mirrored = True
            self._warnings.add(
                Message(
                    "The players swap sides; the record was mirrored from there on, so "
                    "that the first stone changes its place and colour instead."
                )
            )
        return tree.play(at, position.to_move, move, offset=offset, notes=NO_NOTES)

    def _move(self, setup: GameSetup, word: str) -> Move:
        """Return the move of a word.

        Raises:
            IllegalMoveError: The word is no move on this board.
        """
        if word in (SWAP_PIECES, SWAP_SIDES):
            return get_game(GAME).parse_cell(setup, SWAP_MOVE)
        move = get_game(GAME).parse_cell(setup, word)
        if not self._is_mirrored:
            return move
        row, column = divmod(move, setup.width)
        return Move(column * setup.width + row)

    def _mirror_outcome(self, outcome: Outcome) -> Outcome:
        """Return an outcome in the colours of the record, which may be mirrored."""
        if not self._is_mirrored or outcome.winner is None:
            return outcome
        return Outcome(outcome.winner.opponent, outcome.reason)


def _setup(match: re.Match[str], moves: str) -> GameSetup:
    """Return board and rules; a swap among the moves turns the swap rule on.

    Raises:
        RecordError: The game does not support the size.
    """
    width = int(match["width"])
    height = int(match["height"] or width)
    has_swap = SWAP_PIECES in moves or SWAP_SIDES in moves
    options = {SWAP_OPTION: SWITCHED_ON} if has_swap and height == width else {}
    try:
        return get_game(GAME).setup(height=height, width=width, options=options)
    except SetupError as error:
        raise RecordError(error.message) from None


def _word(setup: GameSetup, move: Move) -> str:
    name = get_game(GAME).cell_name(setup, move)
    return SWAP_PIECES if name == SWAP_MOVE else name


def _ending(record: GameRecord) -> str:
    """Return the word for a resignation or forfeit; empty for other results."""
    outcome = record.outcome
    if outcome is None or final_position(record).outcome is not None:
        return ""
    is_resigned = outcome.reason == reasons.RESIGNATION
    reason = reasons.RESIGNATION if is_resigned else reasons.FORFEIT
    words = {ending: word for word, ending in ENDINGS.items()}
    return words.get(Outcome(outcome.winner, reason), "")


def _plain(text: str) -> str:
    return unquote(text)


_EXAMPLE = f"{ADDRESS}11{USUAL_DRAWING},a10b3f6"

FORMAT = RecordFormat(
    name="hexworld",
    title="HexWorld",
    extensions=(),
    list_games=lambda: (GAME,),
    beginning=_GAME,
    parse=parse,
    format=format,
    losses=losses,
)
"""HexWorld addresses, which keep board, main line and resignation; not for files."""
