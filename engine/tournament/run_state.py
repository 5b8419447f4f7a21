"""State of a run, read from its folder, also while another process plays it.

It needs no process and no search: the command line and the window show the same state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.core.errors import RunFolderError, SettingsError
from engine.core.formats.json_lines import JsonLine, JsonLineReader
from engine.core.formats.json_text import is_number
from engine.core.formats.settings_reader import read_table
from engine.core.message import Message
from engine.tournament.plan import Plan
from engine.tournament.results import GameResult, parse_result
from engine.tournament.run_folder import GAMES, RunFolder
from engine.tournament.schedule import ChosenPair, ScheduledGame, make_whole_pairs
from engine.tournament.standings import Standings, make_standings

RUN_STARTED = "run_started"
RUN_ENDED = "run_ended"
GAME_STARTED = "game_started"
MOVE_PLAYED = "move"
GAME_ENDED = "game_ended"
"""Kinds of events."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMove:
    """A move of a game that is being played."""

    move: str
    """Name of the cell."""

    value: float | None = None
    """Value of the engine for its side, in [-1, 1]; ``None`` in the opening."""

    seconds: float | None = None
    """Time of the move; ``None`` in the opening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningGame:
    """A game that is being played."""

    number: int
    """Number of the game in the schedule."""

    first: int
    """Number of the engine that began."""

    second: int
    """Number of the other engine."""

    moves: tuple[PlayedMove, ...] = ()
    """Moves so far, with those of the opening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStart:
    """A start of the process that plays the run; a resumed run has several."""

    time: str
    """Date and time."""

    version: str
    """Version of the program."""

    machine: str
    """Processor, system and Python."""

    engines: tuple[str, ...] = ()
    """Digest of each engine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunState:
    """State of a run."""

    plan: Plan
    """Plan of the run."""

    results: tuple[GameResult, ...]
    """Finished games by number."""

    standings: Standings
    """Table of the finished games."""

    schedule: tuple[ScheduledGame, ...]
    """Its games in the order of play, as far as they are known."""

    running: tuple[RunningGame, ...]
    """Games in play at the last event, by number."""

    starts: tuple[RunStart, ...] = ()
    """Starts of the run, in order."""

    warning: Message | None = None
    """How many results the folder has lost, as a sentence, if any."""

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test, or the error of the ratings, has ended it."""
        enough = self.plan.error
        if enough is not None and self.standings.error <= enough:
            return True
        return self.standings.sprt in ("accepted", "rejected")

    @property
    def is_finished(self) -> bool:
        """Whether no game is left to play."""
        return self.is_decided or len(self.results) == self.plan.most_games


class RunReader:
    """Reader that follows a run; each call reads only what is new.

    Args:
        path: Folder of the run.

    Raises:
        RunFolderError: The folder has no run, or its plan is damaged.
    """

    def __init__(self, path: Path) -> None:
        folder = RunFolder(path)
        plan = folder.plan()
        if plan is None:
            raise RunFolderError(
                Message("Expected the folder of a match, got {path}.", path=path)
            )
        self._path = path
        self._plan = plan
        self._pairs = JsonLineReader(folder.schedule)
        self._pair_count = 0
        self._chosen: dict[int, ChosenPair] = {}
        self._schedule = {game.number: game for game in plan.schedule}
        self._games = JsonLineReader(folder.games)
        self._events = JsonLineReader(folder.events)
        self._results: dict[int, GameResult] = {}
        self._running: dict[int, RunningGame] = {}
        self._starts: list[RunStart] = []
        self._ended: set[int] = set()
        self._standings = make_standings(plan, ())

    def refresh(self) -> RunState:
        """Return the current state.

        Raises:
            OSError: A file cannot be read.
        """
        # A pair is written before its games, so its line is read after theirs.
        events, games = self._events.read(), parse_results(self._games.read())
        if self._plan.kind == "ratings":
            self._read_pairs(games)
        for event in events:
            self._apply(event)
        schedule = tuple(self._schedule.values())
        new = select_results(schedule, games)
        for result in new:
            self._results[result.number] = result
            self._running.pop(result.number, None)
        if new:
            self._standings = make_standings(
                self._plan, self._results.values(), schedule=schedule
            )
        return RunState(
            plan=self._plan,
            results=tuple(self._results[number] for number in sorted(self._results)),
            standings=self._standings,
            schedule=schedule,
            running=tuple(self._running[number] for number in sorted(self._running)),
            starts=tuple(self._starts),
            warning=self._find_lost_results(),
        )

    def _find_lost_results(self) -> Message | None:
        """Return a sentence if games have ended whose results are lost."""
        lost = self._ended - self._results.keys()
        if not lost:
            return None
        return Message(
            "Results of finished games that are lost or damaged in {file}: {count}. "
            "The games are played again.",
            file=self._path / GAMES,
            count=len(lost),
        )

    def _read_pairs(self, games: Sequence[GameResult]) -> None:
        """Add the pairs that ratings have chosen since the last call.

        A pair whose line is damaged is that of its finished games, if there are any.
        """
        lines = self._pairs.read_each()
        new = select_pairs(self._plan, lines, start=self._pair_count)
        self._pair_count += len(lines)
        self._chosen.update(new)
        for game in games:
            pair = recover_pair(self._plan, game)
            if pair is not None and pair.number is not None:
                self._chosen.setdefault(pair.number, pair)
        if new or games:
            pairs = [self._chosen[number] for number in sorted(self._chosen)]
            self._schedule = {game.number: game for game in make_whole_pairs(pairs)}

    def _apply(self, event: JsonLine) -> None:
        """Apply an event to the games in play; skip one that does not fit."""
        kind, number = event.get("kind"), event.get("number")
        if kind in (RUN_STARTED, RUN_ENDED):
            self._running.clear()
        if kind == RUN_STARTED:
            self._starts.append(_parse_start(event))
        if not isinstance(number, int) or not 1 <= number <= self._plan.most_games:
            return
        if kind == GAME_ENDED:
            self._ended.add(number)
        game = self._schedule.get(number)
        if game is None:
            return
        if kind == GAME_STARTED:
            moves: tuple[PlayedMove, ...] = ()
            if game.opening is not None:
                names = self._plan.openings[game.opening].moves.split()
                moves = tuple(PlayedMove(move=name) for name in names)
            self._running[number] = RunningGame(
                number=number, first=game.first, second=game.second, moves=moves
            )
        elif kind == GAME_ENDED:
            self._running.pop(number, None)
        elif kind == MOVE_PLAYED and number in self._running:
            played = PlayedMove(
                move=str(event.get("move", "")),
                value=_number_or_none(event.get("value")),
                seconds=_number_or_none(event.get("seconds")),
            )
            before = self._running[number]
            self._running[number] = replace(before, moves=(*before.moves, played))


