"""LIU-2022, figure 7: mean time of a move by its number, on three boards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from engine.core.message import Message
from engine.experiments.estimates import Estimate, estimate_mean
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
from engine.experiments.figures import CurveLine, Figure, LinePanel
from engine.experiments.papers.liu_contenders import (
    CAP_REMARK,
    PAPER,
    describe_plan,
    list_numbers,
    make_plan,
)
from engine.experiments.papers.move_times import MoveTime, list_move_times
from engine.experiments.workshop import Workshop
from engine.tournament.run_state import RunState

SIZES: Mapping[Scale, tuple[int, ...]] = {
    "smoke": (9,),
    "small": (9, 11, 15),
    "paper": (9, 11, 15),
}

GAMES: Mapping[Scale, int] = {"smoke": 1, "small": 2, "paper": 100}
"""Games of each two contenders on each board."""

GROUPS = (
    (Message("minimax (1, 2)"), (1, 2), 196),
    (Message("alpha-beta (3 to 5)"), (3, 4, 5), 55),
    (Message("UCT (6 to 8)"), (6, 7, 8), 28),
)
"""Contenders against which the paper compares 9: name, numbers, its factor of time."""

LEAST_MOVES = 2
"""Moves of one number from which the figure has their mean."""

REMARKS = (
    "The paper's machine searches classical algorithms in Python and evaluates the "
    "network on a graphics card. Here every search is compiled and the network runs on "
    "the processor, so classical moves are faster by orders of magnitude and the "
    "factors of the paper cannot come out. The table has nodes beside time.",
    "The paper does not say how many simulations contender 9 has; the table has ours.",
    "Times are processor times of moves in games, one game at a time.",
)

Times = dict[int, list[MoveTime]]
"""Times of the moves of each contender by its number."""


def run(workshop: Workshop, scale: Scale) -> Findings:
    """See ``Experiment.run``."""
    states = {
        size: workshop.play(
            f"{size}x{size}",
            make_plan(size, scale, games=GAMES[scale], seed=workshop.seed),
        )
        for size in SIZES[scale]
    }
    times = {size: _group(state, scale) for size, state in states.items()}
    remarks = (*REMARKS, *((CAP_REMARK,) if scale == "small" else ()))
    return Findings(
        claims=(*_compare_groups(times), _compare_boards(times)),
        tables=(_make_summary(states, scale), _make_curves(times)),
        figures=(_make_figure(times),),
        settings=(
            *(row for state in states.values() for row in describe_plan(state.plan)),
            CLOCK_SETTING,
        ),
        remarks=remarks,
    )


def _group(state: RunState, scale: Scale) -> Times:
    numbers = list_numbers(scale)
    times: Times = defaultdict(list)
    for time in list_move_times(state):
        times[numbers[time.engine]].append(time)
    return times


def _means(moves: Sequence[MoveTime]) -> list[tuple[int, Estimate]]:
    """Return the mean time of each number of a move."""
    by_number: dict[int, list[float]] = defaultdict(list)
    for move in moves:
        by_number[move.number].append(move.seconds)
    return [
        (number, estimate_mean(by_number[number]))
        for number in sorted(by_number)
        if len(by_number[number]) >= LEAST_MOVES
    ]


def _make_figure(times: Mapping[int, Times]) -> Figure:
    panels = []
    for size, own in times.items():
        lines = []
        for number in sorted(own):
            means = _means(own[number])
            lines.append(
                CurveLine(
                    name=f"contender {number}",
                    x=tuple(place for place, _ in means),
                    y=tuple(mean.value for _, mean in means),
                    errors=tuple(mean.error for _, mean in means),
                )
            )
        panels.append(
            LinePanel(
                title=f"{size} x {size}",
                across="number of the move",
                unit="mean seconds",
                lines=tuple(lines),
                is_logarithmic=True,
            )
        )
    return Figure(
        name="figure",
        title=Message(
            "Mean time of each contender's move by its number; errors are in the data"
        ),
        panels=tuple(panels),
    )


def _make_summary(states: Mapping[int, RunState], scale: Scale) -> Table:
    rows: list[tuple[Cell, ...]] = []
    numbers = list_numbers(scale)
    for size, state in states.items():
        for row in state.standings.rows:
            figures: tuple[Cell, ...] = (None, None, None)
            if row.moves:
                figures = row.seconds_per_move, row.seconds_max, row.nodes_per_move
            rows.append((f"{size}x{size}", numbers[row.engine], row.moves, *figures))
    return Table(
        name="summary",
        title="Time and nodes of a move",
        columns=("board", "contender", "moves", "seconds", "seconds_max", "nodes"),
        rows=tuple(rows),
    )


def _make_curves(times: Mapping[int, Times]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            *(f"{size}x{size}", contender, number),
            *(mean.value, mean.low, mean.high, mean.count),
        )
        for size, own in times.items()
        for contender in sorted(own)
        for number, mean in _means(own[contender])
    ]
    return Table(
        name="curves",
        title="Mean time by number of the move",
        columns=(
            *("board", "contender", "move", "seconds"),
            *("seconds_low", "seconds_high", "moves"),
        ),
        rows=tuple(rows),
        is_shown=False,
    )


def _mean_seconds(times: Mapping[int, Times], numbers: Sequence[int]) -> float | None:
    """Return the mean over contenders of their mean time on all boards."""
    means = [
        estimate_mean([time.seconds for own in times.values() for time in own[number]])
        for number in numbers
        if any(own.get(number) for own in times.values())
    ]
    return sum(mean.value for mean in means) / len(means) if means else None


def _compare_groups(times: Mapping[int, Times]) -> list[Claim]:
    own = _mean_seconds(times, (9,))
    claims = []
    for name, numbers, factor in GROUPS:
        theirs = _mean_seconds(times, numbers)
        ours: str = NOT_MEASURED
        verdict: Verdict = "open"
        if own and theirs:
            ratio = theirs / own
            ours = f"1/{ratio:.3g}"
            if ratio < 1:
                ours = Message("{times} times as long", times=f"{1 / ratio:.3g}")
            verdict = "agrees" if factor / 2 <= ratio <= 2 * factor else "differs"
        claims.append(
            Claim(
                statement=Message(
                    "time of a move of contender 9 relative to {name}", name=name
                ),
                paper=f"1/{factor}",
                ours=ours,
                verdict=verdict,
                reason=Message("compiled classical searches")
                if verdict == "differs"
                else "",
            )
        )
    return claims


def _compare_boards(times: Mapping[int, Times]) -> Claim:
    means = [
        estimate_mean([time.seconds for time in own.get(9, [])])
        for own in times.values()
    ]
    found = [mean.value for mean in means if mean.count]
    verdict: Verdict = "open"
    ours = ", ".join(
        f"{size} x {size}: {mean.with_error(3, 's')}"
        for size, mean in zip(times, means, strict=True)
        if mean.count
    )
    if len(found) == len(SIZES["paper"]):
        verdict = "agrees" if max(found) < 2 * min(found) else "differs"
    return Claim(
        statement=Message("time of a move of contender 9 on different boards"),
        paper=Message("no obvious change"),
        ours=ours or NOT_MEASURED,
        verdict=verdict,
        reason=Message("the network's work grows with the cells")
        if verdict == "differs"
        else "",
    )


EXPERIMENT = Experiment(
    name="liu-figure-7",
    paper=PAPER,
    shows=Message("mean time of a move by its number, nine contenders on three boards"),
    run=run,
)
