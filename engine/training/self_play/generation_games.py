"""The games of one generation: played in lock-step, kept in shards, gone on with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.game import GameSetup
from engine.search.evaluation import Evaluator
from engine.training.learning.game_samples import replayed
from engine.training.learning.samples import (
    DAMAGES,
    Samples,
    damaged,
    joined,
    load_samples,
    load_shard,
    save_samples,
)
from engine.training.run.config import RunConfig
from engine.training.run.progress import Monitor
from engine.training.run.run_folder import RunFolder
from engine.training.run.settings import PlaySettings
from engine.training.self_play.cluster import Cluster, Part
from engine.training.self_play.self_play import OpenGame, SelfPlay


class GenerationGames:
    """Plays what is missing of a generation.

    Args:
        config: The run, with a table ``play``.
        folder: Where it lies.
        generation: Which one.
        now: Source of seconds.
    """

    def __init__(
        self,
        config: RunConfig,
        folder: RunFolder,
        generation: int,
        *,
        now: Callable[[], float],
    ) -> None:
        assert config.play is not None, "a run of self-play says how to play"
        self._play: PlaySettings = config.play
        self._config = config
        self._run = folder
        self._folder = folder.generation(generation)
        self._generation = generation
        self._now = now
        self._folder.mkdir(parents=True, exist_ok=True)

    def play(
        self,
        evaluators: Sequence[Evaluator],
        is_late: Callable[[], bool],
        monitor: Monitor,
    ) -> bool:
        """Play; say whether all games are there."""
        missing = self._missing()
        told = self._play.games - sum(map(len, missing.values()))
        monitor.update("games", told, self._play.games)
        for setup, numbers in missing.items():
            for ended in self._played(setup, numbers, evaluators, is_late):
                if ended is None:
                    return False
                told += 1
                monitor.update("games", told, self._play.games)
        self._drop_open_games()
        return True

    def play_on(
        self,
        cluster: Cluster,
        nets: Sequence[Path],
        is_late: Callable[[], bool],
        monitor: Monitor,
    ) -> bool:
        """Have a cluster play by networks of files; say whether all games are there.

        Games that are under way when it is late are given up.
        """
        missing = self._missing()
        told = self._play.games - sum(map(len, missing.values()))
        monitor.update("games", told, self._play.games)
        size = self._play.games_a_shard
        parts = [
            Part(setup=setup, numbers=tuple(numbers[k : k + size]))
            for setup, numbers in missing.items()
            for k in range(0, len(numbers), size)
        ]
        with closing(cluster.play(self._config, nets, parts)) as answers:
            for played in answers:
                if played is not None:
                    self._keep(played.games, played.judged, played.seconds)
                    told += len(played.games)
                    monitor.update("games", told, self._play.games)
                elif is_late() and told < self._play.games:
                    return False
        self._drop_open_games()
        return True

    def _missing(self) -> dict[GameSetup, list[int]]:
        """Return the numbers of the games that are not there yet, by setup."""
        self._tell_of_shards()
        done = self._games_done()
        first = self._generation * self._play.games
        setups = self._play.setups(self._config.game)
        missing: dict[GameSetup, list[int]] = {setup: [] for setup in setups}
        for number in range(first, first + self._play.games):
            if number not in done:
                missing[setups[number % len(setups)]].append(number)
        return missing

    def _drop_open_games(self) -> None:
        """Delete what a kill has left of games under way that have ended since."""
        for path in self._folder.glob("open-*.npz"):
            path.unlink()

    def _played(
        self,
        setup: GameSetup,
        missing: Sequence[int],
        evaluators: Sequence[Evaluator],
        is_late: Callable[[], bool],
    ) -> Iterator[Samples | None]:
        """Play games of one setup and keep them; yield each, and ``None`` when late."""
        if not missing:
            return
        games = SelfPlay(self._play, setup, evaluators, seed=self._config.seed)
        open_file = self._folder / f"open-{setup.size_text}.npz"
        kept = [g for g in load_open_games(open_file) if g.number in set(missing)]
        ended: list[Samples] = []
        since = _Since(judged=games.judged, time=self._now())

        def keep() -> _Since:
            now = _Since(judged=games.judged, time=self._now())
            self._keep(ended, now.judged - since.judged, now.time - since.time)
            save_open_games(open_file, games.open_games())
            ended.clear()
            return now

        try:
            for samples in games.run(missing, kept):
                if samples is not None:
                    ended.append(samples)
                    yield samples
                    if len(ended) >= self._play.games_a_shard:
                        since = keep()
                elif is_late():
                    keep()
                    yield None
                    return
        except KeyboardInterrupt:
            keep()
            raise
        finally:
            games.close()
        keep()

    def _keep(self, games: Sequence[Samples], judged: int, seconds: float) -> None:
        """Write games that have ended as a shard, and tell of it."""
        if not games:
            return
        number = len(self._shards())
        about = {
            "generation": self._generation,
            "games": len(games),
            "judged": judged,
            "seconds": round(seconds, 3),
            "seed": self._config.seed,
        }
        save_samples(
            self._folder / f"shard-{number:05}.npz", joined(list(games)), about
        )
        self._tell_of_shards()

    def _shards(self) -> list[Path]:
        return sorted(self._folder.glob("shard-*.npz"))

    def _games_done(self) -> set[int]:
        """Return the numbers of the games that shards hold."""
        return {
            int(number) for path in self._shards() for number in load_samples(path).game
        }

    def _tell_of_shards(self) -> None:
        """Tell of the shards that nothing was told of, as after a kill."""
        told = {
            event["number"]
            for event in self._run.events()
            if event["kind"] == "shard" and event.get("generation") == self._generation
        }
        for number, path in enumerate(self._shards()):
            if number in told:
                continue
            samples, about = load_shard(path)
            figures = {key: about[key] for key in ("games", "judged", "seconds")}
            self._run.log().add(
                "shard",
                generation=self._generation,
                number=number,
                positions=len(samples),
                **figures,
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Since:
    """What there was at some time."""

    judged: int
    time: float


def save_open_games(path: Path, games: Sequence[OpenGame]) -> None:
    """Write games under way; those that have taught nothing yet are left out."""
    parts = [game.lessons for game in games if game.lessons is not None]
    if not parts:
        path.unlink(missing_ok=True)
        return
    about = [
        {
            "number": game.number,
            "moves": list(game.moves),
            "searched": game.searched,
            "sure": game.sure,
        }
        for game in games
        if game.lessons is not None
    ]
    save_samples(path, joined(parts), {"open": about})


def load_open_games(path: Path) -> list[OpenGame]:
    """Return the games under way that a file holds; none where there is no file.

    Raises:
        SamplesError: The file is damaged.
    """
    if not path.exists():
        return []
    samples, about = load_shard(path)
    try:
        return [_open_game(samples, game) for game in about["open"]]
    except DAMAGES as error:
        raise damaged(path, error) from error


def _open_game(samples: Samples, about: Mapping[str, Any]) -> OpenGame:
    """Return a game under way.

    Args:
        samples: What all games of the file have taught.
        about: Its entry in the file.

    Raises:
        EngineError: It has moves that the rules do not allow.
        Exception: See ``DAMAGES``.
    """
    number, searched, sure = (int(about[key]) for key in ("number", "searched", "sure"))
    moves = tuple(map(int, about["moves"]))
    replayed(samples.setup, moves)
    lessons = samples.rows(samples.game == number)
    return OpenGame(
        number=number,
        moves=moves,
        searched=searched,
        sure=sure,
        lessons=lessons if len(lessons) else None,
    )
