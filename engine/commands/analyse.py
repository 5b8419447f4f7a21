"""Review of a game; the analysis of each position is saved into its record."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from engine.commands.arguments import (
    ENGINE_HELP,
    add_json,
    add_limits,
    check_source,
    check_supports,
    check_target,
    make_limits,
    print_json,
)
from engine.commands.progress_bar import draw_bar
from engine.core.errors import EngineError, RecordFileError, UsageError
from engine.core.files.atomic_file import check_replaceable
from engine.core.files.file_stamp import FileStamp, read_stamp
from engine.core.processes.background_work import paused_background_work
from engine.core.types import Move, Player
from engine.games import GAMES, get_game
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.records import files
from engine.records.model.positions import final_position
from engine.records.model.record import GameRecord
from engine.records.model.record_format import RecordFormat
from engine.review.game_review import MISTAKE, GameReview, MoveReview, review_game
from engine.review.reviewer import Reviewer, ReviewProgress
from engine.search.api import close_searcher

SUMMARY = "review a game: best moves, losses and accuracy, saved into its record"

REFUTATION_SHOWN = 6
"""Moves of a refutation in the text output."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "record", metavar="RECORD", type=Path, help="the record of the game"
    )
    parser.add_argument("--engine", required=True, metavar="P", help=ENGINE_HELP)
    add_limits(parser)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="file of the reviewed record; without it RECORD is replaced",
    )
    parser.add_argument(
        "--game",
        choices=sorted(GAMES),
        help="the game, if the record does not name it",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Review the game, save it and print the review.

    Ctrl+C or a failure of the engine keeps what was found, and the file as it is if
    nothing was; a review that cannot be saved is printed all the same.
    """
    target = arguments.out or arguments.record
    check_source(arguments.record)
    stamp = read_stamp(target)
    record = files.load(arguments.record, game=arguments.game)
    form = _find_format(target, record)
    _check_whole(target, arguments.record, record)
    progress = _Progress(record)
    is_stopped, failure = _review_until_stopped(arguments, record, progress)
    notes: tuple[str, ...] = ()
    is_saved = False
    if progress.has_begun:
        try:
            _check_unchanged(target, stamp)
            notes = files.save(progress.record, target, format=form.name)
            is_saved = True
        except EngineError as error:
            failure = error
    review = review_game(progress.record)
    if arguments.json:
        print_json(
            {
                **_as_json(progress.record, review),
                "out": str(target) if is_saved else None,
                "stopped": is_stopped,
            }
        )
    else:
        for message in (*record.warnings, *notes):
            print(message, file=sys.stderr)
        _print_text(progress.record, review)
    if is_stopped:
        print(f"pentahex: Stopped {progress}.", file=sys.stderr)
    if failure is not None:
        raise failure
    return 1 if is_stopped else 0


def _find_format(target: Path, record: GameRecord) -> RecordFormat:
    """Return the format of the reviewed record.

    Raises:
        RecordFileError: The file cannot be written.
        UsageError: The folder does not exist, or the format keeps no analysis or does
            not support the game.
    """
    check_target(target)
    check_replaceable(target)
    kept = [entry for entry in files.FORMATS if entry.keeps_analysis]
    for entry in kept:
        is_named = target.suffix.lower() in entry.extensions
        if is_named and record.setup.game in entry.games:
            return entry
    endings = ", ".join(entry.extensions[0] for entry in kept)
    raise UsageError(
        f"Expected a file that keeps analysis ({endings}), got {target.name!r}; "
        "name one with --out."
    )


def _check_whole(target: Path, source: Path, record: GameRecord) -> None:
    """Check that the review replaces no file of which parts were left out.

    Raises:
        UsageError: It does.
    """
    if record.is_partial and target.resolve() == source.resolve():
        raise UsageError(
            "Expected a record that is read as a whole, since the review replaces "
            f"it, but parts of {target.name} were left out; name another file with "
            "--out."
        )


def _check_unchanged(target: Path, stamp: FileStamp | None) -> None:
    """Check that no other program has written the file during the review.

    Raises:
        RecordFileError: It has.
    """
    if read_stamp(target) not in (stamp, None):
        raise RecordFileError(
            f"Expected that {target.name} stays as it is during the review, but it was "
            "changed; the review is not saved."
        )


def _review_until_stopped(
    arguments: argparse.Namespace, record: GameRecord, progress: _Progress
) -> tuple[bool, EngineError | None]:
    """Review a game; return whether it was stopped, and the failure that stopped it.

    Raises:
        EngineError: See ``_review``; or the engine failed in its first search.
    """
    try:
        _review(arguments, record, progress)
    except KeyboardInterrupt:
        return True, None
    except EngineError as error:
        if not progress.has_begun:
            raise
        return True, error
    finally:
        progress.end_line()
    return False, None


def _review(
    arguments: argparse.Namespace, record: GameRecord, progress: _Progress
) -> None:
    """Search every position of the game.

    Raises:
        PresetError: The engine does not exist, or does not support this game, board or
            rules.
        RecordError: See ``Reviewer.review``.
    """
    player = parse_engine(arguments.engine, game=record.setup.game).with_options(
        make_limits(arguments)
    )
    check_supports(player, record.setup)
    limits = player.resolve_limits(record.setup)
    searcher = build_searcher(player, record.setup.game, seed=arguments.seed)
    try:
        with paused_background_work():
            review = Reviewer(searcher, limits).review
            review(record, on_progress=progress.update)
    finally:
        close_searcher(searcher)


class _Progress:
    """State of the review; a terminal shows it in one line of standard error."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        """The record with all analyses so far."""

        self._latest: ReviewProgress | None = None
        self._is_shown = sys.stderr.isatty()

    def __str__(self) -> str:
        if self._latest is None:
            return "before the end of the first search"
        return f"after {self._latest.done} of {self._latest.total} positions"

    @property
    def has_begun(self) -> bool:
        """Whether a position has been searched."""
        return self._latest is not None

    def update(self, progress: ReviewProgress) -> None:
        """Keep the record and draw the line again."""
        self.record, self._latest = progress.record, progress
        if self._is_shown:
            text = f"{draw_bar(progress.done, progress.total)} positions"
            print(f"\r{text} ", end="", file=sys.stderr, flush=True)

    def end_line(self) -> None:
        """End the line that is drawn."""
        if self._is_shown and self._latest is not None:
            print(file=sys.stderr)


def _as_json(record: GameRecord, review: GameReview) -> dict[str, Any]:
    def name(move: Move) -> str:
        return get_game(record.setup.game).cell_name(record.setup, move)

    return {
        "moves": [
            {
                "ply": move.ply,
                "move": name(move.move),
                "value": move.value,
                "best": name(move.best),
                "loss": move.loss,
                "refutation": [name(cell) for cell in move.refutation],
            }
            for move in review.moves
        ],
        "accuracy": {
            _side_name(record, seat): accuracy
            for seat, accuracy in review.accuracy.items()
        },
    }


def _side_name(record: GameRecord, seat: Player) -> str:
    """Return the colour that a participant holds at the end."""
    colour = final_position(record).colour_of(seat)
    return get_game(record.setup.game).sides[colour - 1]


def _print_text(record: GameRecord, review: GameReview) -> None:
    for seat, accuracy in review.accuracy.items():
        print(f"accuracy of {_side_name(record, seat)}: {accuracy:.1f} %")
    mistakes = review.mistakes()
    if not review.moves:
        print("no move is reviewed")
    elif not mistakes:
        print(f"no move lost {100 * MISTAKE:.0f} % or more")
    for move in mistakes:
        print(_mistake_line(record, move))


def _mistake_line(record: GameRecord, move: MoveReview) -> str:
    """Return a mistake: ``move 14: g9 lost 43 %, h5 was better; refuted by h8 i9``."""
    game = get_game(record.setup.game)
    played, best, *then = (
        game.cell_name(record.setup, cell)
        for cell in (move.move, move.best, *move.refutation[:REFUTATION_SHOWN])
    )
    line = f"move {move.ply}: {played} lost {100 * move.loss:.0f} %, {best} was better"
    return f"{line}; refuted by {' '.join(then)}" if then else line
