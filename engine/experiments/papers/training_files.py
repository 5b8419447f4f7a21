"""Training files of the papers at the scales of experiments, and their curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.formats.json_lines import JsonLine
from engine.core.formats.settings_reader import LARGEST, read_toml
from engine.experiments.experiment import Cell, Table
from engine.experiments.figures import CurveLine, LinePanel
from engine.training.run.training_file import find_training_file

Changes = Mapping[str, Mapping[str, Any]]
"""Other values of a training file's keys, by table."""

WEAK: Changes = {
    "play": {
        **{"generations": 1, "games": 4, "games_per_shard": 2, "parallel_games": 4},
        **{"simulations": 8, "gate_games": 2},
    },
    "match": {"interval": 1, "games": 2, "nodes": 30},
    "train": {
        **{"steps": 2, "batch_size": 8, "validation_share": 0.25, "threads": 1},
        **{"validation_batches": 1, "checkpoint_interval": 1},
    },
}
"""A run of seconds, for the scale ``smoke``."""


def read_training_table(name: str, changes: Changes, *, seed: int) -> dict[str, Any]:
    """Return the content of a training file with changes.

    Args:
        name: Name of a file in ``resources/training``, without suffix.
        changes: Other values.
        seed: Added to the seed of the file, modulo the number of seeds.
    """
    table = read_toml(find_training_file(name))
    table["seed"] = (table["seed"] + seed) % (LARGEST + 1)
    for key, values in changes.items():
        table[key] = {**table[key], **values}
    return table


def describe_training(
    name: str, changes: Changes, *, seed: int
) -> tuple[tuple[str, str], ...]:
    """Return the settings of a training run for the report.

    Args:
        name: See ``read_training_table``.
        changes: Likewise.
        seed: The seed of the run.
    """
    changed = [
        f"{table}.{key} = {value}"
        for table, values in changes.items()
        for key, value in values.items()
    ]
    return (
        ("training file", f"resources/training/{name}.toml"),
        (f"changes to {name}", ", ".join(changed) or "none"),
        (f"seed of {name}", str(seed)),
    )


def count_own_games(events: Sequence[JsonLine]) -> int:
    """Return the number of games of self-play of a run so far."""
    return sum(
        event["games"]
        for event in events
        if event["kind"] == "shard" and "generation" in event
    )


def draw_curves(
    events: Sequence[JsonLine], title: str, *, has_paper_losses: bool = False
) -> LinePanel | None:
    """Return the panel of a run's curves with a title, if it has data.

    Args:
        events: Events of the run.
        title: Title of a panel of ``engine.training.run.curves``.
        has_paper_losses: Whether the run uses ZHANG-HEX's losses.
    """
    from engine.training.run.curves import make_panels  # noqa: PLC0415

    for panel in make_panels(events, has_paper_losses=has_paper_losses):
        if panel.title == title:
            return LinePanel(
                title=title,
                across=panel.across,
                unit=panel.unit,
                lines=tuple(
                    CurveLine(
                        name=curve.name,
                        x=tuple(curve.x),
                        y=tuple(curve.y),
                        errors=tuple(curve.errors or ()),
                        intervals=tuple(curve.intervals),
                    )
                    for curve in panel.curves
                ),
            )
    return None


def list_points(panel: LinePanel, run: str = "") -> list[tuple[Cell, ...]]:
    """Return the points of a panel as rows of ``make_curve_table``."""
    return [
        (
            *(run, line.name, x, y),
            *(line.intervals[at] if line.intervals else (None, None)),
        )
        for line in panel.lines
        for at, (x, y) in enumerate(zip(line.x, line.y, strict=True))
    ]


def make_curve_table(panels: Mapping[str, LinePanel | None], across: str) -> Table:
    """Return the points of the panels of several runs.

    Args:
        panels: Panel of each run by the name of the run.
        across: Name of the horizontal axis.
    """
    rows = [
        row
        for run, panel in panels.items()
        if panel is not None
        for row in list_points(panel, run)
    ]
    return Table(
        name="curves",
        title="Curves",
        columns=("run", "curve", across, "value", "low", "high"),
        rows=tuple(rows),
        is_shown=False,
    )


def find_line(panel: LinePanel | None, name: str) -> CurveLine:
    """Return a line of a panel, without points if there is none."""
    lines = () if panel is None else panel.lines
    return next(
        (line for line in lines if line.name == name), CurveLine(name=name, x=(), y=())
    )
