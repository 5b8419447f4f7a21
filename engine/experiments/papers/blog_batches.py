"""BLOG-MCTS: batches of leaves, with both forms of virtual loss, beside no batches.

The blog's evaluator is a parameter. With playouts a batch changes nothing, since they
run one by one; with a network it saves time and changes which leaves are searched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.formats.json_lines import JsonLine
from engine.core.message import Message
from engine.experiments.estimates import Estimate, estimate_mean, estimate_share
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
)
from engine.experiments.figures import CurveLine, Figure, LinePanel
from engine.experiments.search_tasks import SearchTask
from engine.experiments.workshop import Workshop
from engine.games import get_game
from engine.tournament.opening_choice import choose_openings
from engine.tournament.plan import MoveLimits, Plan
from engine.tournament.run_state import RunState

PAPER = "BLOG-MCTS"

SIZE = 8

NET = "ou-2020"

BLOG_BATCH = 8
"""The blog's batch."""

BATCHES: Mapping[Scale, tuple[int, ...]] = {
    "smoke": (1, 8),
    "small": (1, 2, 4, 8, 16, 32, 64),
    "paper": (1, 2, 4, 8, 16, 32, 64),
}

NODES: Mapping[Scale, int] = {"smoke": 32, "small": 400, "paper": 6400}

POSITIONS: Mapping[Scale, int] = {"smoke": 2, "small": 40, "paper": 100}

GAMES: Mapping[Scale, int] = {"smoke": 2, "small": 200, "paper": 400}
"""Games of each form in batches against no batches."""

