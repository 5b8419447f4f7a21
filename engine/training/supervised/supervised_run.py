"""A supervised run: games, added wins in one, steps, then weights and a report.

All results are on disk after each shard and each checkpoint. A run can be killed at
any moment, moved to another machine and resumed there.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from engine.core.game import GameSetup
from engine.core.message import Message
from engine.games import get_game
from engine.nn.common.encoding import new_encoding
from engine.nn.common.net_info import NetInfo
from engine.nn.torch_net.checkpoint import save_network
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.training.learning.dataset import (
    TRAINING,
    VALIDATION,
    SampleSource,
    load_fitting,
)
from engine.training.learning.run_parts import make_dataset, make_net_info, make_trainer
from engine.training.learning.samples import (
    check_board,
    list_shards,
    shard_path,
)
from engine.training.learning.shard_stream import ShardStream
from engine.training.learning.start_samples import list_sample_warnings
from engine.training.learning.suite_evaluation import SuiteEvaluation
from engine.training.learning.training_loop import TrainingLoop
from engine.training.learning.training_run import TrainingRun
from engine.training.run.config import RunConfig, SupervisedConfig
from engine.training.run.curves import select_events, select_validations
from engine.training.run.game_settings import DataSettings
from engine.training.run.progress import Monitor
from engine.training.run.report import describe_games, describe_wins
from engine.training.run.run_folder import TrainingRunFolder
from engine.training.run.settings import compute_validation_interval
from engine.training.supervised.added_wins import AddedWins, make_win_shards
from engine.training.supervised.engine_games import (
    count_games,
    count_shards,
    make_shards,
)


class SupervisedRun(TrainingRun[SupervisedConfig]):
    """A run that learns from games of engines or of other runs."""

    def _prepare(self) -> None:
        if self._config.data is not None:
            prepare_games(self._config.data, self._config, self._folder)

    def _work(self, is_late: Callable[[], bool]) -> bool:
        data = self._config.data
        is_done = data is None or make_games(
            data, self._config, self._folder, is_late, self._monitor
        )
        return is_done and self._add_wins(is_late) and self._train(is_late)

    def _add_wins(self, is_late: Callable[[], bool]) -> bool:
        """Make the missing shards of wins in one; return whether all are there."""
        config, folder = self._config, self._folder
        if config.wins_in_one is None:
            return True
        sources = self._sources()
        done = sum(path.exists() for path in self._win_shards())
        if done == len(sources):
            return True
        wins = AddedWins(
            config.wins_in_one,
            interval=compute_validation_interval(config.train.validation_share),
            seed=config.seed,
            threads=config.train.threads,
        )
        self._monitor.update("wins", done, len(sources))
        for _ in make_win_shards(wins, sources, folder.wins):
            done += 1
            self._monitor.update("wins", done, len(sources))
            if is_late():
                break
        return done == len(sources)

    def _sources(self) -> list[Path]:
        """Return the shards of the games, in a fixed order."""
        config = self._config
        if config.data is not None:
            numbers = range(count_shards(config.data))
            return [shard_path(self._folder.shards, number) for number in numbers]
        return [p for f in config.start.samples for p in list_shards(Path(f))]

    def _win_shards(self) -> list[Path]:
        """Return the shards of wins in one, one for each shard of games."""
        if self._config.wins_in_one is None:
            return []
        numbers = range(len(self._sources()))
        return [shard_path(self._folder.wins, number) for number in numbers]

    def _train(self, is_late: Callable[[], bool]) -> bool:
        config, folder = self._config, self._folder
        own = config.train
        dataset, info = self._samples()
        trainer = make_trainer(config, info, folder, total=own.steps)
        self._log_positions(dataset, info)
        loop = TrainingLoop(
            folder,
            trainer,
            dataset,
            checkpoint_interval=own.checkpoint_interval,
            suites=SuiteEvaluation(config.evaluation.suites, info),
        )
        if not loop.run_until(own.steps, is_late, self._monitor):
            return False
        last = select_validations(folder.events())[-1]
        training = {
            "steps": trainer.steps_done,
            "batch": own.batch_size,
            "positions": dataset.count(TRAINING),
            "games": describe_games(config),
            "wins_in_one": describe_wins(config),
            **{name: round(last[name], 4) for name in ("policy", "value", "agreement")},
        }
        trained = replace(info, training=training)
        save_network(folder.net, trainer.network, trained, half=True)
        return True

    def _log_positions(self, samples: SampleSource, info: NetInfo) -> None:
        """Log the numbers of positions and the board sizes, once per run."""
        folder = self._folder
        warnings = list_sample_warnings(self._config, folder)
        counts = {
            "training": samples.count(TRAINING),
            "validation": samples.count(VALIDATION),
        }
        known = select_events(folder.events(), "dataset")
        if not known:
            folder.log().add("dataset", **counts, sizes=info.sizes)
            return
        before = {name: known[0][name] for name in counts}
        if before != counts:
            warning = Message(
                "Expected the samples that the run in {folder} started with, {before} "
                "positions, got {after}: the training goes on with others.",
                folder=folder.path,
                before=f"{sum(before.values()):,}",
                after=f"{sum(counts.values()):,}",
            )
            warnings = [warning]
        self._warn(warnings)

    def _samples(self) -> tuple[SampleSource, NetInfo]:
        """Return the source of batches, and the header of the network."""
        config = self._config
        paths = [*self._sources(), *self._win_shards()]
        if config.data is not None:
            info = make_net_info(config)
            return make_dataset(config, load_fitting(paths, info)), info
        stream = ShardStream(
            paths,
            new_encoding(config.net.kind, config.game),
            validation_share=config.train.validation_share,
            search_share=config.train.search_share,
            seed=config.seed,
            symmetry=config.train.symmetry,
        )
        info = make_net_info(config, stream.setups)
        for path, setup in stream.boards.items():
            check_board(path, setup, replace(info, game=config.game))
        return stream, info


def prepare_games(
    data: DataSettings, config: RunConfig, folder: TrainingRunFolder
) -> None:
    """Compile the engine of the run, unless all its games exist."""
    numbers = range(count_shards(data))
    if all(shard_path(folder.shards, number).exists() for number in numbers):
        return
    prepare_engine(data.engine, data.setups(config.game)[0])


def prepare_engine(name: str, setup: GameSetup) -> None:
    """Compile an engine for boards like that of ``setup``."""
    searcher = build_searcher(PresetPlayer.parse(name), setup.game)
    searcher.prepare(get_game(setup.game).new_position(setup))


def make_games(
    data: DataSettings,
    config: RunConfig,
    folder: TrainingRunFolder,
    is_late: Callable[[], bool],
    monitor: Monitor,
) -> bool:
    """Play the missing games of engines; return whether all exist."""
    total = count_shards(data)
    is_there = [shard_path(folder.shards, number).exists() for number in range(total)]
    done = sum(is_there)
    log_shards(data, folder)
    if done == total:
        return True
    monitor.update("games", count_games(data, done), data.games)
    with closing(make_shards(data, config.game, config.seed, folder.shards)) as numbers:
        for _ in numbers:
            done += 1
            log_shards(data, folder)
            monitor.update("games", count_games(data, done), data.games)
            if is_late():
                break
    # Other processes may have finished shards while they were stopped.
    log_shards(data, folder)
    return done == total


def log_shards(data: DataSettings, folder: TrainingRunFolder) -> None:
    """Log the shards of engines' games that exist but were not logged."""
    logged = {
        event["number"]
        for event in select_events(folder.events(), "shard")
        if "generation" not in event
    }
    for number in range(count_shards(data)):
        if number not in logged and shard_path(folder.shards, number).exists():
            games = count_games(data, number + 1) - count_games(data, number)
            folder.log().add("shard", number=number, games=games)
