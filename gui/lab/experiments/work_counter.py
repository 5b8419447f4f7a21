"""Counter of the games, searches and generations of an experiment, in a thread."""

from __future__ import annotations

import contextlib
import logging
import threading

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.errors import EngineError
from engine.experiments.catalogue import EXPERIMENTS
from engine.experiments.experiment import SCALES
from engine.experiments.progress import Part
from engine.experiments.run import list_work

log = logging.getLogger(__name__)


class WorkCounter(QObject):
    """Source of the work of every experiment and scale, one after the other.

    Args:
        parent: See ``QObject``.
    """

    counted = pyqtSignal(str, str, object)  # experiment, scale, its parts

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_stopped = threading.Event()
        self._emitting = threading.Lock()
        self._thread = threading.Thread(target=self._count, name="work", daemon=True)

    def start(self) -> None:
        """Begin to count."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread after the experiment that it counts.

        Nothing is emitted afterwards: an object must not be deleted while it emits.
        """
        with self._emitting:
            self._is_stopped.set()

    def _count(self) -> None:
        for experiment in EXPERIMENTS:
            for scale in SCALES:
                if self._is_stopped.is_set():
                    return
                try:
                    parts = list_work(experiment, scale)
                except (EngineError, OSError) as error:  # the form shows no numbers
                    log.info("%s was not counted: %s", experiment.name, error)
                    continue
                except Exception:  # a thread's edge: the others can be counted
                    log.exception("%s could not be counted", experiment.name)
                    continue
                self._tell(experiment.name, scale, parts)

    def _tell(self, name: str, scale: str, parts: tuple[Part, ...]) -> None:
        with self._emitting, contextlib.suppress(RuntimeError):
            if not self._is_stopped.is_set():  # the form may be gone otherwise
                self.counted.emit(name, scale, parts)
