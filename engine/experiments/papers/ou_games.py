"""Matches of OU-2020's figures 8 and 9: pure MCTS and the network on 8 x 8."""

from __future__ import annotations

from engine.experiments.experiment import CLOCK_SETTING, Scale
from engine.games import get_game
from engine.tournament.opening_choice import choose_openings
from engine.tournament.plan import MoveLimits, Plan

PAPER = "OU-2020"

SIZE = 8

SMOKE_NODES = 60
"""Simulations of either side at the scale ``smoke``."""

GRACE_SECONDS = 3600.0

MACHINE_REMARK = (
    "The paper's program is Python with TensorFlow on an i5-3210M. Here the playouts "
    "are compiled and the network runs in a library for inference, so pure MCTS is "
    "faster by orders of magnitude, the network by much less: times are reversed."
)


def make_plan(
    engines: tuple[str, str], scale: Scale, *, games: int, seed: int, is_empty: bool
) -> Plan:
    """Return a match by the limits of the presets, weakened at the scale ``smoke``.

    Args:
        engines: Presets.
        scale: Scale of the experiment.
        games: Number of games.
        seed: Random seed.
        is_empty: Whether games begin on the empty board.
    """
    setup = get_game("gomoku").setup(height=SIZE, width=SIZE)
    openings, source = choose_openings(setup, (games + 1) // 2, seed=seed)
    weak = f"{{nodes={SMOKE_NODES}}}" if scale == "smoke" else ""
    first, second = (f"{engine}{weak}" for engine in engines)
    return Plan(
        kind="match",
        engines=(first, second),
        setup=setup,
        limits=MoveLimits(own=True, clock="cpu", grace=GRACE_SECONDS),
        games=games,
        openings=() if is_empty else openings,
        openings_source="" if is_empty else source,
        seed=seed,
    )


def describe_plan(plan: Plan) -> tuple[tuple[str, str], ...]:
    """Return the settings of a match for the report."""
    return (
        ("engines", ", ".join(plan.engines)),
        ("board", plan.setup.size_text),
        ("games", str(plan.games)),
        ("openings", f"{len(plan.openings)} {plan.openings_source}".strip()),
        ("seed", str(plan.seed)),
        CLOCK_SETTING,
    )
