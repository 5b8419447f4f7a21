"""Conversion of a record between formats, and into pictures."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from engine.commands.arguments import (
    add_json,
    check_source,
    check_target,
    print_json,
)
from engine.core.errors import RecordError, UsageError
from engine.core.files.atomic_file import write_atomically
from engine.core.message import Message
from engine.games import GAMES
from engine.records import csv_table, files, picture
from engine.records.joining import GameTree
from engine.records.model.record import GameRecord

SUMMARY = "convert a record into another format or a picture"

PICTURE_OPTIONS = {
    "first": "--first",
    "move": "--move",
    "theme": "--theme",
    "has_numbers": "--numbers",
    "has_coordinates": "--no-coordinates",
    "side": "--side",
    "delay": "--delay",
}
"""Options of pictures by their field of ``PictureRequest``."""

FILM_OPTIONS = ("first", "delay")
"""Fields of an animation alone."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    endings = ", ".join(_list_endings())
    parser.add_argument("source", metavar="IN", type=Path, help="the record to read")
    parser.add_argument(
        "target",
        metavar="OUT",
        type=Path,
        help=f"the file to write; its extension selects the format ({endings})",
    )
    parser.add_argument(
        "--game",
        choices=sorted(GAMES),
        help="the game, if the record does not name it",
    )
    parser.add_argument(
        "--join",
        nargs="+",
        default=[],
        type=Path,
        metavar="FILE",
        help="further games, joined with IN into one tree",
    )
    add_json(parser)
    _add_picture_arguments(parser)


def _add_picture_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of pictures; one that is not given is not set."""
    group = parser.add_argument_group(
        "pictures",
        "a .png or .svg shows a position of the main line, a .gif its moves one by one",
        argument_default=argparse.SUPPRESS,
    )
    group.add_argument(
        "--move",
        type=int,
        metavar="N",
        help="the position after N moves; the last one by default",
    )
    group.add_argument(
        "--first",
        type=int,
        metavar="N",
        help="a .gif begins with the position after N moves, 0 by default, and ends "
        "with that of --move",
    )
    group.add_argument(
        "--delay",
        type=float,
        metavar="S",
        help="seconds for each position of a .gif, 1 by default; three times as many "
        "for the last one",
    )
    group.add_argument("--theme", choices=("light", "dark"), help="light by default")
    group.add_argument(
        "--numbers",
        dest="has_numbers",
        action="store_true",
        help="number the stones by their moves",
    )
    group.add_argument(
        "--no-coordinates",
        dest="has_coordinates",
        action="store_false",
        help="leave the coordinates out",
    )
    group.add_argument(
        "--side",
        type=int,
        metavar="PIXELS",
        help="pixels of the longer side, 100 to 4000, about 800 by default",
    )


def run(arguments: argparse.Namespace) -> int:
    """Convert the record; print what was skipped, guessed or lost."""
    form = _find_form(arguments)
    check_source(arguments.source)
    check_target(arguments.target)
    record = _load(arguments)
    notes = form.write(record, arguments.target)
    moves = len(record.main_moves())
    if arguments.json:
        print_json(
            {
                "in": str(arguments.source),
                "out": str(arguments.target),
                "form": form.name,
                "game": record.setup.game,
                "height": record.setup.height,
                "width": record.setup.width,
                "moves": moves,
                "warnings": list(record.warnings),
                "notes": list(notes),
            }
        )
        return 0
    for message in (*record.warnings, *notes):
        print(message, file=sys.stderr)
    print(
        f"{arguments.target}: {record.setup.game} {record.setup.size_text}, "
        f"{moves} {'move' if moves == 1 else 'moves'}, {form.title}"
    )
    return 0


def _load(arguments: argparse.Namespace) -> GameRecord:
    """Return the record to convert, or the tree of all games.

    Raises:
        RecordError: A file cannot be read or joined.
    """
    record = files.load(arguments.source, game=arguments.game)
    if not arguments.join:
        return record
    tree, warnings = GameTree(record), [*record.warnings]
    for path in arguments.join:
        check_source(path)
        other = files.load(path, game=arguments.game)
        try:
            tree.add(other)
        except RecordError as error:
            raise RecordError(
                Message("{file}: {error}", file=path.name, error=error.message)
            ) from None
        warnings += other.warnings
    return replace(tree.record(), warnings=tuple(warnings))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """A form of files to write."""

    name: str
    title: str
    write: Callable[[GameRecord, Path], tuple[str, ...]]
    """Writes a record to a file, and returns notes on what is not kept."""


def _list_endings() -> tuple[str, ...]:
    """Return the endings of files that can be written."""
    known = [end for entry in files.FORMATS for end in entry.extensions]
    return (*known, csv_table.EXTENSION, *(f".{form}" for form in picture.TITLES))


def _find_form(arguments: argparse.Namespace) -> _Form:
    """Return the form that the ending of the file selects.

    Raises:
        UsageError: There is none, or it has not the options that are given.
    """
    path = arguments.target
    given = {key: vars(arguments)[key] for key in PICTURE_OPTIONS if key in arguments}
    form = picture.find_form(path)
    wrong = next((key for key in given if not _has_option(form, key)), None)
    if wrong is not None:
        forms = [one for one in picture.TITLES if _has_option(one, wrong)]
        raise UsageError(
            Message(
                "Expected a file name ending in {endings} with {option}, got {file!r}.",
                endings=tuple(f".{one}" for one in forms),
                option=PICTURE_OPTIONS[wrong],
                file=path.name,
            )
        )
    if form is not None:
        return _make_picture_form(form, given, arguments.draw_picture)
    if path.suffix.lower() == csv_table.EXTENSION:
        return _Form(name="csv", title=csv_table.TITLE, write=_write_table)
    ending = path.suffix.lower()
    found = next((entry for entry in files.FORMATS if ending in entry.extensions), None)
    if found is None:
        raise UsageError(
            Message(
                "Expected a file name ending in {known}, got {name!r}.",
                known=_list_endings(),
                name=path.name or str(path),
            )
        )
    write = partial(files.save, format=found.name)
    return _Form(name=found.name, title=found.title, write=write)


def _has_option(form: picture.Form | None, key: str) -> bool:
    """Return whether a form of picture has an option."""
    return form == "gif" or (form is not None and key not in FILM_OPTIONS)


def _make_picture_form(
    form: picture.Form, given: dict[str, Any], draw: picture.DrawPicture | None
) -> _Form:
    """Return the form of a picture.

    Raises:
        SettingsError: A value is out of range.
        UsageError: This program cannot draw.
    """
    if draw is None:
        raise UsageError(
            Message("Expected the window's half of the program, which draws pictures.")
        )
    request = picture.PictureRequest(form=form, **given)

    def write(record: GameRecord, path: Path) -> tuple[str, ...]:
        draw(record, path, request)
        return ()

    return _Form(name=form, title=picture.TITLES[form], write=write)


def _write_table(record: GameRecord, path: Path) -> tuple[str, ...]:
    write_atomically(path, csv_table.format(record).encode())
    return ("CSV keeps the moves of the main line alone, and cannot be read again.",)
