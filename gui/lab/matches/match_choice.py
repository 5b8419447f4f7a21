"""Choices of the match form, and the plan that they make; no Qt."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Literal

from engine.core.errors import PresetError, SettingsError
from engine.core.formats.settings_reader import Count, Range, read_table
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.games import get_game
from engine.players.engine_spec import name_overrides, split_whole_spec
from engine.tournament.opening_choice import choose_openings
from engine.tournament.plan import MOST_GAMES, MoveLimits, Plan, PlannedOpening
from engine.tournament.schedule import ScheduleKind
from engine.tournament.statistics.pair_statistics import Sprt

LimitKind = Literal["seconds", "nodes", "own"]
OpeningsKind = Literal["program", "file", "none"]

MATCH_ENGINES = 2
"""Number of engines of a match; more make a tournament."""

MOST_PROCESSES = 64
"""Largest number of games at a time that the form offers."""

MOST_THREADS = 64
"""Largest number of threads of a search that the form offers."""

UNSAFE = re.compile(r"[^\w.-]+")
"""Letters that the suggested name of a folder replaces."""

LONGEST_NAME = 60
"""Length at which the suggested name of a folder is cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchChoice:
    """A match or tournament as the user wants it.

    Raises:
        SettingsError: The numbers of a sequential test make no test.
    """

    setup: GameSetup
    """Game, size and rules."""

    engines: tuple[str, ...]
    """The engines as the command line writes them."""

    limit: LimitKind = "seconds"
    """Kind of limit of a move."""

    seconds: Annotated[float, Range(least=0.01, most=36_000)] = 1.0
    """Seconds for a move, with the limit ``seconds``."""

    nodes: Count = 1000
    """Nodes for a move, with the limit ``nodes``."""

    games: Annotated[int, Range(least=1, most=MOST_GAMES)] = 100
    """Games of each two engines that meet."""

    is_gauntlet: bool = False
    """Whether only the first of more than two engines meets all the others."""

    openings: OpeningsKind = "program"
    """Source of the openings: those of the program, or a file, or none."""

    openings_file: str = ""
    """Path of the file, with the openings of a ``file``."""

    processes: Annotated[int, Range(least=1, most=MOST_PROCESSES)] = 1
    """Number of games at the same time."""

    threads: Annotated[int, Range(least=1, most=MOST_THREADS)] = 1
    """Threads of each search, unless an engine names its own."""

    has_test: bool = False
    """Whether a sequential test may end a match early."""

    elo0: Annotated[float, Range(least=-1000, most=1000)] = 0.0
    """Elo difference of the null hypothesis."""

    elo1: Annotated[float, Range(least=-1000, most=1000)] = 50.0
    """Elo difference of the alternative."""

    @property
    def kind(self) -> ScheduleKind:
        """Match of two engines, round robin or gauntlet."""
        if len(self.engines) == MATCH_ENGINES:
            return "match"
        return "gauntlet" if self.is_gauntlet else "round-robin"

    def make_plan(self) -> Plan:
        """Return the plan; it reads the file of openings.

        Raises:
            EngineError: The parts do not fit together, or the openings cannot be read.
        """
        is_tested = self.has_test and self.kind == "match"
        openings: tuple[PlannedOpening, ...] = ()
        source = ""
        if self.openings != "none":
            file = Path(self.openings_file) if self.openings == "file" else None
            rounds = (self.games + 1) // 2
            openings, source = choose_openings(self.setup, rounds, seed=0, file=file)
        return Plan(
            kind=self.kind,
            engines=self.engines,
            setup=self.setup,
            limits=MoveLimits(
                seconds=self.seconds if self.limit == "seconds" else None,
                nodes=self.nodes if self.limit == "nodes" else None,
                own=self.limit == "own",
                threads=self.threads if self.threads > 1 else None,
            ),
            games=self.games,
            openings=openings,
            openings_source=source,
            sprt=Sprt(elo0=self.elo0, elo1=self.elo1) if is_tested else None,
            concurrency=self.processes,
        )

    def suggest_name(self) -> str:
        """Return a name for the folder of the run, from the game and the engines."""
        count = len(self.engines)
        engines = [f"{count}-engines"]
        if count == MATCH_ENGINES:
            engines = [_short_text(engine) for engine in self.engines]
        parts = [self.setup.game, self.setup.size_text, *engines]
        safe = (UNSAFE.sub("-", part).strip("-") for part in parts)
        return "-".join(safe)[:LONGEST_NAME].strip("-.")

    def to_text(self) -> str:
        """Return the choice as text for the settings."""
        return json.dumps(asdict(self))


def _short_text(engine: str) -> str:
    """Return the text of an engine with its network's name instead of the path."""
    try:
        head, overrides = split_whole_spec(engine)
    except PresetError:
        return engine
    return head + name_overrides(overrides)


def parse_match_choice(text: str) -> MatchChoice:
    """Return the choice of a text from the settings.

    Raises:
        EngineError: The text is none, or its game has no such board or rules.
    """
    try:
        table = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(Message("Expected the choices of a match.")) from error
    choice = read_table(MatchChoice, table)
    setup = choice.setup
    get_game(setup.game).setup(
        height=setup.height, width=setup.width, options=dict(setup.options)
    )
    return choice


def default_match_choice(game: str) -> MatchChoice:
    """Return a match of the two best kinds of engines on the usual board."""
    return MatchChoice(setup=get_game(game).setup(), engines=("mcts", "alphabeta"))
