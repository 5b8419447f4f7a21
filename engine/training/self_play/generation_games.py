"""Games of one generation: played in lock-step, stored in shards, resumable."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.core.errors import SamplesError
from engine.core.formats.json_text import is_number
from engine.core.game import GameSetup
from engine.core.message import Message, as_clause
from engine.core.processes.interrupts import held_interrupt
from engine.core.types import Player
from engine.search.evaluation import Evaluator
from engine.training.learning.samples import (
    READ_ERRORS,
    Samples,
    concatenate,
    list_shards,
    load_samples,
    load_shard,
    save_samples,
    shard_error,
    shard_number,
    shard_path,
)
from engine.training.learning.training_game import replay_moves
from engine.training.run.config import SelfPlayConfig
from engine.training.run.event_log import Event
from engine.training.run.progress import Monitor
from engine.training.run.run_folder import TrainingRunFolder
from engine.training.self_play.game_tasks import GameTask, TaskPlayer
from engine.training.self_play.self_play import SelfPlay, UnfinishedGame

FIGURES = "games", "judged", "seconds"
"""Numbers in the header of a shard that its event repeats."""


class GenerationGames:
    """Player of the missing games of a generation.

    Args:
        config: The run.
        folder: Its folder.
        generation: Number of the generation.
        now: Source of seconds.
        warn: Takes sentences about what is lost.
    """

    def __init__(
        self,
        config: SelfPlayConfig,
        folder: TrainingRunFolder,
        generation: int,
        *,
        now: Callable[[], float],
        warn: Callable[[Sequence[Message]], None] = lambda _: None,
    ) -> None:
        self._play = config.play.at_generation(generation)
        self._config = replace(config, play=self._play)
        self._run = folder
        self._folder = folder.generation(generation)
        self._generation = generation
        self._now = now
        self._warn = warn
        self._folder.mkdir(parents=True, exist_ok=True)

    def play(
        self,
        evaluators: Sequence[Evaluator],
        is_late: Callable[[], bool],
        monitor: Monitor,
    ) -> bool:
        """Play the missing games; return whether all exist."""
        missing = self._find_missing()
        done = self._play.games - sum(map(len, missing.values()))
        monitor.update("games", done, self._play.games)
        for setup, numbers in missing.items():
            # Closing saves the games, also when the monitor is interrupted.
            with closing(
                self._play_setup(setup, numbers, evaluators, is_late)
            ) as answers:
                for ended in answers:
                    if ended is None:
                        return False
                    done += 1
                    monitor.update("games", done, self._play.games)
        self._remove_unfinished_games()
        return True

    def play_in_processes(
        self,
        processes: TaskPlayer,
        nets: Sequence[Path],
        is_late: Callable[[], bool],
        monitor: Monitor,
    ) -> bool:
        """Play the missing games in other processes; return whether all exist.

        Unfinished games are cancelled when it is late.
        """
        missing = self._find_missing()
        done = self._play.games - sum(map(len, missing.values()))
        monitor.update("games", done, self._play.games)
        size = self._play.games_per_shard
        tasks = [
            GameTask(setup=setup, numbers=tuple(numbers[k : k + size]))
            for setup, numbers in missing.items()
            for k in range(0, len(numbers), size)
        ]
        # The longest ones first, so that processes end at about the same time.
        tasks.sort(key=_estimate_work, reverse=True)
        with closing(processes.play(self._config, nets, tasks)) as answers:
            for result in answers:
                if result is not None:
                    self._save_shard(result.games, result.evaluations, result.seconds)
                    done += len(result.games)
                    monitor.update("games", done, self._play.games)
                elif is_late() and done < self._play.games:
                    return False
        self._remove_unfinished_games()
        return True

    def _find_missing(self) -> dict[GameSetup, list[int]]:
        """Return the numbers of the missing games, by setup."""
        self._log_missing_shards()
        done = self._read_done_games()
        first = self._generation * self._play.games
        setups = self._play.setups(self._config.game)
        missing: dict[GameSetup, list[int]] = {setup: [] for setup in setups}
        for number in range(first, first + self._play.games):
            if number not in done:
                missing[setups[number % len(setups)]].append(number)
        return missing

    def _remove_unfinished_games(self) -> None:
        """Delete the files of unfinished games, all of which have ended."""
        for path in self._folder.glob("open-*.npz"):
            path.unlink()

    def _play_setup(
        self,
        setup: GameSetup,
        missing: Sequence[int],
        evaluators: Sequence[Evaluator],
        is_late: Callable[[], bool],
    ) -> Generator[Samples | None, None, None]:
        """Play and store games of one setup; yield each, and ``None`` when late.

        Closing it, or an interrupt, stores the games so far.
        """
        if not missing:
            return
        games = SelfPlay(self._play, setup, evaluators, seed=self._config.seed)
        open_file = self._folder / f"open-{setup.size_text}.npz"
        kept = [g for g in self._load_kept(open_file) if g.number in set(missing)]
        ended: list[Samples] = []
        last = _LastShard(evaluations=games.evaluations, time=self._now())

        def save_progress() -> _LastShard:
            now = _LastShard(evaluations=games.evaluations, time=self._now())
            with held_interrupt():  # a game must not be saved twice
                self._save_shard(
                    ended, now.evaluations - last.evaluations, now.time - last.time
                )
                ended.clear()
                save_unfinished_games(open_file, games.unfinished_games())
            return now

        try:
            for samples in games.run(missing, kept):
                if samples is not None:
                    ended.append(samples)
                    yield samples
                    if len(ended) >= self._play.games_per_shard:
                        last = save_progress()
                elif is_late():
                    yield None
            save_progress()
        except (KeyboardInterrupt, GeneratorExit):
            save_progress()
            raise
        finally:
            games.close()

    def _load_kept(self, path: Path) -> list[UnfinishedGame]:
        """Return the unfinished games in a file; none, with a warning, if damaged."""
        try:
            return load_unfinished_games(path)
        except SamplesError as error:
            self._warn(
                [
                    Message(
                        "{problem}: its unfinished games begin again.",
                        problem=as_clause(error.message),
                    )
                ]
            )
            return []

    def _save_shard(
        self, games: Sequence[Samples], evaluations: int, seconds: float
    ) -> None:
        """Write finished games as a shard, and log it."""
        if not games:
            return
        number = max(map(shard_number, self._shards()), default=-1) + 1
        about = {
            "generation": self._generation,
            "games": len(games),
            "judged": evaluations,
            "seconds": round(seconds, 3),
            "seed": self._config.seed,
        }
        save_samples(shard_path(self._folder, number), concatenate(list(games)), about)
        self._log_missing_shards()

    def _shards(self) -> list[Path]:
        return list_shards(self._folder)

    def _read_done_games(self) -> set[int]:
        """Return the numbers of the games in shards."""
        return {
            int(number) for path in self._shards() for number in load_samples(path).game
        }

    def _log_missing_shards(self) -> None:
        """Log events for shards that exist but were not logged, e.g. after a crash.

        Events of shards that are lost are dropped: their games are played again.
        """
        paths = {shard_number(path): path for path in self._shards()}
        log = self._run.log()
        log.keep(lambda event: not self._is_own(event) or event["number"] in paths)
        done = {event["number"] for event in self._run.events() if self._is_own(event)}
        for number in sorted(paths.keys() - done):
            samples, about = load_shard(paths[number])
            log.add(
                "shard",
                generation=self._generation,
                number=number,
                positions=len(samples),
                **_read_figures(paths[number], about),
            )

    def _is_own(self, event: Event) -> bool:
        """Return whether an event is about a shard of this generation."""
        return event["kind"] == "shard" and event.get("generation") == self._generation


def _read_figures(path: Path, about: Mapping[str, Any]) -> dict[str, float]:
    """Return the figures in the header of a shard.

    Raises:
        SamplesError: One of them is missing, or no number.
    """
    figures: dict[str, float] = {}
    for name in FIGURES:
        figure = about.get(name)
        if not is_number(figure):
            raise shard_error(path, ValueError(f"no number {name} in its header"))
        figures[name] = figure
    return figures


def _estimate_work(task: GameTask) -> int:
    """Return a number that grows with the time of a task: cells of all its boards."""
    return task.setup.cell_count * len(task.numbers)


@dataclass(frozen=True, slots=True, kw_only=True)
class _LastShard:
    """Evaluations and time at the last shard."""

    evaluations: int
    time: float


def save_unfinished_games(path: Path, games: Sequence[UnfinishedGame]) -> None:
    """Write unfinished games; those without samples are left out."""
    parts = [game.samples for game in games if game.samples is not None]
    if not parts:
        path.unlink(missing_ok=True)
        return
    about = [
        {
            "number": game.number,
            "moves": list(game.moves),
            "searched": game.searched,
            "sure": game.decided_count,
            "leader": game.leader,
        }
        for game in games
        if game.samples is not None
    ]
    save_samples(path, concatenate(parts), {"open": about})


def load_unfinished_games(path: Path) -> list[UnfinishedGame]:
    """Return the unfinished games in a file; none without the file.

    Raises:
        SamplesError: The file is damaged.
    """
    if not path.exists():
        return []
    samples, about = load_shard(path)
    try:
        return [_parse_unfinished_game(samples, game) for game in about["open"]]
    except READ_ERRORS as error:
        raise shard_error(path, error) from error


def _parse_unfinished_game(
    samples: Samples, about: Mapping[str, Any]
) -> UnfinishedGame:
    """Return an unfinished game.

    Args:
        samples: Samples of all games in the file.
        about: Entry of the game in the file.

    Raises:
        EngineError: The game has illegal moves.
        Exception: See ``READ_ERRORS``.
    """
    number, searched, decided_count = (
        int(about[key]) for key in ("number", "searched", "sure")
    )
    leader = about["leader"]
    moves = tuple(map(int, about["moves"]))
    replay_moves(samples.setup, moves)
    own = samples.rows(samples.game == number)
    return UnfinishedGame(
        number=number,
        moves=moves,
        searched=searched,
        decided_count=decided_count,
        leader=None if leader is None else Player(leader),
        samples=own if len(own) else None,
    )
