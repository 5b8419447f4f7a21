"""A supervised run: games, then steps, then weights and a report.

Everything is on disk after each shard and each checkpoint, so that a run can be killed
at any moment, carried to another machine and gone on with there. What a run does not
finish in the time it has, the next one goes on with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from engine.core.game import GameSetup
from engine.games import get_game
from engine.nn.common.encoding import encoding_for
from engine.nn.common.net_info import NetInfo
from engine.nn.torch_net.checkpoint import save_network
from engine.players import PlayerConfig, build_searcher
from engine.training.learning.dataset import (
    TRAINING,
    VALIDATION,
    SampleSource,
    load_shards,
)
from engine.training.learning.shard_stream import ShardStream
from engine.training.learning.suite_evaluation import SuiteEvaluation
from engine.training.learning.training_loop import (
    Learning,
    Run,
    dataset_of,
    info_of,
    new_trainer,
)
from engine.training.run.config import RunConfig
from engine.training.run.curves import of_kind, validations
from engine.training.run.progress import Monitor
from engine.training.run.report import games_text
from engine.training.run.run_folder import RunFolder
from engine.training.run.settings import DataSettings
from engine.training.supervised.engine_games import make_shards, shard_count, shard_path


class SupervisedRun(Run):
    """A run that learns from games that exist: of engines, or of other runs."""

    def _prepare(self) -> None:
        if self._config.data is not None:
            prepare_games(self._config.data, self._config, self._folder)

    def _work(self, is_late: Callable[[], bool]) -> bool:
        data = self._config.data
        is_done = data is None or make_games(
            data, self._config, self._folder, is_late, self._monitor
        )
        return is_done and self._train(is_late)

    def _train(self, is_late: Callable[[], bool]) -> bool:
        config, folder = self._config, self._folder
        own = config.train
        dataset, info = self._samples()
        trainer = new_trainer(config, info, total=own.steps)
        log_positions(folder, dataset, info)
        learning = Learning(
            folder,
            trainer,
            dataset,
            steps_a_checkpoint=own.steps_a_checkpoint,
            suites=SuiteEvaluation(config.judge.suites, info),
        )
        if not learning.go_on(own.steps, is_late, self._monitor):
            return False
        last = validations(folder.events())[-1]
        training = {
            "steps": trainer.steps_done,
            "batch": own.batch,
            "positions": dataset.count(TRAINING),
            "games": games_text(config),
            **{name: round(last[name], 4) for name in ("policy", "value", "agreement")},
        }
        trained = replace(info, training=training)
        save_network(folder.net, trainer.network, trained, half=True)
        return True

    def _samples(self) -> tuple[SampleSource, NetInfo]:
        """Return the positions to learn from, and the header of their network."""
        config = self._config
        if config.data is not None:
            return dataset_of(config, load_shards(self._folder.shards)), info_of(config)
        paths = [p for f in config.start.samples for p in Path(f).glob("shard-*.npz")]
        stream = ShardStream(
            paths,
            encoding_for(config.net.kind, config.game),
            validation_share=config.train.validation_share,
            search_share=config.train.search_share,
            seed=config.seed,
        )
        return stream, info_of(config, stream.setups)


def prepare_games(data: DataSettings, config: RunConfig, folder: RunFolder) -> None:
    """Compile the engine that plays what is missing of the games of engines."""
    numbers = range(shard_count(data))
    if all(shard_path(folder.shards, number).exists() for number in numbers):
        return
    prepare_engine(data.engine, data.setups(config.game)[0])


def prepare_engine(name: str, setup: GameSetup) -> None:
    """Compile what an engine needs on boards like that of ``setup``."""
    searcher = build_searcher(PlayerConfig.parse(name), setup.game)
    searcher.prepare(get_game(setup.game).new_position(setup))


def make_games(
    data: DataSettings,
    config: RunConfig,
    folder: RunFolder,
    is_late: Callable[[], bool],
    monitor: Monitor,
) -> bool:
    """Play the games of engines that a run begins with; say whether all are there."""
    total = shard_count(data)
    is_there = [shard_path(folder.shards, number).exists() for number in range(total)]
    done = sum(is_there)
    if done == total:
        return True
    log = folder.log()
    monitor.update("games", done, total)
    for number in make_shards(data, config.game, config.seed, folder.shards):
        done += 1
        log.add("shard", number=number)
        monitor.update("games", done, total)
        if is_late():
            return done == total
    return True


def log_positions(folder: RunFolder, samples: SampleSource, info: NetInfo) -> None:
    """Log once how many positions there are to learn from, and their boards."""
    if not of_kind(folder.events(), "dataset"):
        folder.log().add(
            "dataset",
            training=samples.count(TRAINING),
            validation=samples.count(VALIDATION),
            sizes=info.sizes,
        )
