"""OU-2020's comparison on 6 x 6: data from the latest network or from the best one."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.message import Message
from engine.experiments.experiment import (
    NOT_MEASURED,
    Claim,
    Experiment,
    Findings,
    Scale,
    Verdict,
)
from engine.experiments.figures import CurveLine, Figure, LinePanel
from engine.experiments.papers.training_files import (
    WEAK,
    Changes,
    describe_training,
    draw_curves,
    make_curve_table,
    read_training_table,
)
from engine.experiments.workshop import Workshop
from engine.training.run.packages import PACKAGES

PAPER = "OU-2020"

RUNS = {"latest": "ou-2020-latest", "best": "ou-2020-best"}
"""Training files by the policy of their games."""

PAPER_GAMES = {"latest": 500, "best": 1500}
"""Games that the paper needs."""

POLICIES = {"latest": Message("latest network"), "best": Message("best network")}
"""Names of the policies."""

PANEL = "Points won against each engine"

GOOD = 0.8
"""Share of the points against pure MCTS from which a network is good enough."""

GENERATION_GAMES: Mapping[Scale, int] = {"smoke": 4, "small": 25, "paper": 25}

CHANGES: Mapping[Scale, Changes] = {
    "smoke": WEAK,
    "small": {"play": {"generations": 48}},
    "paper": {},
}


def run(workshop: Workshop, scale: Scale) -> Findings:
    """See ``Experiment.run``."""
    changes = CHANGES[scale]
    panels = {}
    settings: list[tuple[str, str]] = []
    for policy, file in RUNS.items():
        table = read_training_table(file, changes, seed=workshop.seed)
        found = draw_curves(workshop.train(policy, table), PANEL)
        panels[policy] = _by_games(policy, found, GENERATION_GAMES[scale])
        settings += describe_training(file, changes, seed=table["seed"])
    return Findings(
        claims=_compare(panels),
        tables=(make_curve_table(panels, "games"),),
        figures=(_make_figure(panels),),
        settings=tuple(settings),
        remarks=(
            "The paper does not say when a network is good enough; here it is at "
            f"{100 * GOOD:.0f} % of the points against pure MCTS of 1000 playouts in "
            "two matches in a row.",
        ),
    )


def _by_games(policy: str, panel: LinePanel | None, games: int) -> LinePanel | None:
    """Return a panel over generations as one over games."""
    if panel is None:
        return None
    return LinePanel(
        title=panel.title,
        across="games",
        unit=panel.unit,
        lines=tuple(
            CurveLine(
                name=f"{policy}, against {line.name}",
                x=tuple(games * x for x in line.x),
                y=line.y,
                errors=line.errors,
                intervals=line.intervals,
            )
            for line in panel.lines
        ),
    )


def _find_games(panel: LinePanel | None) -> float | None:
    """Return the games after which a network is good enough, if it ever is."""
    if panel is None:
        return None
    line = panel.lines[0]
    for at in range(len(line.y) - 1):
        if min(line.y[at], line.y[at + 1]) >= GOOD:
            return line.x[at]
    return None


def _compare(panels: Mapping[str, LinePanel | None]) -> tuple[Claim, ...]:
    needed = {policy: _find_games(panel) for policy, panel in panels.items()}
    claims = []
    for policy, games in needed.items():
        panel, paper = panels[policy], PAPER_GAMES[policy]
        verdict: Verdict = "open"
        reason: str = ""
        ours: str = NOT_MEASURED
        if games is not None:
            ours = f"{games:.0f}"
            verdict = "agrees" if paper / 2 <= games <= 2 * paper else "differs"
        elif panel is not None:
            ours = Message("not within {games}", games=f"{panel.lines[0].x[-1]:.0f}")
            reason = Message(
                "trained as printed, without noise and symmetries, a network learns "
                "slowly; docs/nets/ou-2020-6x6.md has a run with them"
            )
        claims.append(
            Claim(
                statement=Message(
                    "games until the network is good enough ({policy})",
                    policy=POLICIES[policy],
                ),
                paper=f"{paper}",
                ours=ours,
                verdict=verdict,
                reason=reason,
            )
        )
    latest, best = needed["latest"], needed["best"]
    order: Verdict = "open"
    if latest is not None and best is not None:
        order = "agrees" if latest < best else "differs"
    claims.append(
        Claim(
            statement=Message("the latest network's data need fewer games"),
            paper=Message("yes"),
            ours=Message(
                "{latest} against {best}", latest=_show(latest), best=_show(best)
            ),
            verdict=order,
        )
    )
    return tuple(claims)


def _show(games: float | None) -> str:
    return Message("not reached") if games is None else f"{games:.0f}"


def _make_figure(panels: Mapping[str, LinePanel | None]) -> Figure:
    lines = tuple(
        line for panel in panels.values() if panel is not None for line in panel.lines
    )
    panel = LinePanel(
        title="6 x 6, four in a row",
        across="games",
        unit="share of the points",
        lines=lines,
    )
    return Figure(
        name="figure",
        title=Message("Points against pure MCTS over the games of training"),
        panels=(panel,),
    )


EXPERIMENT = Experiment(
    name="ou-6x6",
    paper=PAPER,
    shows=Message("data of the latest or of the best network, four in a row on 6 x 6"),
    run=run,
    packages=PACKAGES,
)
