"""Texts of the training form and of the window of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.lab.stop_question import StopTexts
from gui.text.i18n import tr
from gui.text.labels import count_text, game_title

if TYPE_CHECKING:
    from engine.training.run.run_reader import TrainingRunState
    from engine.training.run.run_status import RunStatus


def phase_title(phase: str) -> str:
    """Return the name of a phase of a run."""
    titles = {
        "": tr("Training", "Starting"),
        "compiling": tr("Training", "Compiling"),
        "games": tr("Training", "Games"),
        "wins": tr("Training", "Looking for wins"),
        "steps": tr("Training", "Learning"),
        "match": tr("Training", "Match"),
    }
    return titles.get(phase, phase)


def status_text(status: RunStatus) -> str:
    """Return the state of the process of a run, in one line."""
    parts = []
    if status.generations:
        text = tr("Training", "Generation {number} of {count}")
        parts.append(text.format(number=status.generation, count=status.generations))
    phase = phase_title(status.phase)
    if status.total:
        text = tr("Training", "{phase} {done} of {total}")
        phase = text.format(
            phase=phase,
            done=count_text(status.done),
            total=count_text(status.total),
        )
    return " · ".join([*parts, phase])


def run_text(state: TrainingRunState) -> str:
    """Return game, network and number of games of a run, in one line."""
    text = tr("Training", "{game}, network {kind}, {games} games")
    if state.games == 1:
        text = tr("Training", "{game}, network {kind}, 1 game")
    return text.format(
        game=game_title(state.config.game),
        kind=state.config.net.kind,
        games=count_text(state.games),
    )


def panel_titles() -> dict[str, str]:
    """Return the titles of the curves by those of the report."""
    return {
        "Policy loss over steps": tr("Training", "Policy loss"),
        "Value loss over steps": tr("Training", "Value loss"),
        "Best move as in the search": tr("Training", "Best move as in the search"),
        "Losses of ZHANG-HEX over steps": tr("Training", "Losses of ZHANG-HEX"),
        "Entropy of the policy over steps": tr("Training", "Entropy of the policy"),
        "Loss and entropy over games": tr("Training", "Loss and entropy"),
        "Points won against each engine": tr("Training", "Points against engines"),
        "Elo from match to match": tr("Training", "Elo from match to match"),
        "Points won against the best network so far": tr(
            "Training", "Points against the best network"
        ),
        "Entropy of the policy by generation": tr("Training", "Entropy by generation"),
        "Log loss on suites": tr("Training", "Log loss on suites"),
        "Correlation of the values on suites": tr(
            "Training", "Correlation of the values"
        ),
        "Values with the right sign on suites": tr(
            "Training", "Values with the right sign"
        ),
        "Agreement in the first move on suites": tr(
            "Training", "Agreement in the first move"
        ),
    }


def axis_title(name: str) -> str:
    """Return the label of the axis across the curves."""
    titles = {
        "step": tr("Training", "steps"),
        "games": tr("Training", "games"),
        "generation": tr("Training", "generation"),
    }
    return titles.get(name, name)


def curve_title(name: str) -> str:
    """Return the name of a curve in the legend."""
    titles = {
        "validation": tr("Training", "held-out games"),
        "training": tr("Training", "training games"),
        "loss": tr("Training", "loss"),
        "entropy": tr("Training", "entropy"),
        "entropy of the policy": tr("Training", "entropy"),
        "policy": tr("Training", "policy"),
        "uniform": tr("Training", "uniform"),
        "points": tr("Training", "points"),
    }
    return titles.get(name, name)


def stop_texts(count: int) -> StopTexts:
    """Return the question before ``count`` runs are stopped."""
    text = tr("Training", "A network is being trained.")
    if count > 1:
        text = tr("Training", "{count} networks are being trained.").format(count=count)
    return StopTexts(
        title=tr("Training", "Stop the training?"),
        text=text,
        consequence=tr(
            "Training",
            "Closing stops it. What was learned is kept, and the training can be "
            "resumed later: Lab, Training, Open an earlier run.",
        ),
        stop=tr("Lab", "Stop and close"),
        keep=tr("Training", "Keep training"),
    )
