"""The nine contenders of LIU-2022, table 1, at the scales of the experiments."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.message import Message
from engine.experiments.experiment import Scale
from engine.games import get_game
from engine.tournament.opening_choice import choose_openings
from engine.tournament.plan import Adjudication, MoveLimits, Plan

PAPER = "LIU-2022"

GRACE_SECONDS = 3600.0
"""Seconds beyond a limit that lose a game: a stalled machine must not decide one."""

CAP_SECONDS = 1.0
"""Time for a move of contenders 1 and 2 at the scale ``small``."""

CAP_REMARK = (
    f"Contenders 1 and 2 are capped at {CAP_SECONDS:g} s a move; where that stops "
    "them, they search less than their 3 plies."
)

SMOKE = {
    2: "liu-2{depth=1}",
    3: "liu-3{depth=2}",
    6: "liu-6{nodes=60}",
    9: "liu-9{nodes=16}",
}
"""Weakened contenders, one of each group, for the scale ``smoke``."""

SMOKE_PLIES = 16
"""Plies after which a game of the scale ``smoke`` is a draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """One row of table 1."""

    number: int
    """Its number in the table."""

    algorithm: str
    """Its algorithm."""

    depth: int | None = None
    """Plies that it searches; our choice for 1 and 2."""

    simulations: int | None = None
    """Simulations of a move; our choice for 9."""

    @property
    def name(self) -> str:
        """Name of its preset."""
        return f"liu-{self.number}"


CONTENDERS = (
    Contender(number=1, algorithm=Message("minimax without evaluation"), depth=3),
    Contender(number=2, algorithm=Message("minimax with equation (9)"), depth=3),
    Contender(number=3, algorithm=Message("alpha-beta, depth 4"), depth=4),
    Contender(number=4, algorithm=Message("alpha-beta, depth 5"), depth=5),
    Contender(number=5, algorithm=Message("alpha-beta by zones, depth 4"), depth=4),
    Contender(number=6, algorithm=Message("UCT, 1000 simulations"), simulations=1000),
    Contender(number=7, algorithm=Message("UCT, 2000 simulations"), simulations=2000),
    Contender(number=8, algorithm=Message("UCT, 3000 simulations"), simulations=3000),
    Contender(number=9, algorithm=Message("MCTS with a network"), simulations=1600),
)
"""Table 1."""


def list_numbers(scale: Scale) -> tuple[int, ...]:
    """Return the contenders of a scale."""
    return tuple(SMOKE) if scale == "smoke" else tuple(c.number for c in CONTENDERS)


def write_engine(number: int, scale: Scale) -> str:
    """Return a contender as an engine of the command line."""
    if scale == "smoke":
        return SMOKE[number]
    is_capped = scale == "small" and number in (1, 2)
    cap = f"{{seconds={CAP_SECONDS:g}}}" if is_capped else ""
    return f"liu-{number}{cap}"


def make_plan(size: int, scale: Scale, *, games: int, seed: int) -> Plan:
    """Return the round robin of the contenders.

    Args:
        size: Rows and columns of the board.
        scale: Scale of the experiment.
        games: Games of each two contenders.
        seed: Random seed of openings and engines.
    """
    setup = get_game("gomoku").setup(height=size, width=size)
    openings, source = choose_openings(setup, (games + 1) // 2, seed=seed)
    draw_plies = SMOKE_PLIES if scale == "smoke" else None
    return Plan(
        kind="round-robin",
        name=f"LIU-2022, {size} x {size}",
        engines=tuple(write_engine(number, scale) for number in list_numbers(scale)),
        setup=setup,
        limits=MoveLimits(own=True, clock="cpu", grace=GRACE_SECONDS),
        games=games,
        openings=openings,
        openings_source=source,
        seed=seed,
        adjudication=Adjudication(draw_plies=draw_plies),
    )


def describe_plan(plan: Plan) -> tuple[tuple[str, str], ...]:
    """Return the settings of a plan for the report."""
    size = plan.setup.size_text
    return (
        (f"engines, {size}", ", ".join(plan.engines)),
        (f"games of each two, {size}", str(plan.games)),
        (f"openings, {size}", f"{len(plan.openings)} {plan.openings_source}"),
        (f"seed, {size}", str(plan.seed)),
    )
