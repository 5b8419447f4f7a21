"""LIU-2022, table 1: the contenders, with the depth and simulations they reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.formats.json_lines import JsonLine
from engine.core.message import Message
from engine.experiments.estimates import estimate_mean
from engine.experiments.experiment import (
    CLOCK_SETTING,
    NOT_GIVEN,
    NOT_MEASURED,
    Cell,
    Claim,
    Experiment,
    Findings,
    Scale,
    Table,
    Verdict,
)
from engine.experiments.papers.liu_contenders import (
    CAP_REMARK,
    CONTENDERS,
    PAPER,
    Contender,
    list_numbers,
    write_engine,
)
from engine.experiments.search_tasks import SearchTask
from engine.experiments.workshop import Workshop
from engine.games import get_game
from engine.tournament.opening_choice import choose_openings

SIZES: Mapping[Scale, tuple[int, ...]] = {
    "smoke": (9,),
    "small": (9, 11, 15),
    "paper": (9, 11, 15),
}

POSITIONS: Mapping[Scale, int] = {"smoke": 2, "small": 20, "paper": 100}
"""Positions of each board."""

COLUMNS = (
    *("contender", "algorithm", "board", "engine", "positions", "depth"),
    *("nodes", "nodes_error", "seconds", "seconds_error"),
)


def run(workshop: Workshop, scale: Scale) -> Findings:
    """See ``Experiment.run``."""
    tasks = _list_tasks(scale, workshop.seed)
    found = workshop.search(tasks, "positions")
    rows: list[tuple[Cell, ...]] = []
    claims = []
    for contender in CONTENDERS:
        if contender.number not in list_numbers(scale):
            continue
        own = [line for line in found.values() if _is_of(line, contender, scale)]
        claims.append(_make_claim(contender, own))
        for size in SIZES[scale]:
            lines = [line for line in own if line["size"] == size]
            rows.append(_make_row(contender, size, lines, scale))
    remarks = (
        "The paper gives no depth of contender 2, no simulations of contender 9, and "
        "contender 1 never ends on these boards; depths and simulations of these three "
        "are ours (docs/engines.md).",
        "Contenders 2 to 5 search moves near stones only, and equation (9) counts a "
        "row that the side to move can complete as complete: in effect one ply more.",
        *((CAP_REMARK,) if scale == "small" else ()),
    )
    return Findings(
        claims=tuple(claims),
        tables=(
            Table(name="table", title="Contenders", columns=COLUMNS, rows=tuple(rows)),
        ),
        figures=(),
        settings=(
            ("boards", ", ".join(f"{size} x {size}" for size in SIZES[scale])),
            ("positions of each board", str(POSITIONS[scale])),
            ("seed", str(workshop.seed)),
            CLOCK_SETTING,
        ),
        remarks=remarks,
    )


def _list_tasks(scale: Scale, seed: int) -> list[SearchTask]:
    tasks = []
    for size in SIZES[scale]:
        setup = get_game("gomoku").setup(height=size, width=size)
        openings, _ = choose_openings(setup, POSITIONS[scale], seed=seed)
        tasks += [
            SearchTask(
                key=f"{size} {place} {number}",
                engine=write_engine(number, scale),
                game="gomoku",
                size=size,
                moves=opening.moves,
                seed=seed,
            )
            for place, opening in enumerate(openings)
            for number in list_numbers(scale)
        ]
    return tasks


def _is_of(line: JsonLine, contender: Contender, scale: Scale) -> bool:
    return bool(line["engine"] == write_engine(contender.number, scale))


def _make_row(
    contender: Contender, size: int, lines: Sequence[JsonLine], scale: Scale
) -> tuple[Cell, ...]:
    nodes = estimate_mean([line["nodes"] for line in lines])
    seconds = estimate_mean([line["seconds"] for line in lines])
    depth = max((line["depth"] for line in lines), default=None)
    return (
        *(contender.number, contender.algorithm, f"{size}x{size}"),
        *(write_engine(contender.number, scale), len(lines), depth),
        *nodes.error_cells,
        *seconds.error_cells,
    )


def _make_claim(contender: Contender, lines: Sequence[JsonLine]) -> Claim:
    """Return whether the contender has its depth or its simulations."""
    is_depth = contender.simulations is None
    key = "depth" if is_depth else "nodes"
    wanted = contender.depth if is_depth else contender.simulations
    reached = sorted({line[key] for line in lines})
    is_chosen = contender.number in (1, 2, 9)
    verdict: Verdict = "open"
    if lines and not is_chosen:
        verdict = "agrees" if reached[-1] == wanted else "differs"
    span: str = NOT_MEASURED
    if reached:
        low, high = reached[0], reached[-1]
        counted = low if low == high else Message("{low} to {high}", low=low, high=high)
        span = _with_unit(counted, is_depth=is_depth)
    ours = _with_unit(wanted or 0, is_depth=is_depth)
    return Claim(
        statement=Message(
            "contender {number}: {algorithm}",
            number=contender.number,
            algorithm=contender.algorithm,
        ),
        paper=NOT_GIVEN if is_chosen else ours,
        ours=span,
        verdict=verdict,
        reason=Message("our choice is {count}", count=ours) if is_chosen else "",
    )


def _with_unit(count: int | str, *, is_depth: bool) -> Message:
    """Return a depth in plies, or a number of simulations."""
    if is_depth:
        return Message("1 ply") if count == 1 else Message("{count} plies", count=count)
    return Message("{count} simulations", count=count)


EXPERIMENT = Experiment(
    name="liu-table-1",
    paper=PAPER,
    shows=Message(
        "the nine contenders: depth, nodes and time of a move on three boards"
    ),
    run=run,
)
