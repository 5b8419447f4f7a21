"""Tests for engine.match.limits: time, simulations, or an engine's own limits."""

import pytest

from engine.core.clocks.time_control import TimeTerms
from engine.core.errors import LimitsError
from engine.core.types import Player
from engine.games import GAMES
from engine.match.limits import limits_by_clock
from engine.match.match_setup import MAX_NODES, MatchSetup
from engine.match.session.game_session import GameSession
from engine.players.player_config import parse_engine

SETUP = GAMES["gomoku"].setup()


def match(engine, **changes):
    return MatchSetup(setup=SETUP, first=parse_engine(engine), **changes)


def limits(players):
    session = GameSession.new(players.setup, terms=players.time)
    return limits_by_clock(players, session)


def nodes_of(players):
    """Return the simulations of the engine that searches, by its preset and level."""
    engine = players.searching_engine(Player.FIRST)
    return engine.resolve_limits(SETUP).nodes


def test_simulations_limit_an_engine_without_seconds():
    players = match("liu-6", engine_limit="nodes", nodes_per_move=250)

    assert (limits(players).nodes, limits(players).seconds) == (250, None)
    assert nodes_of(players) == 250


def test_simulations_above_those_of_the_preset_are_searched():
    players = match("liu-6", engine_limit="nodes", nodes_per_move=5000)

    assert limits(players).nodes == nodes_of(players) == 5000


def test_the_own_limit_is_that_of_the_preset():
    simulations = limits(match("ou-mcts", engine_limit="own"))
    depth = limits(match("liu-4", engine_limit="own"))

    assert (simulations.nodes, simulations.seconds) == (4701, None)
    assert (depth.depth, depth.nodes, depth.seconds) == (5, None, None)


@pytest.mark.parametrize("engine_limit", ["seconds", "nodes", "own"])
def test_constants_of_an_engine_win_over_the_limit_of_the_match(engine_limit):
    players = match("liu-6{nodes=70,seconds=9}", engine_limit=engine_limit)

    assert (limits(players).nodes, limits(players).seconds) == (70, 9)
    assert nodes_of(players) == 70


def test_a_clock_limits_alone_unless_the_limit_is_an_upper_bound():
    terms = TimeTerms.parse("10m")
    free = match("liu-6", engine_limit="nodes", nodes_per_move=250, time=terms)
    capped = match(
        *("liu-6",),
        engine_limit="nodes",
        nodes_per_move=250,
        time=terms,
        caps_engines=True,
    )

    assert limits(free).nodes is None
    assert nodes_of(free) == 1000
    assert limits(capped).nodes == nodes_of(capped) == 250
    assert limits(capped).seconds == limits(free).seconds > 0


@pytest.mark.parametrize(
    "changes", [{"nodes_per_move": 0}, {"nodes_per_move": MAX_NODES + 1}]
)
def test_impossible_numbers_of_nodes_are_refused(changes):
    with pytest.raises(LimitsError, match=r"^Expected 1 to 10000000 nodes a move"):
        match("liu-6", **changes)


def test_an_unknown_limit_is_refused():
    with pytest.raises(LimitsError, match=r"^Expected a limit of engines among"):
        match("liu-6", engine_limit="moves")
