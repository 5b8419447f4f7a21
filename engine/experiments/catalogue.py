"""The experiments, in the order of the papers."""

from __future__ import annotations

from engine.experiments.experiment import Experiment
from engine.experiments.papers import (
    blog_batches,
    liu_figure_7,
    liu_figure_8,
    liu_table_1,
    ou_6x6,
    ou_figure_5,
    ou_figure_8,
    ou_figure_9,
    ou_training,
    zhang_training,
)

EXPERIMENTS: tuple[Experiment, ...] = (
    ou_figure_5.EXPERIMENT,
    ou_training.FIGURE_6,
    ou_training.FIGURE_7,
    ou_figure_8.EXPERIMENT,
    ou_figure_9.EXPERIMENT,
    ou_6x6.EXPERIMENT,
    zhang_training.FIGURE_6,
    zhang_training.FIGURE_7,
    liu_table_1.EXPERIMENT,
    liu_figure_7.EXPERIMENT,
    liu_figure_8.EXPERIMENT,
    blog_batches.EXPERIMENT,
)


def find_experiment(name: str) -> Experiment | None:
    """Return the experiment of a name, if there is one."""
    return next((one for one in EXPERIMENTS if one.name == name), None)
