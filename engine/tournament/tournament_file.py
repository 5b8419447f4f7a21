"""Tournament file: TOML with engines, board, limits and schedule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from engine.core.board.board_notation import parse_size
from engine.core.errors import EngineError
from engine.core.formats.settings_reader import (
    Count,
    Range,
    Seed,
    at_key,
    in_file,
    make_value_error,
    read_table,
    read_toml,
)
from engine.core.message import Message
from engine.games import get_game
from engine.tournament.opening_choice import choose_openings
from engine.tournament.plan import MOST_GAMES, Adjudication, MoveLimits, Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentFile:
    """Content of a tournament file; every field is a key."""

    game: str
    """Name of the game."""

    engines: tuple[str, ...]
    """The engines, as in the command ``match``."""

    limits: MoveLimits
    """Limit of every move."""

    name: str = ""
    """Title of the reports."""

    kind: Literal["round-robin", "gauntlet"] = "round-robin"
    """Everyone against everyone, or the first engines against the others."""

    challengers: Count = 1
    """Number of the first engines that meet the others in a gauntlet."""

    games: Annotated[int, Range(least=1, most=MOST_GAMES)] = 2
    """Games of each two engines that meet."""

    size: str = ""
    """Size of the board, ``N`` or ``HxW``; empty for the usual one of the game."""

    options: Mapping[str, str] = field(default_factory=dict)
    """Rules of the game."""

    openings: str = ""
    """File of openings, relative to this file; empty for those of the program."""

    seed: Seed = 0
    """Random seed."""

    concurrency: Annotated[int, Range(least=1, most=256)] = 1
    """Number of games at the same time."""

    adjudication: Adjudication = field(default_factory=Adjudication)
    """Ends of games before their end by the rules."""


def read_tournament(path: Path) -> Plan:
    """Return the plan of a tournament file.

    Raises:
        SettingsError: The file cannot be read, or a key or value is not accepted.
    """
    table = read_toml(path)
    with in_file(path):
        return _make_plan(read_table(TournamentFile, _with_text_size(table)), path)


def _with_text_size(table: dict[str, Any]) -> dict[str, Any]:
    """Return a table in which a size that is a number is a text."""
    size = table.get("size")
    if isinstance(size, int) and not isinstance(size, bool):
        return {**table, "size": str(size)}
    return table


def _make_plan(file: TournamentFile, path: Path) -> Plan:
    with at_key("game"):
        game = get_game(file.game)
    with at_key("size"):
        height, width = parse_size(file.size) if file.size else (None, None)
        game.setup(height=height, width=width)
    with at_key("options"):
        setup = game.setup(height=height, width=width, options=file.options)
    rounds = (file.games + 1) // 2
    given = path.parent / file.openings if file.openings else None
    try:
        openings, source = choose_openings(setup, rounds, seed=file.seed, file=given)
    except EngineError as error:
        raise make_value_error("openings", error.message) from error
    if len(set(file.engines)) < len(file.engines):
        raise make_value_error("engines", Message("expected each engine once"))
    return Plan(
        kind=file.kind,
        engines=file.engines,
        setup=setup,
        limits=file.limits,
        games=file.games,
        name=file.name or path.stem,
        challengers=file.challengers,
        openings=openings,
        openings_source=source,
        seed=file.seed,
        adjudication=file.adjudication,
        concurrency=file.concurrency,
    )
