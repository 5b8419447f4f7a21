"""Evaluation of a run's networks on suites of positions, which are never trained on.

A suite that is missing or unusable is skipped with one warning, so a run can resume on
another machine without its suites.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from torch import nn

from engine.core.errors import EngineError, NetError
from engine.core.message import Message
from engine.nn.common.net_info import NetInfo
from engine.nn.evaluator_factory import new_evaluator, untraced_settings
from engine.suites.networks import measure_network
from engine.suites.problems import Problem
from engine.suites.reader import read_suite
from engine.training.run.event_log import EventLog

SUITE_EVENT = "judged"
"""Kind of the events about suites."""

FIGURES = ("positions", "log_loss", "correlation", "sign", "agreement")
"""Measures in an event; one that is undefined is missing."""

log = logging.getLogger(__name__)


class SuiteEvaluation:
    """Evaluator of networks on the suites of a run.

    Args:
        suites: paths of the suites.
        info: the run's network.
    """

    def __init__(self, suites: Sequence[str], info: NetInfo) -> None:
        self._info = info
        self._suites: dict[str, list[Problem]] = {}
        for name in suites:
            path = Path(name)
            problems = _read(path, info)
            if problems:
                self._suites[path.stem] = problems

    @property
    def names(self) -> list[str]:
        """Names of the suites that are evaluated."""
        return list(self._suites)

    def log_measures(
        self,
        events: EventLog,
        network: nn.Module,
        *,
        step: int,
        without: Sequence[str] = (),
        **more: int,
    ) -> None:
        """Log one event for each suite.

        Args:
            events: the log of the run.
            network: the network; it is not changed.
            step: its number of training steps.
            without: names of suites to skip.
            more: further fields of the events, such as the generation.
        """
        due = [name for name in self._suites if name not in without]
        if not due:
            return
        settings = untraced_settings(self._info.kind)
        evaluator = new_evaluator(network, self._info, settings)
        for name in due:
            measures = asdict(measure_network(self._suites[name], evaluator))
            events.add(SUITE_EVENT, suite=name, step=step, **more, **_known(measures))


def _read(path: Path, info: NetInfo) -> list[Problem]:
    """Return the problems that have a reference; log a warning if there are none."""
    try:
        problems = [p for p in read_suite(path) if p.reference is not None]
        if not problems:
            raise NetError(
                Message("Expected positions with a value or a proven winner.")
            )
        for setup in {problem.position.setup for problem in problems}:
            info.check_fits(setup)
    except FileNotFoundError:
        reason: object = Message("There is no such file.")
    except (EngineError, OSError) as error:
        reason = error
    else:
        return problems
    log.warning(
        Message("The suite {suite} is skipped: {reason}", suite=path, reason=reason)
    )
    return []


def _known(measures: Mapping[str, float | None]) -> dict[str, float]:
    """Return the defined measures, rounded."""
    return {
        name: round(figure, 4)
        for name in FIGURES
        if (figure := measures[name]) is not None
    }
