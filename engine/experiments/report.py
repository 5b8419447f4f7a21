"""Report of an experiment: Markdown, CSV and figures in its folder."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO

from engine.core.formats.json_lines import JsonLine
from engine.core.formats.markdown import format_table
from engine.experiments.experiment import (
    Cell,
    Claim,
    Experiment,
    Findings,
    Scale,
    Table,
)
from engine.experiments.experiment_folder import REPORT, ExperimentFolder
from engine.experiments.figures import draw_figure
from engine.experiments.results import (
    RESULTS,
    DrawnFigure,
    Results,
    format_results,
)

MOST_ROWS = 40
"""Rows up to which a table is in the report."""

DIGITS = 4
"""Significant digits of numbers in the report; CSV files have all."""


def write_report(
    folder: ExperimentFolder,
    experiment: Experiment,
    findings: Findings,
    *,
    command: str,
    is_finished: bool,
) -> None:
    """Write tables, figures and the report.

    Args:
        folder: Folder of the experiment.
        experiment: The experiment.
        findings: Its results so far.
        command: Command that repeats it.
        is_finished: Whether nothing is missing.
    """
    for table in findings.tables:
        folder.write(f"{table.name}.csv", format_csv(table).encode())
    for figure in findings.figures:
        for suffix, data in draw_figure(figure).items():
            folder.write(f"{figure.name}.{suffix}", data)
    results = Results(
        claims=findings.claims,
        figures=tuple(
            DrawnFigure(file=f"{figure.name}.png", title=figure.title)
            for figure in findings.figures
        ),
        is_finished=is_finished,
    )
    folder.write(RESULTS, format_results(results).encode())
    text = format_report(
        experiment,
        findings,
        folder.read_starts(),
        command=command,
        is_finished=is_finished,
    )
    folder.write(REPORT, text.encode())


def format_csv(table: Table) -> str:
    """Return a table as CSV."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(
        ["" if cell is None else cell for cell in row] for row in table.rows
    )
    return file.getvalue()


def format_report(
    experiment: Experiment,
    findings: Findings,
    starts: Sequence[JsonLine],
    *,
    command: str,
    is_finished: bool,
) -> str:
    """Return the report as Markdown; see ``write_report``."""
    state = "Finished." if is_finished else "Not finished: the data so far."
    lines = [f"# {experiment.name}", "", f"{experiment.paper}: {experiment.shows}."]
    lines += ["", state, "", "```", command, "```", "", "## The paper and ours", ""]
    lines += _format_rows(
        ("claim", "paper", "ours", "verdict", "why"),
        [_list_claim(claim) for claim in findings.claims],
    )
    if findings.remarks:
        lines += ["", "## Remarks", "", *(f"- {remark}" for remark in findings.remarks)]
    for figure in findings.figures:
        lines += ["", f"![{figure.title}]({figure.name}.svg)"]
    for table in findings.tables:
        lines += [
            "",
            f"## {table.title}",
            "",
            f"File: [{table.name}.csv]({table.name}.csv)",
        ]
        if table.is_shown and len(table.rows) <= MOST_ROWS:
            lines += ["", *_format_rows(table.columns, table.rows)]
    lines += [
        "",
        "## Settings",
        "",
        *_format_rows(("setting", "value"), findings.settings),
    ]
    ran = [(one["time"], one["version"], one["machine"]) for one in starts]
    lines += ["", "## Starts", "", *_format_rows(("time", "version", "machine"), ran)]
    return "\n".join(lines) + "\n"


def make_command(name: str, scale: Scale, seed: int) -> str:
    """Return the command that repeats an experiment."""
    return f"main.py experiment {name} --scale {scale} --seed {seed} --out DIR"


def _list_claim(claim: Claim) -> tuple[str, ...]:
    return claim.statement, claim.paper, claim.ours, claim.verdict, claim.reason


def _format_rows(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> list[str]:
    """Return a table as lines of Markdown."""
    return format_table(columns, [list(map(_format_cell, row)) for row in rows])


def _format_cell(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:.{DIGITS}g}"
    return str(cell)
