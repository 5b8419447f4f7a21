"""Run of an experiment in its folder."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from engine.core.processes.background_work import paused_background_work
from engine.core.processes.status_file import StatusFile
from engine.experiments.experiment import Experiment, Findings, Scale
from engine.experiments.experiment_folder import ExperimentFolder, Identity
from engine.experiments.progress import Part, Progress, ProgressMeter
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
    show: Callable[[Progress], None] = lambda _: None,
    warn: Callable[[str], None] = lambda _: None,
) -> bool:
    """Run an experiment as far as the time allows; return whether it is finished.

    Stopped by Ctrl+C, it writes the report of the data so far.

    Args:
        experiment: The experiment.
        scale: Its scale.
        path: Its folder.
        seed: Random seed.
        resume: Whether to resume the experiment in the folder.
        seconds: Time of this start.
        show: Takes the progress; called often.
        warn: Takes each of ``Workshop.warnings`` at the end; the report has them, too.

    Raises:
        RunFolderError: The folder is not one of this experiment, or in use.
        EngineError: A game, a search or a training run fails.
    """
    folder = ExperimentFolder(path)
    identity = Identity(experiment=experiment.name, scale=scale, seed=seed)
    with (
        paused_background_work(),
        folder.opened(identity, resume=resume),
        StatusFile(path, Progress()) as status_file,
    ):
        survey = Workshop(path, seed=seed, seconds=0)
        experiment.run(survey, scale)
        meter = ProgressMeter(survey.parts.values())

        def note(part: Part) -> None:
            progress = meter.update(part)
            status_file.status = progress
            show(progress)

        workshop = Workshop(path, seed=seed, seconds=seconds, show=note)
        try:
            findings = experiment.run(workshop, scale)
        except KeyboardInterrupt:
            so_far = experiment.run(Workshop(path, seed=seed, seconds=0), scale)
            so_far = _with_warnings(so_far, workshop.warnings)
            _report(folder, experiment, identity, so_far, is_finished=False)
            raise
        findings = _with_warnings(findings, workshop.warnings)
        _report(
            folder, experiment, identity, findings, is_finished=workshop.is_finished
        )
        for warning in workshop.warnings:
            warn(warning)
    return workshop.is_finished


def list_work(experiment: Experiment, scale: Scale) -> tuple[Part, ...]:
    """Return the games, searches and training runs of an experiment at a scale."""
    with tempfile.TemporaryDirectory() as folder:
        survey = Workshop(Path(folder), seconds=0)
        experiment.run(survey, scale)
    return tuple(survey.parts.values())


def _report(
    folder: ExperimentFolder,
    experiment: Experiment,
    identity: Identity,
    findings: Findings,
    *,
    is_finished: bool,
) -> None:
    if identity.scale == "smoke":
        findings = _without_verdicts(findings)
    write_report(
        folder,
        experiment,
        findings,
        command=make_command(identity.experiment, identity.scale, identity.seed),
        is_finished=is_finished,
    )


def _with_warnings(findings: Findings, warnings: Sequence[str]) -> Findings:
    """Return findings with warnings before their remarks."""
    return replace(findings, remarks=(*warnings, *findings.remarks))


def _without_verdicts(findings: Findings) -> Findings:
    """Return findings of weakened engines, whose numbers cannot be compared."""
    claims = tuple(replace(claim, verdict="open") for claim in findings.claims)
    remark = "Engines are weakened at the scale smoke: no number can be compared."
    return replace(findings, claims=claims, remarks=(remark, *findings.remarks))
