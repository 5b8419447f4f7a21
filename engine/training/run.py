"""A training run in a folder: games, then steps, then weights and a report.

Everything is on disk after each shard and each checkpoint, so that a run can be killed
at any moment, carried to another machine and gone on with there. What a run does not
finish in the time it has, the next one goes on with.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch

from engine.core.errors import TrainingError
from engine.core.sentence import Sentence
from engine.nn.checkpoint import NetInfo, new_info, save_network
from engine.nn.network import encoding_for, fits_every_size, new_network
from engine.records.files import write_atomically
from engine.training.config import RunConfig
from engine.training.curves import picture_of, table_of, validations
from engine.training.dataset import TRAINING, VALIDATION, Dataset, load_shards
from engine.training.events import EventLog, read_events
from engine.training.generation import make_shards, shard_count, shard_path
from engine.training.trainer import Trainer

CONFIG = "run.json"
STATE = "state.safetensors"
EVENTS = "events.jsonl"
NET = "net.safetensors"
REPORT = "report.md"
CURVES = "curves"
SHARDS = "shards"

Report = Callable[[str, int, int], None]
"""Called with a phase, and how much of it is done of how much."""


class TrainingRun:
    """Does what a configuration says, as far as time allows.

    Args:
        config: What to do.
        folder: Where everything lies.
        resume: Whether to go on with what is there.
        now: Source of seconds that never runs backwards.

    Raises:
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
        self._config = config
        self._folder = folder
        self._now = now
        self._claim(resume=resume)

    def _claim(self, *, resume: bool) -> None:
        path, text = self._folder / CONFIG, _description(self._config)
        if path.exists() and not resume:
            raise TrainingError(
                Sentence(
                    "Expected a folder without a run, or --resume; {folder} has one.",
                    folder=self._folder,
                )
            )
        if path.exists() and path.read_text(encoding="utf-8") != text:
            raise TrainingError(
                Sentence(
                    "Expected the settings that the run in {folder} began with; they "
                    "stand in its {file}.",
                    folder=self._folder,
                    file=CONFIG,
                )
            )
        self._folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text.encode())

    def go_on(self, *, seconds: float = math.inf, report: Report | None = None) -> bool:
        """Work for about so many seconds; say whether the run is finished."""
        tell = report or (lambda *_: None)
        deadline = self._now() + seconds
        return self._make_games(deadline, tell) and self._train(deadline, tell)

    def _make_games(self, deadline: float, tell: Report) -> bool:
        folder, total = self._folder / SHARDS, shard_count(self._config.data)
        is_there = [shard_path(folder, number).exists() for number in range(total)]
        done = sum(is_there)
        if done == total:
            return True
        log = EventLog(self._folder / EVENTS, last_step=self._steps_told())
        tell("games", done, total)
        for number in make_shards(self._config, folder):
            done += 1
            log.add("shard", number=number)
            tell("games", done, total)
            if self._now() >= deadline:
                return done == total
        return True

    def _steps_told(self) -> int:
        events = read_events(self._folder / EVENTS)
        return max((event.get("step", 0) for event in events), default=0)

    def _train(self, deadline: float, tell: Report) -> bool:
        own = self._config.train
        if own.threads:
            torch.set_num_threads(own.threads)
        torch.manual_seed(self._config.seed)
        info = self._info()
        trainer = Trainer(new_network(info.kind, info.parameters), own)
        state = self._folder / STATE
        if state.exists():
            trainer.load(state)
        dataset = self._dataset()
        log = EventLog(self._folder / EVENTS, last_step=trainer.steps_done)
        if not state.exists():
            self._check_point(trainer, dataset, log)
        while trainer.steps_done < own.steps:
            trainer.step(dataset)
            tell("steps", trainer.steps_done, own.steps)
            is_last = trainer.steps_done == own.steps
            is_late = self._now() >= deadline
            if is_last or is_late or trainer.steps_done % own.steps_a_checkpoint == 0:
                self._check_point(trainer, dataset, log)
            if is_late and not is_last:
                return False
        self._publish(trainer, dataset, info)
        return True

    def _info(self) -> NetInfo:
        config = self._config
        setups = config.setups()
        kind = config.net.kind
        sizes = {setup.size_text for setup in setups}
        if len(sizes) > 1 and not fits_every_size(kind):
            raise TrainingError(
                Sentence(
                    "Expected games of one size for the network {kind}, got {sizes}.",
                    kind=kind,
                    sizes=tuple(sorted(sizes)),
                )
            )
        run, licence = config.name, config.licence
        return new_info(
            kind, tuple(setups), config.net.parameters, run=run, licence=licence
        )

    def _dataset(self) -> Dataset:
        config = self._config
        return Dataset(
            load_shards(self._folder / SHARDS),
            encoding_for(config.net.kind, config.game),
            validation_share=config.train.validation_share,
            search_share=config.train.search_share,
            seed=config.seed,
        )

    def _check_point(self, trainer: Trainer, dataset: Dataset, log: EventLog) -> None:
        """Save the state first: an event about it without it would be lost anyway."""
        rate = trainer.learning_rate
        losses = asdict(trainer.validate(dataset))
        trainer.save(self._folder / STATE)
        log.add("validation", step=trainer.steps_done, learning_rate=rate, **losses)

    def _publish(self, trainer: Trainer, dataset: Dataset, info: NetInfo) -> None:
        """Write weights, curves and the report."""
        events = read_events(self._folder / EVENTS)
        last = validations(events)[-1]
        training = {
            "steps": trainer.steps_done,
            "batch": self._config.train.batch,
            "positions": dataset.count(TRAINING),
            "engine": f"{self._config.data.engine}, {self._config.data.nodes} nodes",
            **{name: round(last[name], 4) for name in ("policy", "value", "agreement")},
        }
        info = replace(info, training=training)
        save_network(self._folder / NET, trainer.network, info)
        files = {
            f"{CURVES}.csv": table_of(events),
            f"{CURVES}.svg": picture_of(events),
            REPORT: _report(self._config, training, dataset.count(VALIDATION)),
        }
        for name, text in files.items():
            write_atomically(self._folder / name, text.encode())


def _description(config: RunConfig) -> str:
    """Return a configuration as text; how many processes work does not matter."""
    table = asdict(config)
    del table["data"]["workers"], table["train"]["threads"]
    return json.dumps(table, indent=2, ensure_ascii=False) + "\n"


def _report(config: RunConfig, training: Mapping[str, Any], apart: int) -> str:
    """Return the report of a finished run, in Markdown."""
    data = config.data
    sizes = ", ".join(data.sizes)
    return f"""# {config.name}

| | |
|---|---|
| game | {config.game}, {sizes} |
| network | {config.net.kind} {dict(config.net.parameters) or ""} |
| games | {data.games} by {data.engine}, {data.nodes} nodes a move |
| positions to learn from | {training["positions"]:,} |
| positions kept apart | {apart:,} |
| steps | {training["steps"]:,} batches of {training["batch"]} |
| policy loss | {training["policy"]} nats |
| value loss | {training["value"]} |
| first move as the search's | {training["agreement"]:.1%} |
| licence of the weights | {config.licence} |

Losses are those of positions from games kept apart.

![curves]({CURVES}.svg)
"""
