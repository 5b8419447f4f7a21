"""Base of all training runs: run folder, time limit, resume."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from engine.core.message import Message
from engine.training.learning.run_checks import check_network, check_start_samples
from engine.training.run.config import RunConfig
from engine.training.run.progress import Monitor, MonitorGroup
from engine.training.run.report import write_report
from engine.training.run.run_folder import TrainingRunFolder
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
