"""OU-2020, figure 5: visits, probability and win rate of every point in one search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.formats.json_lines import JsonLine
from engine.core.message import Message
from engine.experiments.estimates import estimate_mean
from engine.experiments.experiment import (
    CLOCK_SETTING,
    NOT_MEASURED,
    Cell,
    Claim,
    Experiment,
    Findings,
    Scale,
    Table,
    Verdict,
)
from engine.experiments.figures import Figure, MapPanel
from engine.experiments.search_tasks import SearchTask
from engine.experiments.workshop import Workshop

PAPER = "OU-2020"

SIZE = 8

SEARCHES = 4701
"""Simulations of the move in the paper."""

PAPER_DEPTH = 41

MOVES = "d4 e5 e4 d5"
"""Stones on the board; the paper does not give its position."""

NODES: Mapping[Scale, int] = {"smoke": 200, "small": SEARCHES, "paper": SEARCHES}

SEEDS: Mapping[Scale, int] = {"smoke": 2, "small": 20, "paper": 100}
"""Number of searches with different seeds."""

CONSTANTS = (1.0, 0.5, 0.2, 0.1, 0.0)
"""Exploration constants whose depth is measured; the first one is the preset's."""


def run(workshop: Workshop, scale: Scale) -> Findings:
    """See ``Experiment.run``."""
    tasks = {
        constant: [
            _make_task(scale, constant, workshop.seed + place)
            for place in range(SEEDS[scale])
        ]
        for constant in CONSTANTS
    }
    found = workshop.search([task for own in tasks.values() for task in own], "moves")
    lines = {
        constant: [found[task.key] for task in own if task.key in found]
        for constant, own in tasks.items()
    }
    first = lines[CONSTANTS[0]][:1]
    return Findings(
        claims=_compare(lines),
        tables=(*(_make_points(line) for line in first), _make_depths(lines)),
        figures=tuple(_make_figure(line) for line in first),
        settings=(
            ("engine", tasks[CONSTANTS[0]][0].engine),
            ("board", f"{SIZE} x {SIZE}, stones {MOVES}, Black to move"),
            ("seeds", f"{workshop.seed} to {workshop.seed + SEEDS[scale] - 1}"),
            CLOCK_SETTING,
        ),
        remarks=(
            "The paper does not give the position of its figure, so its answer [6,6] "
            "cannot be compared; the position here is ours.",
            "Pure MCTS has no prior: the probability of a point is its share of the "
            "visits, by which the move is chosen.",
            "A search that adds one node a simulation and tries every move once "
            "before any move twice is shallow. The paper's 41 layers may count moves "
            "of the random playouts, or come from a much smaller constant.",
        ),
    )


def _make_task(scale: Scale, constant: float, seed: int) -> SearchTask:
    return SearchTask(
        key=f"{constant} {seed}",
        engine=f"ou-mcts{{nodes={NODES[scale]},exploration={constant}}}",
        game="gomoku",
        size=SIZE,
        moves=MOVES,
        seed=seed,
    )


def _compare(lines: Mapping[float, Sequence[JsonLine]]) -> tuple[Claim, ...]:
    own = lines[CONSTANTS[0]]
    nodes = sorted({line["nodes"] for line in own})
    depth = estimate_mean([line["depth"] for line in own])
    deepest = max((line["depth"] for one in lines.values() for line in one), default=0)
    is_open = not own
    searches: Verdict = "agrees" if nodes == [SEARCHES] else "differs"
    reached: Verdict = "agrees" if abs(depth.value - PAPER_DEPTH) < 1 else "differs"
    return (
        Claim(
            statement=Message("simulations of the move"),
            paper=str(SEARCHES),
            ours=", ".join(map(str, nodes)) or NOT_MEASURED,
            verdict="open" if is_open else searches,
        ),
        Claim(
            statement=Message("largest depth of the search"),
            paper=Message("{count} layers", count=PAPER_DEPTH),
            ours=Message(
                "{depth}; at most {deepest} with any constant of {low} to {high}",
                depth=depth.with_error(1),
                deepest=deepest,
                low=f"{CONSTANTS[-1]:g}",
                high=f"{CONSTANTS[0]:g}",
            )
            if own
            else NOT_MEASURED,
            verdict="open" if is_open else reached,
            reason=Message("one node a simulation, every move once before any twice"),
        ),
        Claim(
            statement=Message("the move"),
            paper="[6,6]",
            ours=", ".join(sorted({line["move"] for line in own})) or NOT_MEASURED,
            verdict="open",
            reason=Message("the paper does not give its position"),
        ),
    )


def _make_points(line: JsonLine) -> Table:
    total = sum(one["visits"] or 0 for one in line["candidates"])
    rows: list[tuple[Cell, ...]] = [
        (
            *divmod(one["cell"], SIZE),
            *(one["visits"], one["visits"] / total, (1 + one["value"]) / 2),
        )
        for one in sorted(line["candidates"], key=lambda one: -one["visits"])
    ]
    return Table(
        name="points",
        title=f"Points of the first search: {total} visits, depth {line['depth']}",
        columns=("row", "column", "visits", "probability", "win_rate"),
        rows=tuple(rows),
        is_shown=False,
    )


def _make_depths(lines: Mapping[float, Sequence[JsonLine]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for constant, own in lines.items():
        depth = estimate_mean([line["depth"] for line in own])
        seconds = estimate_mean([line["seconds"] for line in own])
        rows.append(
            (
                *(constant, depth.count, *depth.error_cells),
                *seconds.error_cells,
            )
        )
    return Table(
        name="depths",
        title="Depth by the exploration constant",
        columns=(
            *("constant", "searches", "depth", "depth_error"),
            *("seconds", "seconds_error"),
        ),
        rows=tuple(rows),
    )


def _make_figure(line: JsonLine) -> Figure:
    total = sum(one["visits"] or 0 for one in line["candidates"])
    by_cell = {one["cell"]: one for one in line["candidates"]}

    def show(key: str, factor: float, offset: float = 0.0) -> MapPanel:
        values = tuple(
            tuple(
                factor * (by_cell[cell][key] + offset) if cell in by_cell else None
                for cell in range(row * SIZE, (row + 1) * SIZE)
            )
            for row in range(SIZE)
        )
        labels = tuple(map(str, range(SIZE)))
        title = {"visits": "visits", "value": "win rate, %"}[key]
        if factor != 1 and key == "visits":
            title = "probability, %"
        form = ".0f" if title == "visits" else ".1f"
        return MapPanel(
            title=title, rows=labels, columns=labels, values=values, form=form
        )

    return Figure(
        name="figure",
        title=Message(
            "One move of pure MCTS: {visits} visits, depth {depth}, answer {move}",
            visits=total,
            depth=line["depth"],
            move=line["move"],
        ),
        panels=(show("visits", 1), show("visits", 100 / total), show("value", 50, 1)),
    )


EXPERIMENT = Experiment(
    name="ou-figure-5",
    paper=PAPER,
    shows=Message(
        "visits, probability and win rate of every point in a move of pure MCTS"
    ),
    run=run,
)
