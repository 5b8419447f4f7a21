"""Parsing and formatting of ``PXANALYSIS``, the search of a position."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.errors import IllegalMoveError, RecordError
from engine.core.game import Game, GameSetup
from engine.core.message import Message, as_clause
from engine.core.types import Candidate, Move, MoveAnalysis, SearchSample
from engine.records.sgf.property_values import (
    SPECIAL_MOVES,
    format_number,
    parse_number,
)

NODES, UPPER = "nodes", "upper"
"""Values of ``counts``, of the search, and of ``bound``, of a candidate."""

MOST_SAMPLES = 100
"""Largest number of samples that are read; a search takes fewer."""

SAMPLE_PARTS = 5
"""Parts of a sample: seconds, nodes, value, depth, shares."""


def parse_analysis(game: Game, setup: GameSetup, values: Sequence[str]) -> MoveAnalysis:
    """Return an analysis: the search first, then a value for each candidate.

    Raises:
        RecordError: A number or a cell cannot be read.
    """
    if len(values) > setup.cell_count + SPECIAL_MOVES + 1:
        raise RecordError(
            Message(
                "Expected at most {most} candidates, got more", most=setup.cell_count
            )
        )
    fields = _fields(values[0])
    return MoveAnalysis(
        value=parse_number(fields.get("value", ""), lowest=-1.0, highest=1.0),
        nodes=_parse_count(fields.get("nodes", "0")),
        depth=_parse_count(fields.get("depth", "0")),
        seconds=parse_number(fields.get("seconds", "0"), lowest=0.0),
        pv=_cells(game, setup, fields.get("pv", "")),
        candidates=tuple(_candidate(game, setup, value) for value in values[1:]),
        counts_nodes=fields.get("counts") == NODES,
        samples=_samples(game, setup, fields.get("samples", "")),
    )


def format_analysis(game: Game, setup: GameSetup, analysis: MoveAnalysis) -> list[str]:
    """Return the values of ``PXANALYSIS``."""

    def line(moves: Sequence[Move]) -> str:
        return ",".join(game.cell_name(setup, move) for move in moves)

    seconds = analysis.seconds
    values = [
        f"value={format_number(analysis.value)} nodes={analysis.nodes} "
        f"depth={analysis.depth} "
        + (f"seconds={format_number(seconds)} " if seconds else "")
        + (f"counts={NODES} " if analysis.counts_nodes else "")
        + f"pv={line(analysis.pv)}"
        + _format_samples(game, setup, analysis.samples)
    ]
    for candidate in analysis.candidates:
        prior = candidate.prior
        values.append(
            f"move={line([candidate.move])} value={format_number(candidate.value)} "
            + (f"bound={UPPER} " if candidate.is_bound else "")
            + f"visits={candidate.visits} "
            + ("" if prior is None else f"prior={format_number(prior)} ")
            + f"pv={line(candidate.pv)}"
        )
    return values


def _candidate(game: Game, setup: GameSetup, text: str) -> Candidate:
    fields = _fields(text)
    moves = _cells(game, setup, fields.get("move", ""))
    if not moves:
        raise RecordError(
            Message("Expected a candidate with a move, got {text!r:.40}", text=text)
        )
    prior = fields.get("prior")
    return Candidate(
        move=moves[0],
        value=parse_number(fields.get("value", ""), lowest=-1.0, highest=1.0),
        is_bound=fields.get("bound") == UPPER,
        visits=_parse_count(fields.get("visits", "0")),
        prior=None if prior is None else parse_number(prior, lowest=0.0),
        pv=_cells(game, setup, fields.get("pv", "")),
    )


def _format_samples(
    game: Game, setup: GameSetup, samples: Sequence[SearchSample]
) -> str:
    """Return the word ``samples``, with a space before it; empty without samples."""
    words = []
    for sample in samples:
        shares = (
            f"{game.cell_name(setup, move)}*{format_number(share)}"
            for move, share in sample.shares
        )
        seconds, value = format_number(sample.seconds), format_number(sample.value)
        numbers = f"{seconds}/{sample.nodes}/{value}/{sample.depth}"
        words.append(f"{numbers}/{','.join(shares)}")
    return f" samples={';'.join(words)}" if words else ""


def _samples(game: Game, setup: GameSetup, text: str) -> tuple[SearchSample, ...]:
    if text.count(";") >= MOST_SAMPLES:
        raise RecordError(
            Message("Expected at most {most} samples, got more", most=MOST_SAMPLES)
        )
    return tuple(_sample(game, setup, word) for word in text.split(";") if word)


def _sample(game: Game, setup: GameSetup, text: str) -> SearchSample:
    parts = text.split("/")
    if len(parts) != SAMPLE_PARTS:
        raise RecordError(
            Message("Expected a sample of five parts, got {text!r:.40}", text=text)
        )
    seconds, nodes, value, depth, shares = parts
    pairs = [word.partition("*") for word in shares.split(",") if word]
    moves = _cells(game, setup, ",".join(cell for cell, _, _ in pairs))
    if len(moves) != len(pairs):
        raise RecordError(
            Message("Expected a cell for each share, got {text!r:.40}", text=text)
        )
    numbers = [parse_number(number, lowest=0.0, highest=1.0) for _, _, number in pairs]
    return SearchSample(
        seconds=parse_number(seconds, lowest=0.0),
        nodes=_parse_count(nodes),
        value=parse_number(value, lowest=-1.0, highest=1.0),
        depth=_parse_count(depth),
        shares=tuple(zip(moves, numbers, strict=True)),
    )


def _fields(text: str) -> dict[str, str]:
    """Return the keys and values of ``key=value key=value``."""
    parts = (word.partition("=") for word in text.split())
    return {key: value for key, _, value in parts}


def _cells(game: Game, setup: GameSetup, text: str) -> tuple[Move, ...]:
    most = setup.cell_count + SPECIAL_MOVES
    if text.count(",") > most:
        raise RecordError(
            Message("Expected a line of at most {most} moves, got more", most=most)
        )
    try:
        return tuple(game.parse_cell(setup, name) for name in text.split(",") if name)
    except IllegalMoveError as error:
        raise RecordError(as_clause(error.message)) from None


def _parse_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19):  # noqa: PLR2004
        raise RecordError(Message("Expected a count, got {text!r:.40}", text=text))
    return int(text)
