"""Run of an experiment in its folder."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from engine.core.background_work import paused_background_work
from engine.experiments.experiment import Experiment, Findings, Scale
from engine.experiments.experiment_folder import ExperimentFolder
from engine.experiments.report import make_command, write_report
from engine.experiments.workshop import Workshop


def run_experiment(
    experiment: Experiment,
    scale: Scale,
    path: Path,
    *,
    seed: int = 0,
    resume: bool = False,
    seconds: float = math.inf,
    show: Callable[[str], None] = lambda _: None,
) -> bool:
    """Run an experiment as far as the time allows; return whether it is finished.

    Args:
        experiment: The experiment.
        scale: Its scale.
        path: Its folder.
        seed: Random seed.
        resume: Whether to go on with the experiment in the folder.
        seconds: Time of this start.
        show: Takes the progress in one line; called often.

    Raises:
        RunFolderError: The folder is not one of this experiment, or in use.
        EngineError: A game, a search or a training run fails.
    """
    folder = ExperimentFolder(path)
    with (
        paused_background_work(),
        folder.opened(experiment.name, scale, seed=seed, resume=resume),
    ):
        workshop = Workshop(path, seed=seed, seconds=seconds, show=show)
        findings = experiment.run(workshop, scale)
        if scale == "smoke":
            findings = _without_verdicts(findings)
        write_report(
            folder,
            experiment,
            findings,
            command=make_command(experiment.name, scale, seed),
            is_finished=workshop.is_finished,
        )
    return workshop.is_finished


def _without_verdicts(findings: Findings) -> Findings:
    """Return findings of weakened engines, whose numbers cannot be compared."""
    claims = tuple(replace(claim, verdict="open") for claim in findings.claims)
    remark = "Engines are weakened at the scale smoke: no number can be compared."
    return replace(findings, claims=claims, remarks=(remark, *findings.remarks))
