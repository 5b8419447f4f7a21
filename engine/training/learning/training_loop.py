"""Base of all training runs, and their loop of steps and checkpoints."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Generic, TypeVar

import torch

from engine.core.errors import TrainingError
from engine.core.formats.settings_reader import at_key, make_value_error
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.core.processes.interrupts import held_interrupt
from engine.games import get_game
from engine.nn.common.encoding import new_encoding
from engine.nn.common.net_info import NetInfo, fits_every_size, read_info
from engine.nn.named_networks import find_network
from engine.nn.torch_net.checkpoint import load_network, new_info
from engine.nn.torch_net.growth import can_grow, grow_network
from engine.nn.torch_net.networks import (
    KINDS,
    ThreeLayerNet,
    check_parameters,
    new_network,
)
from engine.training.learning.dataset import Dataset, SampleSource
from engine.training.learning.samples import Samples, list_shards
from engine.training.learning.suite_evaluation import SuiteEvaluation
from engine.training.learning.trainer import Trainer, make_divergence_error
from engine.training.run.config import RunConfig
from engine.training.run.curves import select_validations
from engine.training.run.progress import Monitor, MonitorGroup
from engine.training.run.report import write_report
from engine.training.run.run_folder import STATE, TrainingRunFolder
from engine.training.run.run_status import StatusMonitor

ConfigT = TypeVar("ConfigT", bound=RunConfig)
"""Configuration of a kind of runs."""


class TrainingRun(ABC, Generic[ConfigT]):
    """A training run: configuration, run folder, time limit, resume.

    Args:
        config: Configuration of the run.
        folder: Run folder.
        resume: Whether to resume a run in the folder.
        now: Source of monotonic seconds.

    Raises:
        SettingsError: The network cannot be built, or there are no samples to start
            from. Nothing is written then.
        RunFolderError: See ``TrainingRunFolder``.
    """

    def __init__(
        self,
        config: ConfigT,
        folder: Path,
        *,
        resume: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        check_network(config, folder)
        check_start_samples(config)
        self._config = config
        self._folder = TrainingRunFolder(folder, config, resume=resume)
        self._now = now
        self._monitor = Monitor()
        self._must_stop: Callable[[], bool] = lambda: False

    def resume(
        self, *, seconds: float = math.inf, monitor: Monitor | None = None
    ) -> bool:
        """Start or resume the run for about ``seconds``; return whether it is finished.

        Compilation does not count. Curves and report are written when the work ends,
        also by Ctrl+C; after a kill the next call writes them first. Another process
        may request a stop; see ``run_status``.
        """
        with self._folder.lock(), StatusMonitor(self._folder.path) as status:
            self._monitor = MonitorGroup(monitor or Monitor(), status)
            self._must_stop = status.is_stop_requested
            if not self._folder.is_report_current():
                self._write_report()
            self._folder.check_state()
            self._warn(self._folder.list_warnings())
            self._monitor.update("compiling", 0, 0)
            self._prepare()
            deadline = self._now() + seconds
            try:
                is_finished = self._work(
                    lambda: status.is_stop_requested() or self._now() >= deadline
                )
            except KeyboardInterrupt:
                self._write_report()
                raise
            self._write_report()
            return is_finished

    def _warn(self, warnings: Sequence[Message]) -> None:
        """Announce warnings, and log those that are new for the report."""
        known = {event.get("text") for event in self._folder.events()}
        for warning in warnings:
            self._monitor.announce(warning)
            if warning not in known:
                self._folder.log().add("warning", text=warning)

    def _write_report(self) -> None:
        """Write the curves and the report of the run so far."""
        write_report(self._folder, self._config)

    @abstractmethod
    def _prepare(self) -> None:
        """Compile the engines and networks of the run."""

    @abstractmethod
    def _work(self, is_late: Callable[[], bool]) -> bool:
        """Continue the run until ``is_late``; return whether the run is finished."""


def check_network(config: RunConfig, folder: Path) -> None:
    """Raise ``SettingsError`` unless the network of a run can be built.

    Args:
        config: The run.
        folder: Its folder; a run with a saved state needs no start network.
    """
    if config.net.kind not in KINDS:
        raise make_value_error(
            "net.kind",
            Message(
                "expected one of {names}, got {kind!r}",
                names=tuple(KINDS),
                kind=config.net.kind,
            ),
        )
    # The boards of other runs' samples are unknown here; the default board replaces
    # them.
    usual = () if config.setups() else (get_game(config.game).setup(),)
    check_parameters(config.net.kind, config.net.parameters, "net.parameters")
    with at_key("net"):
        info = make_net_info(config, usual)
        new_network(info.kind, info.parameters)
    if config.start.net and not (folder / STATE).exists():
        with at_key("start.net"):
            _check_start(config.start.net, info)
    wins = config.wins_in_one
    if wins is not None and wins.net and not (folder / STATE).exists():
        with at_key("wins_in_one.net"):
            _check_game(wins.net, config.game)


def check_start_samples(config: RunConfig) -> None:
    """Raise ``SettingsError`` unless each folder of ``start.samples`` has shards."""
    for name in config.start.samples:
        if not list_shards(Path(name)):
            raise make_value_error(
                "start.samples",
                Message("expected a folder of shards, found none in {name}", name=name),
            )


def _check_start(name: str, wanted: NetInfo) -> None:
    """Raise ``TrainingError`` unless a start network fits the configured network."""
    found = read_info(find_network(name))
    if not can_grow(found, wanted):
        shapes = [
            f"{info.game} {info.kind} {dict(info.parameters)}"
            for info in (wanted, found)
        ]
        raise TrainingError(
            Message(
                "Expected a network of the shape {wanted} to start with, "
                "{net} has {found}.",
                wanted=shapes[0],
                net=name,
                found=shapes[1],
            )
        )


def _check_game(name: str, game: str) -> None:
    """Raise ``TrainingError`` unless a network plays the game of the run."""
    found = read_info(find_network(name)).game
    if found != game:
        raise TrainingError(
            Message(
                "Expected a network for {wanted}, {net} is for {found}.",
                wanted=game,
                net=name,
                found=found,
            )
        )


def make_net_info(config: RunConfig, setups: Sequence[GameSetup] = ()) -> NetInfo:
    """Return the header of a run's network.

    Args:
        config: The run.
        setups: Boards of its samples; by default those of its games.

    Raises:
        TrainingError: The network supports one board size, and games have several.
    """
    setups, kind = setups or config.setups(), config.net.kind
    sizes = {setup.size_text for setup in setups}
    if len(sizes) > 1 and not fits_every_size(kind):
        raise TrainingError(
            Message(
                "Expected games of one size for the network {kind}, got {sizes}.",
                kind=kind,
                sizes=tuple(sorted(sizes)),
            )
        )
    parameters, run, licence = config.net.parameters, config.name, config.licence
    return new_info(kind, tuple(setups), parameters, run=run, licence=licence)


def make_trainer(
    config: RunConfig, info: NetInfo, folder: TrainingRunFolder, *, total: int | None
) -> Trainer:
    """Return a trainer of the network that a run starts with.

    Args:
        config: The run.
        info: Header of its network.
        folder: Run folder; a run with a saved state needs no start network.
        total: Steps until the learning rate falls to 0; ``None`` keeps it constant.
    """
    if config.train.threads:
        torch.set_num_threads(config.train.threads)
    torch.manual_seed(config.seed)
    network = new_network(info.kind, info.parameters)
    if config.train.convolutional_policy and isinstance(network, ThreeLayerNet):
        network.localise_policy()
        network.keep_policy_convolutional()
    if config.start.net and not folder.state.exists():
        known, _ = load_network(find_network(config.start.net))
        grow_network(network, known)
    return Trainer(network, config.train, total=total)


def make_dataset(config: RunConfig, shards: Sequence[Samples]) -> Dataset:
    """Return the dataset of a run from its shards."""
    return Dataset(
        shards,
        new_encoding(config.net.kind, config.game),
        validation_share=config.train.validation_share,
        search_share=config.train.search_share,
        seed=config.seed,
        symmetry=config.train.symmetry,
    )


class TrainingLoop:
    """Loop of training steps with checkpoints.

    Args:
        folder: Run folder, for the state and the events.
        trainer: Trainer; it loads the folder's state if there is one.
        dataset: Source of batches.
        checkpoint_interval: Steps between two checkpoints.
        suites: Suites to evaluate the network on at checkpoints.
    """

    def __init__(
        self,
        folder: TrainingRunFolder,
        trainer: Trainer,
        dataset: SampleSource,
        *,
        checkpoint_interval: int,
        suites: SuiteEvaluation | None = None,
    ) -> None:
        self._folder = folder
        self._trainer = trainer
        self._dataset = dataset
        self._every = checkpoint_interval
        self._suites = suites
        if folder.state.exists():
            trainer.load(folder.state)
        self._log = folder.log(last_step=trainer.steps_done)

    def run_until(
        self,
        until: int,
        is_late: Callable[[], bool],
        monitor: Monitor,
        *,
        since: int = 0,
    ) -> bool:
        """Train until ``until`` steps are done; return whether they are.

        Ctrl+C ends the step and saves the state, as ``is_late`` does.

        Raises:
            TrainingError: Less than ``since`` or more than ``until`` steps are done,
                or training diverges; the last finite state is kept.
        """
        self._check_steps(since, until)
        with held_interrupt() as is_interrupted:
            if not self._folder.state.exists() or self._has_lost_losses(since):
                self._save_checkpoint()
            while self._trainer.steps_done < until:
                self._trainer.step(self._dataset)
                done = self._trainer.steps_done
                monitor.update("steps", done, until)
                must_stop = is_interrupted() or is_late()
                if done == until or must_stop or done % self._every == 0:
                    self._save_checkpoint()
                if must_stop and done < until:
                    return False
        return True

    def _check_steps(self, since: int, until: int) -> None:
        """Raise ``TrainingError`` unless the state is of these steps."""
        done = self._trainer.steps_done
        if not since <= done <= until:
            raise TrainingError(
                Message(
                    "Expected a state after {since} to {until} steps in {file}, got "
                    "one after {done}.",
                    since=since,
                    until=until,
                    file=self._folder.state,
                    done=done,
                )
            )

    def _has_lost_losses(self, since: int) -> bool:
        """Return whether steps since ``since`` end without logged losses."""
        step = self._trainer.steps_done
        events = select_validations(self._folder.events())
        return step > since and all(event["step"] != step for event in events)

    def _save_checkpoint(self) -> None:
        """Save the state, then log its losses; the log drops losses without a state."""
        rate = self._trainer.learning_rate
        losses = asdict(self._trainer.validate(self._dataset))
        losses |= self._trainer.take_training_losses()
        if not all(map(math.isfinite, losses.values())):
            raise make_divergence_error(self._trainer.steps_done, Message("losses"))
        self._trainer.save(self._folder.state)
        step = self._trainer.steps_done
        self._log.add("validation", step=step, learning_rate=rate, **losses)
        if self._suites is not None:
            self._suites.log_measures(self._log, self._trainer.network, step=step)
