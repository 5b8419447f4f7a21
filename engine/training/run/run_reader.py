"""Reader of a run folder for other processes: what was reached, and what goes on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.core.game import GameSetup
from engine.core.message import Message
from engine.games import get_game
from engine.training.run.config import RunConfig, SelfPlayConfig
from engine.training.run.curves import (
    Panel,
    make_panels,
    select_events,
    select_validations,
)
from engine.training.run.event_log import Event, read_log
from engine.training.run.run_folder import CONFIG, EVENTS, NET, read_config_of_run
from engine.training.run.run_status import RunStatus, read_status


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingRunState:
    """A run as its folder shows it."""

    config: RunConfig
    """Configuration of the run."""

    status: RunStatus | None
    """What its process does; ``None`` if no process works on it."""

    panels: tuple[Panel, ...]
    """Curves so far."""

    games: int
    """Games played by the networks of the run, or by the engines it learns from."""

    is_finished: bool
    """Whether all generations and steps are done."""

    net: Path | None
    """The newest network, if there is one."""

    warning: Message | None = None
    """What is damaged in the event log, as a sentence, if anything."""

    @property
    def setup(self) -> GameSetup:
        """The first board of the run, or the game's usual one if it has none itself."""
        return next(iter(self.config.setups()), get_game(self.config.game).setup())


def read_training_run(folder: Path) -> TrainingRunState | None:
    """Return the state of the run in a folder; ``None`` before its first file.

    Raises:
        RunFolderError: The configuration is damaged or of another version.
    """
    own = folder / CONFIG
    if not own.is_file():
        return None
    config = read_config_of_run(own)
    log = read_log(folder / EVENTS)
    events = log.events
    net = folder / NET
    has_paper_losses = config.train.alpha is not None
    return TrainingRunState(
        config=config,
        status=read_status(folder),
        panels=tuple(make_panels(events, has_paper_losses=has_paper_losses)),
        games=sum(event.get("games", 0) for event in select_events(events, "shard")),
        is_finished=_is_finished(config, events),
        net=net if net.is_file() else None,
        warning=log.warning,
    )


def _is_finished(config: RunConfig, events: list[Event]) -> bool:
    if isinstance(config, SelfPlayConfig):
        done = [event["generation"] for event in select_events(events, "generation")]
        return max(done, default=-1) == config.play.generations
    steps = [event["step"] for event in select_validations(events)]
    return max(steps, default=-1) == config.train.steps
