"""A self-play run: generations of games, steps, a network and evaluation matches.

Each generation has a folder; its network is written last and marks it as finished. A
resumed run keeps finished shards, unfinished games and the last checkpoint, and
repeats interrupted matches.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from torch import nn

from engine.core.errors import TrainingError
from engine.core.message import Message
from engine.nn.common.evaluator_settings import EvaluatorSettings
from engine.nn.common.net_info import NetInfo
from engine.nn.evaluator_factory import new_evaluator
from engine.nn.torch_net.checkpoint import load_network, save_network
from engine.nn.torch_net.networks import mean_network, new_network
from engine.training.learning.dataset import load_shards
from engine.training.learning.run_parts import make_dataset, make_net_info, make_trainer
from engine.training.learning.samples import Samples
from engine.training.learning.start_samples import list_sample_warnings
from engine.training.learning.trainer import Trainer
from engine.training.learning.training_loop import TrainingLoop
from engine.training.learning.training_run import TrainingRun
from engine.training.run.config import PREVIOUS, SelfPlayConfig
from engine.training.run.progress import format_generation
from engine.training.run.time_estimate import TimeEstimate
from engine.training.self_play.cluster import Cluster
from engine.training.self_play.evaluator_choice import with_evaluator
from engine.training.self_play.game_tasks import TaskPlayer
from engine.training.self_play.generation_games import GenerationGames
from engine.training.self_play.lost_files import (
    find_lost_networks,
    find_newest_network,
    has_network,
    list_loss_warnings,
)
from engine.training.self_play.match_checks import list_match_warnings
from engine.training.self_play.network_evaluation import (
    GenerationEvaluators,
    NetworkEvaluation,
)
from engine.training.self_play.self_play import compile_self_play
from engine.training.self_play.worker_processes import WorkerProcesses
from engine.training.supervised.supervised_run import (
    make_games,
    prepare_engine,
    prepare_games,
)


class SelfPlayRun(TrainingRun[SelfPlayConfig]):
    """A run that learns from games against itself.

    Args:
        config: Configuration of the run.
        folder: Run folder.
        options: Further arguments of ``TrainingRun``.
    """

    def __init__(self, config: SelfPlayConfig, folder: Path, **options: Any) -> None:
        config = with_evaluator(config, folder)
        super().__init__(config, folder, **options)
        self._play = config.play
        self._info = make_net_info(config)
        self._setup = config.play.setups(config.game)[0]
        self._settings = EvaluatorSettings(
            runtime=config.play.runtime, threads=config.train.threads or None
        )
        self._evaluators = GenerationEvaluators(self._folder, self._settings)
        self._evaluation = NetworkEvaluation(
            config, self._folder, self._info, self._evaluators
        )
        self._processes: TaskPlayer | None = None
        self._lost: frozenset[int] = frozenset()

    def _prepare(self) -> None:
        if self._config.data is not None:
            prepare_games(self._config.data, self._config, self._folder)
        if not self._config.cluster.address:
            network = new_network(self._info.kind, self._info.parameters).eval()
            evaluator = new_evaluator(network, self._info, self._settings)
            compile_self_play(self._play, self._setup, evaluator)
        for opponent in (*self._config.match.opponents, self._play.opponent):
            if opponent not in ("", PREVIOUS):
                prepare_engine(opponent, self._setup)

    def _work(self, is_late: Callable[[], bool]) -> bool:
        if self._config.cluster.address:
            self._processes = Cluster(self._config.cluster.address)
        elif self._play.workers > 1:
            self._processes = WorkerProcesses(self._play.workers)
        try:
            return self._generations(is_late)
        finally:
            if self._processes is not None:
                self._processes.close()

    def _generations(self, is_late: Callable[[], bool]) -> bool:
        self._warn(list_match_warnings(self._config))
        self._warn(list_sample_warnings(self._config, self._folder))
        newest = find_newest_network(self._folder, self._play.generations)
        self._lost = find_lost_networks(self._folder, newest, self._info)
        self._warn(list_loss_warnings(self._config, self._folder, newest, self._lost))
        self._restore_network(newest)
        estimate = TimeEstimate(self._now)
        for generation in range(newest + 1, self._play.generations + 1):
            estimate.begin(is_whole=not self._folder.generation(generation).exists())
            self._monitor.begin_generation(generation, self._play.generations)
            if generation == 0:
                is_done = self._begin(is_late)
            else:
                is_done = self._generation(generation, is_late)
            if not is_done:
                return False
            if not self._log_new_networks():
                return False
            self._report_generation(generation, estimate)
            if is_late() and generation < self._play.generations:
                return False
        return self._log_new_networks()

    def _log_new_networks(self) -> bool:
        """Evaluate and log the new networks; return whether all of them are."""
        return self._evaluation.log_new_networks(
            self._monitor, self._must_stop, without=self._lost
        )

    def _report_generation(self, generation: int, estimate: TimeEstimate) -> None:
        """Write curves and report, and announce the line of a generation."""
        if generation == 0:
            return
        estimate.end()
        self._write_report()
        line = format_generation(
            self._folder.events(),
            generation,
            self._play.generations,
            seconds_left=estimate.seconds_for(self._play.generations - generation),
        )
        self._monitor.announce(line)

    def _begin(self, is_late: Callable[[], bool]) -> bool:
        """Make the network that plays the first games."""
        config, data = self._config, self._config.data
        if data is not None and not make_games(
            data, config, self._folder, is_late, self._monitor
        ):
            return False
        trainer = self._trainer()
        if config.train.initial_steps > 0:
            shards = [
                *load_shards(self._folder.shards, self._info),
                *self._load_start_samples(),
            ]
            loop = self._training_loop(trainer, shards)
            if not loop.run_until(config.train.initial_steps, is_late, self._monitor):
                return False
        self._save_generation(0, trainer, {})
        return True

    def _generation(self, generation: int, is_late: Callable[[], bool]) -> bool:
        """Play and train one generation; return whether it is finished."""
        monitor = self._monitor
        games = GenerationGames(
            self._config, self._folder, generation, now=self._now, warn=self._warn
        )
        players = self._choose_players(generation)
        if self._processes is None:
            evaluators = [self._evaluators.load(player) for player in players]
            are_there = games.play(evaluators, is_late, monitor)
        else:
            nets = [self._folder.generation_net(player) for player in players]
            are_there = games.play_in_processes(self._processes, nets, is_late, monitor)
        if not are_there:
            return False
        trainer = self._trainer()
        own = self._config.train
        until = own.initial_steps + generation * own.steps
        loop = self._training_loop(trainer, self._load_window(generation))
        if not loop.run_until(until, is_late, monitor, since=until - own.steps):
            return False
        gate = self._play_gate_match(generation, trainer)
        if gate is None:
            return False
        self._save_generation(generation, trainer, gate)
        return True

    def _choose_players(self, generation: int) -> list[int]:
        """Return the generations of the players: the newest, then its opponents."""
        newest = generation - 1
        if self._play.policy != "pool":
            return [newest]
        rng = random.Random(f"{self._config.seed} rival {generation}")
        known = [number for number in range(newest) if number not in self._lost]
        count = min(self._play.pool_opponents, len(known))
        return [newest, *rng.sample(known, count)]

    def _trainer(self) -> Trainer:
        trainer = make_trainer(self._config, self._info, self._folder, total=None)
        if self._folder.state.exists():
            trainer.load(self._folder.state)
        return trainer

    def _training_loop(
        self, trainer: Trainer, shards: Sequence[Samples]
    ) -> TrainingLoop:
        return TrainingLoop(
            self._folder,
            trainer,
            make_dataset(self._config, shards),
            checkpoint_interval=self._config.train.checkpoint_interval,
        )

    def _load_window(self, generation: int) -> list[Samples]:
        """Return the samples in the replay window; generation 0 is that of engines."""
        first = max(generation - self._play.replay_window + 1, 0)
        shards = self._load_start_samples()
        if first == 0:
            shards += load_shards(self._folder.shards, self._info)
        for number in range(max(first, 1), generation + 1):
            own = load_shards(self._folder.generation(number), self._info)
            if not own:
                raise TrainingError(
                    Message(
                        "Expected the games of generation {number} in {folder}, found "
                        "none.",
                        number=number,
                        folder=self._folder.generation(number),
                    )
                )
            shards += own
        return shards

    def _load_start_samples(self) -> list[Samples]:
        folders = [Path(name) for name in self._config.start.samples]
        return [
            shard for folder in folders for shard in load_shards(folder, self._info)
        ]

    def _play_gate_match(
        self, generation: int, trainer: Trainer
    ) -> dict[str, Any] | None:
        """Play the gate match and return its result; empty unless policy is best.

        ``None`` is a match that was stopped.
        """
        if self._play.policy != "best":
            return {}
        own = new_evaluator(trainer.network.eval(), self._info, self._settings)
        best = self._evaluators.load(generation - 1)
        name = "the best network so far"
        score = self._evaluation.play_match(
            own,
            best,
            games=self._play.gate_games,
            generation=generation,
            name=name,
            monitor=self._monitor,
            must_stop=self._must_stop,
        )
        if score is None:
            return None
        is_better = score.share >= self._play.gate_share
        return {"share": score.share, "accepted": is_better}

    def _save_generation(
        self, generation: int, trainer: Trainer, gate: Mapping[str, Any]
    ) -> None:
        """Write the network of a generation, which marks it as finished."""
        network: nn.Module = trainer.network
        if not gate.get("accepted", True):
            network, _ = load_network(self._folder.generation_net(generation - 1))
        if not self._folder.state.exists():
            trainer.save(self._folder.state)
        training = {"generation": generation, "steps": trainer.steps_done, **gate}
        info = replace(self._info, training=training)
        self._save_mean_network(generation, network, info)
        path = self._folder.generation_net(generation)
        path.parent.mkdir(parents=True, exist_ok=True)
        save_network(path, network, info)

    def _save_mean_network(
        self, generation: int, network: nn.Module, info: NetInfo
    ) -> None:
        """Write the finished network: the mean of a generation's and those before."""
        first = max(generation - self._play.averaged_networks + 1, 0)
        others = [
            load_network(self._folder.generation_net(number))[0]
            for number in range(first, generation)
            if number not in self._lost
        ]
        save_network(
            self._folder.net, mean_network([*others, network]), info, half=True
        )

    def _restore_network(self, generation: int) -> None:
        """Write the finished network again if it is lost or damaged."""
        if generation < 0 or has_network(self._folder.net, self._info):
            return
        self._save_mean_network(
            generation, *load_network(self._folder.generation_net(generation))
        )
