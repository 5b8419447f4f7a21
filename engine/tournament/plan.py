"""Plan of a match or tournament: everything that determines its games.

The plan is a file of the run folder. A run resumes only with an equal plan.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

from engine import __version__
from engine.core.errors import PresetError, SettingsError
from engine.core.formats.json_text import parse_json
from engine.core.formats.settings_reader import (
    Count,
    Range,
    Seed,
    check_fields,
    make_value_error,
    read_table,
)
from engine.core.game import GameSetup
from engine.core.message import Message, MessageKey
from engine.games import get_game
from engine.players.program_player import COMMAND_FORM, ProgramPlayer
from engine.tournament.schedule import (
    ScheduledGame,
    ScheduleKind,
    list_pairings,
    make_schedule,
)
from engine.tournament.statistics.pair_statistics import Sprt

FORMAT_NAME = "pentahex-match"
"""Value of ``format`` in a plan file."""

MOST_GAMES = 100_000
"""Maximum number of games of a run."""

MOST_ENGINES = 200
"""Maximum number of engines of a run."""

OVERRUN_SECONDS = 0.05
"""Seconds beyond the time limit from which a move counts as an overrun.

A search looks at the clock every 10 ms; an external program answers through a pipe.
"""

ClockKind = Literal["wall", "cpu"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveLimits:
    """Limit of every move of every engine; exactly one kind of limit."""

    seconds: Annotated[float, Range(least=0.01, most=360_000)] | None = None
    """Time for a move, in seconds."""

    nodes: Count | None = None
    """Nodes or simulations of a move."""

    own: bool = False
    """Whether each engine has the limits of its preset."""

    clock: ClockKind = "wall"
    """Time that ``seconds`` counts: of the wall clock, or of the processor."""

    threads: Annotated[int, Range(least=1, most=256)] | None = None
    """Threads of a search; ``None`` for those of the preset."""

    grace: Annotated[float, Range(least=0, most=3600)] = 1.0
    """Seconds beyond the time limit after which the game is lost on time."""

    def __post_init__(self) -> None:
        check_fields(self)
        limits = {"seconds": self.seconds, "nodes": self.nodes, "own": self.own or None}
        given = tuple(name for name, value in limits.items() if value is not None)
        if len(given) != 1:
            raise SettingsError(
                Message(
                    "Expected exactly one of seconds, nodes and own, got {given}.",
                    given=given or Message("none"),
                )
            )

    def __str__(self) -> str:
        if self.own:
            return "own limits"
        if self.nodes is not None:
            return f"{self.nodes} nodes a move"
        kind = " of processor time" if self.clock == "cpu" else ""
        return f"{self.seconds:g} s{kind} a move"


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudication:
    """Ends of games before their end by the rules; none by default."""

    win_rate: Annotated[float, Range(above=0.5, most=1)] | None = None
    """Win rate of one engine at which both agree that it wins; ``None`` for never."""

    win_plies: Annotated[int, Range(least=2, most=1000)] = 6
    """Plies in a row for which both engines must agree."""

    draw_plies: Count | None = None
    """Number of plies after which a game is a draw; ``None`` for never."""

    def __post_init__(self) -> None:
        check_fields(self)

    def __str__(self) -> str:
        parts = []
        if self.win_rate is not None:
            parts.append(
                f"win at {100 * self.win_rate:g} % for {self.win_plies} plies by both"
            )
        if self.draw_plies is not None:
            parts.append(f"draw after {self.draw_plies} plies")
        return ", ".join(parts) or "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedOpening:
    """Opening of a pair of games."""

    name: str
    """Name in tables and records."""

    moves: str
    """Names of the cells in the order of play, separated by spaces."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Plan of a run.

    Raises:
        SettingsError: The parts do not fit together.
        SetupError: The game has no such board or rules.
    """

    kind: ScheduleKind
    """Match of two engines, round robin, gauntlet or ratings."""

    engines: tuple[str, ...]
    """The engines as written by the user."""

    setup: GameSetup
    """Game, size and rules."""

    limits: MoveLimits
    """Limit of every move."""

    games: Annotated[int, Range(least=1, most=MOST_GAMES)]
    """Games of each two engines that meet; in ratings the mean games of an engine."""

    error: Annotated[float, Range(least=1, most=1000)] | None = None
    """In ratings, the distance of every bound from its rating, in Elo, that is enough;
    ``None`` to play all games."""

    name: str = ""
    """Title of the reports; empty for the names of the engines."""

    challengers: Count = 1
    """Number of the first engines that meet the others in a gauntlet."""

    openings: tuple[PlannedOpening, ...] = ()
    """Openings in the order of play; none for the empty board."""

    openings_source: str = ""
    """Description of where the openings come from."""

    seed: Seed = 0
    """Random seed."""

    sprt: Sprt | None = None
    """Sequential test that ends a match early."""

    adjudication: Adjudication = field(default_factory=Adjudication)
    """Ends of games before their end by the rules."""

    concurrency: Annotated[int, Range(least=1, most=256)] = 1
    """Number of games at the same time."""

    version: str = __version__
    """Version of the program that made the plan."""

    def __post_init__(self) -> None:
        check_fields(self)
        self._check_engines()
        if self.sprt is not None and self.kind != "match":
            raise SettingsError(
                Message("Expected a sequential test in a match of two engines only.")
            )
        if self.error is not None and self.kind != "ratings":
            raise make_value_error("error", Message("expected none but in ratings"))
        if self.most_games > MOST_GAMES:
            raise make_value_error(
                "games", Message("expected at most {most} in total", most=MOST_GAMES)
            )
        setup, game = self.setup, get_game(self.setup.game)
        game.setup(height=setup.height, width=setup.width, options=dict(setup.options))
        if self.adjudication.draw_plies is not None and not game.has_draws:
            raise make_value_error(
                "adjudication.draw_plies",
                Message(
                    "expected none in {game}, which has no draws",
                    game=MessageKey(game.name),
                ),
            )

    def _check_engines(self) -> None:
        count = len(self.engines)
        if self.kind == "match" and count != 2:  # noqa: PLR2004
            raise make_value_error(
                "engines", Message("expected 2 of a match, got {count}", count=count)
            )
        if not 2 <= count <= MOST_ENGINES:  # noqa: PLR2004
            raise make_value_error(
                "engines",
                Message(
                    "expected 2 to {most}, got {count}", most=MOST_ENGINES, count=count
                ),
            )
        if self.kind == "gauntlet" and self.challengers >= count:
            raise make_value_error(
                "challengers",
                Message("expected fewer than engines, got {n}", n=self.challengers),
            )

    @property
    def title(self) -> str:
        """Title of the reports."""
        if self.name or self.kind != "match":
            return self.name or f"{self.kind} of {len(self.engines)} engines"
        return " against ".join(self.names)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the engines in tables and records, all different.

        An external program has the name of its settings, if they give it one. A name
        that is there more than once has a number, as in ``uct:7 (2)``.
        """
        names = _number([_name(engine, self.engines) for engine in self.engines])
        return names if len(set(names)) == len(names) else self.specs

    @cached_property
    def specs(self) -> tuple[str, ...]:
        """The engines as written by the user, for other programs, all different.

        An engine that is there more than once has a number, as in ``uct:7 (2)``.
        """
        return _number(self.engines)

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Pairs of engines that meet."""
        return list_pairings(self.kind, len(self.engines), challengers=self.challengers)

    @property
    def most_games(self) -> int:
        """Number of the games, if nothing ends the run early."""
        if self.kind == "ratings":
            return 2 * math.ceil(self.games * len(self.engines) / 4)
        return self.games * len(self.pairings)

    @cached_property
    def schedule(self) -> tuple[ScheduledGame, ...]:
        """The games in the order of play, as far as they are known in advance.

        Those of ratings depend on results: see ``RunState.schedule``.
        """
        if self.kind == "ratings":
            return ()
        return make_schedule(
            self.pairings, games=self.games, openings=len(self.openings)
        )

    @property
    def openings_digest(self) -> str:
        """Digest of the openings, independent of the names."""
        text = "\n".join(opening.moves for opening in self.openings)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def to_json(self) -> str:
        """Return the content of a plan file."""
        table = {"format": FORMAT_NAME, **asdict(self)}
        table["openings_digest"] = self.openings_digest
        return json.dumps(table, indent=1, ensure_ascii=False, allow_nan=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """Return the plan in the content of a plan file.

        Raises:
            SettingsError: The text is no plan.
            SetupError: The game has no such board or rules.
        """
        try:
            table = parse_json(text)
        except ValueError:
            table = None
        if not isinstance(table, dict) or table.pop("format", None) != FORMAT_NAME:
            raise SettingsError(Message("Expected the plan of a match."))
        digest = table.pop("openings_digest", None)
        plan = read_table(cls, table)
        if plan.openings_digest != digest:
            raise make_value_error(
                "openings", Message("expected the digest {digest}", digest=digest)
            )
        return plan

    def list_differences(self, other: Plan) -> list[Message]:
        """Return a clause for each difference that changes games, with both values."""
        own, theirs = dict(_game_keys(self)), dict(_game_keys(other))
        return [
            Message("other {key}", key=key)
            if key in LONG_KEYS
            else Message(
                "{key} was {before} and is {after}",
                key=key,
                before=_format_value(own[key]),
                after=_format_value(theirs[key]),
            )
            for key in own
            if own[key] != theirs[key]
        ]


def _name(engine: str, engines: Sequence[str]) -> str:
    """Return the name of an external program, or the text of an engine.

    A name that is the text of another engine is not used.
    """
    if not COMMAND_FORM.match(engine):
        return engine
    try:
        program = ProgramPlayer.parse(engine)
    except PresetError:
        return engine
    is_named = "name" in dict(program.overrides)
    return program.title if is_named and program.title not in engines else engine


def _number(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, with numbers where one is there more than once."""
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        is_unique = names.count(name) == 1
        numbered.append(name if is_unique else f"{name} ({seen[name]})")
    return tuple(numbered)


INERT_KEYS = ("name", "openings_source", "concurrency", "version")
"""Keys of a plan that change no game."""

WHOLE_KEYS = ("sprt",)
"""Keys whose value is compared as one; it may be absent."""


LONG_KEYS = ("openings",)
"""Keys whose values are too long for a sentence."""


def _format_value(value: object) -> str:
    """Return a value of a plan as in its file."""
    table = asdict(value) if is_dataclass(value) else value  # type: ignore[arg-type]
    return json.dumps(table, ensure_ascii=False)


def _game_keys(plan: Plan) -> Iterator[tuple[str, Any]]:
    """Yield the keys that determine the games, with their values."""
    for entry in fields(plan):
        value = getattr(plan, entry.name)
        if entry.name in INERT_KEYS:
            continue
        if entry.name == "openings":
            yield entry.name, [opening.moves for opening in value]
        elif is_dataclass(value) and entry.name not in WHOLE_KEYS:
            for part in fields(value):
                yield f"{entry.name}.{part.name}", getattr(value, part.name)
        else:
            yield entry.name, value
