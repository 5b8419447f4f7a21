"""Packages that experiments import, beside those of the program."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from engine.core.errors import UsageError
from engine.core.message import Message
from engine.experiments.experiment import Experiment


def check_packages(experiment: Experiment) -> None:
    """Raise ``UsageError`` unless this program can run an experiment."""
    if getattr(sys, "frozen", False):
        raise UsageError(
            Message(
                "Experiments need {names}, and packages bring only what plays; run "
                "them from the sources.",
                names=experiment.packages,
            )
        )
    missing = [name for name in experiment.packages if find_spec(name) is None]
    if missing:
        raise UsageError(
            Message(
                "Expected the packages of experiments, found no {names}; install them "
                'with "python -m pip install -r requirements-train.txt" and run the '
                "experiment from the sources.",
                names=tuple(missing),
            )
        )
