"""Counter of the games, searches and generations of an experiment, in a thread."""

from __future__ import annotations

import logging
from functools import partial

from PyQt5.QtCore import pyqtSignal

from engine.core.errors import EngineError
from engine.experiments.catalogue import EXPERIMENTS
from engine.experiments.experiment import SCALES
from engine.experiments.run import list_work
from gui.lab.background_reader import BackgroundReader

log = logging.getLogger(__name__)


class WorkCounter(BackgroundReader):
    """Counter of the work of every experiment and scale, one after the other."""

    counted = pyqtSignal(str, str, object)  # experiment, scale, its parts

    def _run(self) -> None:
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
                self._emit(partial(self._report, experiment.name, scale, parts))

    def _report(self, experiment: str, scale: str, parts: object) -> None:
        self.counted.emit(experiment, scale, parts)  # only here: it may be deleted
