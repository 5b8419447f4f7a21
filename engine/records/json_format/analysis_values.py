"""Parsing and formatting of ``analysis``, the search of a position."""

from __future__ import annotations

from typing import Any

from engine.core.message import Message
from engine.core.types import Candidate, MoveAnalysis, SearchSample
from engine.records.json_format.cell_names import CellNames
from engine.records.json_format.checked_values import JsonObject
from engine.records.sgf.analysis_values import MOST_SAMPLES, NODES, UPPER


def parse_analysis(value: JsonObject, cells: CellNames) -> MoveAnalysis:
    """Return the search of a position.

    Raises:
        RecordError: A number or a cell cannot be read.
    """
    return MoveAnalysis(
        value=value.number("value", low=-1.0, high=1.0),
        nodes=value.count("nodes"),
        depth=value.count("depth"),
        seconds=value.number("seconds", low=0.0) if value.has("seconds") else 0.0,
        pv=cells.moves(value, "pv"),
        candidates=tuple(
            Candidate(
                move=cells.move(candidate, "move"),
                value=candidate.number("value", low=-1.0, high=1.0),
                is_bound=candidate.text("bound") == UPPER,
                visits=candidate.count("visits"),
                prior=candidate.number("prior", low=0.0)
                if candidate.has("prior")
                else None,
                pv=cells.moves(candidate, "pv"),
            )
            for candidate in cells.bounded(value.objects("candidates"))
        ),
        counts_nodes=value.text("counts") == NODES,
        samples=_samples(value, cells),
    )


def format_analysis(analysis: MoveAnalysis, cells: CellNames) -> dict[str, Any]:
    """Return the search of a position as JSON value."""
    value: dict[str, Any] = {
        "value": analysis.value,
        "nodes": analysis.nodes,
        "depth": analysis.depth,
        "seconds": analysis.seconds,
        "pv": cells.names(analysis.pv),
        "candidates": [
            {
                "move": cells.name(candidate.move),
                "value": candidate.value,
                **({"bound": UPPER} if candidate.is_bound else {}),
                "visits": candidate.visits,
                "prior": candidate.prior,
                "pv": cells.names(candidate.pv),
            }
            for candidate in analysis.candidates
        ],
    }
    if analysis.counts_nodes:
        value["counts"] = NODES
    if analysis.samples:
        value["samples"] = [
            {
                "seconds": sample.seconds,
                "nodes": sample.nodes,
                "value": sample.value,
                "depth": sample.depth,
                "shares": [
                    {"move": cells.name(move), "share": share}
                    for move, share in sample.shares
                ],
            }
            for sample in analysis.samples
        ]
    return value


def _samples(value: JsonObject, cells: CellNames) -> tuple[SearchSample, ...]:
    samples = value.objects("samples")
    if len(samples) > MOST_SAMPLES:
        raise value.error(
            "samples",
            Message("Expected at most {most} samples, got more", most=MOST_SAMPLES),
        )
    return tuple(
        SearchSample(
            seconds=sample.number("seconds", low=0.0),
            nodes=sample.count("nodes"),
            value=sample.number("value", low=-1.0, high=1.0),
            depth=sample.count("depth"),
            shares=tuple(
                (cells.move(share, "move"), share.number("share", low=0.0, high=1.0))
                for share in cells.bounded(sample.objects("shares"))
            ),
        )
        for sample in samples
    )
