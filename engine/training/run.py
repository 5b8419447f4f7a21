"""A supervised run: games of our engines, then steps, then weights and a report.

Everything is on disk after each shard and each checkpoint, so that a run can be killed
at any moment, carried to another machine and gone on with there. What a run does not
finish in the time it has, the next one goes on with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.nn.checkpoint import save_network
from engine.training.config import RunConfig
from engine.training.curves import validations
from engine.training.dataset import TRAINING, VALIDATION, load_shards
from engine.training.folder import RunFolder
from engine.training.generation import make_shards, shard_count, shard_path
from engine.training.learning import (
    Learning,
    Report,
    Run,
    dataset_of,
    info_of,
    new_trainer,
)
from engine.training.report import write_supervised
from engine.training.settings import DataSettings
from engine.training.suite_evaluation import SuiteEvaluation


class SupervisedRun(Run):
    """Learns from games of engines."""

    def _work(self, is_late: Callable[[], bool], tell: Report) -> bool:
        data = self._config.data
        assert data is not None, "a supervised run has games to play"
        is_done = make_games(data, self._config, self._folder, is_late, tell)
        return is_done and self._train(data, is_late, tell)

    def _train(
        self, data: DataSettings, is_late: Callable[[], bool], tell: Report
    ) -> bool:
        config, folder = self._config, self._folder
        own, info = config.train, info_of(config)
        trainer = new_trainer(config, info, total=own.steps)
        dataset = dataset_of(config, load_shards(folder.shards))
        learning = Learning(
            folder,
            trainer,
            dataset,
            steps_a_checkpoint=own.steps_a_checkpoint,
            suites=SuiteEvaluation(config.judge.suites, info),
        )
        if not learning.go_on(own.steps, is_late, tell):
            return False
        last = validations(folder.events())[-1]
        training = {
            "steps": trainer.steps_done,
            "batch": own.batch,
            "positions": dataset.count(TRAINING),
            "engine": f"{data.engine}, {data.nodes} nodes",
            **{name: round(last[name], 4) for name in ("policy", "value", "agreement")},
        }
        save_network(
            folder.net,
            trainer.network,
            replace(info, training=training),
            half=True,
        )
        apart = dataset.count(VALIDATION)
        write_supervised(folder, config, data, training, apart)
        return True


def make_games(
    data: DataSettings,
    config: RunConfig,
    folder: RunFolder,
    is_late: Callable[[], bool],
    tell: Report,
) -> bool:
    """Play the games of engines that a run begins with; say whether all are there."""
    total = shard_count(data)
    is_there = [shard_path(folder.shards, number).exists() for number in range(total)]
    done = sum(is_there)
    if done == total:
        return True
    log = folder.log()
    tell("games", done, total)
    for number in make_shards(data, config.game, config.seed, folder.shards):
        done += 1
        log.add("shard", number=number)
        tell("games", done, total)
        if is_late():
            return done == total
    return True
