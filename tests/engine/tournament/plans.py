"""Small plans and results for the tests of tournaments."""

from engine.games import get_game
from engine.tournament.plan import MoveLimits, Plan, PlannedOpening
from engine.tournament.results import GameResult, SideUsage
from engine.tournament.run_state import RunStart, RunState
from engine.tournament.standings import make_standings

FAST = MoveLimits(nodes=5)


def make_plan(*, kind="match", engines=("uct-plain:1", "alphabeta:1"), **changes):
    """Return a plan on a board that is not square."""
    setup = get_game("gomoku").setup(
        height=5, width=6, options={"line_length": "4", "rule": "freestyle"}
    )
    values = {
        "kind": kind,
        "engines": tuple(engines),
        "setup": setup,
        "limits": FAST,
        "games": 4,
        "openings": (
            PlannedOpening(name="1", moves="c3 c4"),
            PlannedOpening(name="2", moves="a1 e4 f5"),
        ),
        "openings_source": "drawn with seed 0",
    }
    return Plan(**{**values, **changes})


def make_result(plan, number, points, **changes):
    """Return the result of a scheduled game, with the points of who began."""
    return result_of(plan.schedule[number - 1], points, **changes)


def result_of(game, points, **changes):
    """Return the result of a game, with the points of who began."""
    winner = {1: game.first, 0: game.second, 0.5: None}[points]
    values = {
        "number": game.number,
        "first": game.first,
        "second": game.second,
        "winner": winner,
        "reason": "line" if winner is not None else "full board",
        "plies": 12,
        "record": f"records/{game.number:05}.json",
        "usage": (
            SideUsage(moves=6, seconds=3.0, seconds_max=1.5, nodes=60, overruns=1),
            SideUsage(moves=5, seconds=1.0, seconds_max=0.5, nodes=50),
        ),
        "seconds": (0.5, 0.2),
    }
    return GameResult(**{**values, **changes})


def state_of(plan, points):
    """Return the state of a run, by the points of who began in each game."""
    results = tuple(make_result(plan, n, got) for n, got in points.items())
    return RunState(
        plan=plan,
        results=results,
        standings=make_standings(plan, results),
        schedule=plan.schedule,
        running=(),
        starts=(RunStart(time="2026-01-02", version="1.2", machine="a machine"),),
    )


def without_times(lines):
    """Return the lines of games without the fields that differ from run to run."""
    kept = []
    for line in lines:
        usages = [
            {key: usage[key] for key in ("moves", "nodes")} for usage in line["usage"]
        ]
        kept.append({**line, "usage": usages, "seconds": len(line["seconds"])})
    return sorted(kept, key=lambda line: line["number"])
