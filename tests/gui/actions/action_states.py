"""States of a window without a window: of matches, with facts of the rest."""

from engine.games import GAMES
from engine.match.events import MovePlayed
from engine.match.match_setup import MatchSetup
from gui.actions.action_row import ActionState
from tests.engine.match.matches import PERSONS, make_match


def state_after(*moves, players=PERSONS, **facts):
    """Return the state of a match after some moves."""
    match = make_match(players)
    for move in moves:
        match.handle(MovePlayed(move))
    return ActionState(view=match.view, **facts)


def state_of(game, *moves, options=None, **facts):
    """Return the state of a game of two persons after some moves."""
    setup = GAMES[game].setup(options=options or {})
    return state_after(*moves, players=MatchSetup(setup=setup), **facts)