REMARKS = (
    "The blog gives no numbers: the claims are what its text says of its code. Its "
    "batch may hold a leaf twice, which it does not handle; here such a leaf is "
    "evaluated once and backed up for both.",
    f"The evaluator is the network {NET} on 8 x 8, the score the blog's q + c p / (n + "
    "1) with c = 5 √N.",
    "Forms of virtual loss: on n only (the blog's code) adds a visit to the edges of a "
    "pending simulation, on n and w also a loss.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """One form of virtual loss."""

    name: str
    """Name in figures."""

    loss: float
    """Loss of a pending simulation, ``virtual_loss`` of the preset."""


FORMS = (
    Form(name=Message("n only"), loss=0.0),
    Form(name=Message("n and w"), loss=1.0),
)


def run(workshop: Workshop, scale: Scale) -> Findings:
    """See ``Experiment.run``."""
    tasks = _list_tasks(scale, workshop.seed)
    found = workshop.search(list(tasks.values()), "positions")
    measured = {
        (form, batch): _measure(found, tasks, form, batch)
        for form in FORMS
        for batch in BATCHES[scale]
    }
    plans = {form: _make_plan(form, scale, workshop.seed) for form in FORMS}
    states = {
        form: workshop.play(form.name.replace(" ", "-"), plan)
        for form, plan in plans.items()
    }
    return Findings(
        claims=_compare(measured, states),
        tables=(_make_table(measured), _make_games(states)),
        figures=(_make_figure(measured),),
        settings=(
            (
                "engines",
                ", ".join(_write_engine(form, BLOG_BATCH, scale) for form in FORMS),
            ),
            ("board", f"{SIZE} x {SIZE}"),
            ("positions", str(POSITIONS[scale])),
            ("simulations", str(NODES[scale])),
            ("games of each form", str(GAMES[scale])),
            ("seed", str(workshop.seed)),
            CLOCK_SETTING,
        ),
        remarks=REMARKS,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """Searches of all positions with one batch."""

    rate: Estimate
    """Simulations a second."""

    depth: Estimate
    """Largest depth."""

    agreement: Estimate
    """Share of the positions with the move of no batches."""


def _write_engine(form: Form, batch: int, scale: Scale) -> str:
    keys = f"net={NET},batch={batch},virtual_loss={form.loss:g},nodes={NODES[scale]}"
    return f"blog-mcts{{{keys}}}"


def _list_tasks(scale: Scale, seed: int) -> dict[tuple[Form, int, int], SearchTask]:
    """Return the searches by form, batch and position."""
    setup = get_game("gomoku").setup(height=SIZE, width=SIZE)
    openings, _ = choose_openings(setup, POSITIONS[scale], seed=seed)
    return {
        (form, batch, place): SearchTask(
            key=f"{form.name} {batch} {place}",
            engine=_write_engine(form, batch, scale),
            game="gomoku",
            size=SIZE,
            moves=opening.moves,
            seed=seed,
        )
        for place, opening in enumerate(openings)
        for form in FORMS
        for batch in BATCHES[scale]
    }


def _measure(
    found: Mapping[str, JsonLine],
    tasks: Mapping[tuple[Form, int, int], SearchTask],
    form: Form,
    batch: int,
) -> Measure:
    lines, same = [], []
    for (other, size, place), task in tasks.items():
        if (other, size) != (form, batch) or task.key not in found:
            continue
        lines.append(found[task.key])
        alone = found.get(tasks[form, 1, place].key)
        if alone is not None:
            same.append(alone["move"] == lines[-1]["move"])
    return Measure(
        rate=estimate_mean(
            [line["nodes"] / line["seconds"] for line in lines if line["seconds"] > 0]
        ),
        depth=estimate_mean([line["depth"] for line in lines]),
        agreement=estimate_share(sum(same), len(same)),
    )


def _make_plan(form: Form, scale: Scale, seed: int) -> Plan:
    """Return the match of the blog's batch against no batches."""
    setup = get_game("gomoku").setup(height=SIZE, width=SIZE)
    openings, source = choose_openings(setup, (GAMES[scale] + 1) // 2, seed=seed)
    return Plan(
        kind="match",
        engines=(
            _write_engine(form, BLOG_BATCH, scale),
            _write_engine(form, 1, scale),
        ),
        setup=setup,
        limits=MoveLimits(own=True),
        games=GAMES[scale],
        openings=openings,
        openings_source=source,
        seed=seed,
    )


def _compare(
    measured: Mapping[tuple[Form, int], Measure], states: Mapping[Form, RunState]
) -> tuple[Claim, ...]:
    claims = []
    for form in FORMS:
        alone, batched = measured[form, 1].rate, measured[form, BLOG_BATCH].rate
        ours: str = NOT_MEASURED
        if alone.count and batched.count:
            times = f"{batched.value / alone.value:.2f}"
            ours = Message("{times} times as fast", times=times)
        claims.append(
            Claim(
                statement=Message(
                    "batches of {size} save time (virtual loss on {form})",
                    size=BLOG_BATCH,
                    form=form.name,
                ),
                paper=Message("yes"),
                ours=ours,
                verdict="open"
                if not (alone.has_bounds and batched.has_bounds)
                else "agrees"
                if batched.low > alone.high
                else "differs",
            )
        )
    for form, state in states.items():
        row = state.standings.rows[0]
        claims.append(
            Claim(
                statement=Message(
                    "points of batches of {size} against none at equal simulations "
                    "(virtual loss on {form})",
                    size=BLOG_BATCH,
                    form=form.name,
                ),
                paper=NOT_GIVEN,
                ours=estimate_share(row.points, row.games).as_percent(),
                verdict="open",
            )
        )
    return tuple(claims)


def _make_table(measured: Mapping[tuple[Form, int], Measure]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            *(form.name, batch, one.rate.count, *one.rate.error_cells),
            *one.depth.error_cells,
            *one.agreement.interval_cells,
        )
        for (form, batch), one in measured.items()
    ]
    return Table(
        name="batches",
        title="Searches of positions by batch",
        columns=(
            *("virtual_loss", "batch", "positions", "simulations_per_second"),
            *("rate_error", "depth", "depth_error"),
            *("same_move", "same_move_low", "same_move_high"),
        ),
        rows=tuple(rows),
    )


def _make_games(states: Mapping[Form, RunState]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for form, state in states.items():
        row = state.standings.rows[0]
        share = estimate_share(row.points, row.games)
        rows.append((form.name, share.count, *share.interval_cells))
    return Table(
        name="games",
        title=f"Games of batches of {BLOG_BATCH} against none",
        columns=("virtual_loss", "games", "points", "points_low", "points_high"),
        rows=tuple(rows),
    )


def _make_figure(measured: Mapping[tuple[Form, int], Measure]) -> Figure:
    def draw(
        title: str, unit: str, values: Mapping[Form, Mapping[int, Estimate]]
    ) -> LinePanel:
        return LinePanel(
            title=title,
            across="leaves of a batch",
            unit=unit,
            lines=tuple(
                CurveLine(
                    name=f"virtual loss on {form.name}",
                    x=tuple(map(float, own)),
                    y=tuple(one.value for one in own.values()),
                    intervals=tuple((one.low, one.high) for one in own.values()),
                )
                for form, own in values.items()
            ),
        )

    def collect(name: str) -> dict[Form, dict[int, Estimate]]:
        found: dict[Form, dict[int, Estimate]] = {form: {} for form in FORMS}
        for (form, batch), measure in measured.items():
            estimate: Estimate = getattr(measure, name)
            if estimate.count:
                found[form][batch] = estimate
        return found

    return Figure(
        name="figure",
        title=Message("Speed, depth and agreement by the batch"),
        panels=(
            draw("Speed", "simulations a second", collect("rate")),
            draw("Depth", "largest depth", collect("depth")),
            draw("The move of no batches", "share of positions", collect("agreement")),
        ),
    )


EXPERIMENT = Experiment(
    name="blog-batches",
    paper=PAPER,
    shows=Message(
        "batches of leaves by size, with virtual loss on n only and on n and w"
    ),
    run=run,
)