def _parse_start(event: JsonLine) -> RunStart:
    digests = event.get("engines")
    return RunStart(
        time=str(event.get("time", "")),
        version=str(event.get("version", "")),
        machine=str(event.get("machine", "")),
        engines=tuple(map(str, digests)) if isinstance(digests, list) else (),
    )


def read_run(path: Path) -> RunState:
    """Return the state of the run in a folder.

    Raises:
        RunFolderError: The folder has no run, or its plan is damaged.
        OSError: A file cannot be read.
    """
    return RunReader(path).refresh()


def select_pairs(
    plan: Plan, lines: Sequence[JsonLine | None], *, start: int = 0
) -> dict[int, ChosenPair]:
    """Return the pairs of games among parsed lines that fit a plan, by their numbers.

    Args:
        plan: The plan.
        lines: Lines in a row; ``None`` for a damaged one, which keeps its place.
        start: Place of the first one in its file, which is the number of a pair whose
            line names none.
    """
    found = {}
    for place, line in enumerate(lines, start=start):
        try:
            pair = read_table(ChosenPair, line or {})
        except SettingsError:
            continue
        number = place if pair.number is None else pair.number
        if _fits(plan, pair) and 2 * number < plan.most_games:
            found[number] = replace(pair, number=number)
    return found


def recover_pair(plan: Plan, result: GameResult) -> ChosenPair | None:
    """Return the pair of a finished game, or ``None`` if it does not fit the plan."""
    names = [opening.name for opening in plan.openings]
    is_second = result.number % 2 == 0
    pair = ChosenPair(
        one=result.second if is_second else result.first,
        other=result.first if is_second else result.second,
        opening=names.index(result.opening) if result.opening in names else None,
        number=(result.number - 1) // 2,
    )
    is_known = 1 <= result.number <= plan.most_games
    return pair if is_known and _fits(plan, pair) else None


def _fits(plan: Plan, pair: ChosenPair) -> bool:
    """Return whether two engines of a plan meet, with one of its openings."""
    engines, openings = set(range(len(plan.engines))), range(len(plan.openings))
    meet = pair.one != pair.other and {pair.one, pair.other} <= engines
    return meet and (pair.opening is None or pair.opening in openings)


def parse_results(lines: Sequence[JsonLine]) -> list[GameResult]:
    """Return the results among parsed lines; damaged ones are left out."""
    found = []
    for line in lines:
        try:
            found.append(parse_result(line))
        except SettingsError:
            continue
    return found


def select_results(
    schedule: Sequence[ScheduledGame], results: Sequence[GameResult]
) -> list[GameResult]:
    """Return the results that fit the schedule.

    Games of another schedule are left out; they are played again.
    """
    engines = {game.number: (game.first, game.second) for game in schedule}
    return [
        result
        for result in results
        if engines.get(result.number) == (result.first, result.second)
    ]


def _number_or_none(value: object) -> float | None:
    fits = is_number(value) and not isinstance(value, bool)
    return float(value) if fits else None  # type: ignore[arg-type]
