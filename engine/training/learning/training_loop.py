"""What every kind of run does to learn: steps, and checkpoints between them."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import torch

from engine.core.errors import TrainingError
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.core.settings_reader import at_key, make_value_error
from engine.games import get_game
from engine.nn.common.encoding import encoding_for
from engine.nn.common.net_info import NetInfo, fits_every_size, read_info
from engine.nn.shipped import shipped_nets
from engine.nn.torch_net.checkpoint import new_info
from engine.nn.torch_net.networks import KINDS, new_network
from engine.training.learning.dataset import Dataset, SampleSource
from engine.training.learning.samples import Samples
from engine.training.learning.suite_evaluation import SuiteEvaluation
from engine.training.learning.trainer import Trainer
from engine.training.run.config import RunConfig
from engine.training.run.progress import Monitor
from engine.training.run.report import write_report
from engine.training.run.run_folder import STATE, RunFolder


class Run(ABC):
    """A training run: configuration, run folder, time limit, resume.

    Args:
        config: What to do.
        folder: Where everything lies.
        resume: Whether to go on with what is there.
        now: Source of seconds that never runs backwards.

    Raises:
        SettingsError: The network cannot be built. Nothing is written then.
        TrainingError: The folder holds a run that is not to be gone on with, or
            another one.
    """

    def __init__(
        self,
        config: RunConfig,
        folder: Path,
        *,
        resume: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        check_network(config, folder)
        self._config = config
        self._folder = RunFolder(folder, config, resume=resume)
        self._now = now
        self._monitor = Monitor()

    def go_on(
        self, *, seconds: float = math.inf, monitor: Monitor | None = None
    ) -> bool:
        """Work for about ``seconds``; return whether the run is finished.

        Compiling comes before the time begins. Curves and report are up to date when
        the work ends, also by Ctrl+C; after a kill the next call writes them first.
        """
        self._monitor = monitor or Monitor()
        with self._folder.taken():
            if not self._folder.is_report_current():
                self._write_report()
            self._monitor.update("compiling", 0, 0)
            self._prepare()
            deadline = self._now() + seconds
            try:
                is_finished = self._work(lambda: self._now() >= deadline)
            except KeyboardInterrupt:
                self._write_report()
                raise
            self._write_report()
            return is_finished

    def _write_report(self) -> None:
        """Write curves and report as far as the run has come."""
        write_report(self._folder, self._config)

    @abstractmethod
    def _prepare(self) -> None:
        """Compile what the work needs."""

    @abstractmethod
    def _work(self, is_late: Callable[[], bool]) -> bool:
        """Work until it is late; return whether the run is finished."""


def check_network(config: RunConfig, folder: Path) -> None:
    """Raise ``SettingsError`` unless the network of a run can be built.

    Args:
        config: The run.
        folder: Its folder; a run with a state has loaded what it starts with.
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
    # Boards of other runs' samples are not known yet; the usual one stands for them.
    usual = () if config.setups() else (get_game(config.game).setup(),)
    with at_key("net"):
        info = info_of(config, usual)
        new_network(info.kind, info.parameters)
    if config.start.net and not (folder / STATE).exists():
        with at_key("start.net"):
            _check_start(config.start.net, info)


def start_path(name: str) -> Path:
    """Return the file of a network that a run starts with."""
    return shipped_nets().get(name, Path(name))


def _check_start(name: str, wanted: NetInfo) -> None:
    """Raise ``TrainingError`` unless a network can be gone on with."""
    found = read_info(start_path(name))
    shapes = [
        f"{info.game} {info.kind} {dict(info.parameters)}" for info in (wanted, found)
    ]
    if shapes[0] != shapes[1]:
        raise TrainingError(
            Message(
                "Expected a network of the shape {wanted} to start with, "
                "{net} has {found}.",
                wanted=shapes[0],
                net=name,
                found=shapes[1],
            )
        )


def info_of(config: RunConfig, setups: Sequence[GameSetup] = ()) -> NetInfo:
    """Return the header of a run's network.

    Args:
        config: The run.
        setups: Boards of its samples; by default those of the games that it plays.

    Raises:
        TrainingError: It knows one size of board, and games are of several.
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


def new_trainer(config: RunConfig, info: NetInfo, *, total: int | None) -> Trainer:
    """Return a trainer of a network with random weights.

    Args:
        config: The run.
        info: Its network.
        total: Steps after which the learning rate has fallen to 0; ``None``, it stays.
    """
    if config.train.threads:
        torch.set_num_threads(config.train.threads)
    torch.manual_seed(config.seed)
    return Trainer(new_network(info.kind, info.parameters), config.train, total=total)


def dataset_of(config: RunConfig, shards: Sequence[Samples]) -> Dataset:
    """Return shards as what a run learns from."""
    return Dataset(
        shards,
        encoding_for(config.net.kind, config.game),
        validation_share=config.train.validation_share,
        search_share=config.train.search_share,
        seed=config.seed,
    )


class Learning:
    """Takes steps and tells of them.

    Args:
        folder: Where state and events go.
        trainer: Learns; goes on from the folder's state if there is one.
        dataset: What from.
        steps_a_checkpoint: Steps between two checkpoints.
        suites: Suites to evaluate the network on at checkpoints.
    """

    def __init__(
        self,
        folder: RunFolder,
        trainer: Trainer,
        dataset: SampleSource,
        *,
        steps_a_checkpoint: int,
        suites: SuiteEvaluation | None = None,
    ) -> None:
        self._folder = folder
        self._trainer = trainer
        self._dataset = dataset
        self._every = steps_a_checkpoint
        self._suites = suites
        if folder.state.exists():
            trainer.load(folder.state)
        self._log = folder.log(last_step=trainer.steps_done)

    def go_on(self, until: int, is_late: Callable[[], bool], monitor: Monitor) -> bool:
        """Take steps until there were ``until``; say whether there are."""
        if not self._folder.state.exists():
            self._check_point()
        while self._trainer.steps_done < until:
            self._trainer.step(self._dataset)
            done = self._trainer.steps_done
            monitor.update("steps", done, until)
            must_stop = is_late()
            if done == until or must_stop or done % self._every == 0:
                self._check_point()
            if must_stop and done < until:
                return False
        return True

    def _check_point(self) -> None:
        """Save the state first: an event about it without it would be lost anyway."""
        rate = self._trainer.learning_rate
        losses = asdict(self._trainer.validate(self._dataset))
        losses |= self._trainer.take_training_losses()
        self._trainer.save(self._folder.state)
        step = self._trainer.steps_done
        self._log.add("validation", step=step, learning_rate=rate, **losses)
        if self._suites is not None:
            self._suites.log_measures(self._log, self._trainer.network, step=step)
