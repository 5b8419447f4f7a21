"""Results of an experiment as JSON: what the report shows, for windows and programs.

A text with a template is stored with its template and fields, so that a window can
translate it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from engine.core.errors import RunFolderError
from engine.core.formats.json_text import parse_json
from engine.core.formats.message_json import message_from_json, message_to_json
from engine.core.message import Message
from engine.experiments.experiment import Claim, Verdict
from engine.experiments.experiment_folder import ExperimentFolder, Identity
from engine.experiments.progress import Progress, read_progress

RESULTS = "results.json"
"""File of the folder with the results."""

LARGEST = 200_000
"""Characters that are read of a file; ours have some thousand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnFigure:
    """A figure in the folder."""

    file: str
    """Name of the PNG."""

    title: str
    """Its title."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What an experiment has found so far."""

    claims: tuple[Claim, ...]
    """Claims of the paper beside our numbers."""

    figures: tuple[DrawnFigure, ...]
    """The figures."""

    is_finished: bool
    """Whether nothing is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentState:
    """An experiment as its folder shows it."""

    identity: Identity
    """What the folder belongs to."""

    progress: Progress | None
    """How far its process is; ``None`` if no process runs it."""

    results: Results | None
    """The results so far; ``None`` before the first report."""


def read_experiment(path: Path) -> ExperimentState | None:
    """Return the experiment in a folder; ``None`` if there is none.

    Raises:
        RunFolderError: A file is damaged.
        OSError: A file cannot be read.
    """
    identity = ExperimentFolder(path).read_identity()
    if identity is None:
        return None
    return ExperimentState(
        identity=identity, progress=read_progress(path), results=_read_results(path)
    )


def format_results(results: Results) -> str:
    """Return the text of the file."""
    table = {
        "is_finished": results.is_finished,
        "claims": [
            {
                "statement": message_to_json(claim.statement),
                "paper": message_to_json(claim.paper),
                "ours": message_to_json(claim.ours),
                "verdict": claim.verdict,
                "reason": message_to_json(claim.reason),
            }
            for claim in results.claims
        ],
        "figures": [
            {"file": figure.file, "title": message_to_json(figure.title)}
            for figure in results.figures
        ],
    }
    return json.dumps(table, indent=1, ensure_ascii=False) + "\n"


def parse_results(text: str) -> Results:
    """Return the results in a text.

    Raises:
        ValueError: It has no results.
    """
    try:
        table = parse_json(text)
        return Results(
            claims=tuple(_parse_claim(claim) for claim in table["claims"]),
            figures=tuple(_parse_figure(figure) for figure in table["figures"]),
            is_finished=table["is_finished"] is True,
        )
    except (KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(repr(error)) from error


def _read_results(path: Path) -> Results | None:
    file = path / RESULTS
    try:
        with file.open(encoding="utf-8") as stream:
            return parse_results(stream.read(LARGEST))  # a part of a file is no JSON
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise RunFolderError(
            Message("Expected results in {file}, which is damaged.", file=file)
        ) from error


def _parse_claim(table: Mapping[str, Any]) -> Claim:
    if table["verdict"] not in get_args(Verdict):
        raise ValueError("expected a verdict")
    names = ("statement", "paper", "ours", "reason")
    texts = {name: message_from_json(table[name]) for name in names}
    return Claim(verdict=table["verdict"], **texts)


def _parse_figure(table: Mapping[str, Any]) -> DrawnFigure:
    file = table["file"]
    if Path(file).name != file:
        raise ValueError("expected the name of a file")
    return DrawnFigure(file=file, title=message_from_json(table["title"]))
