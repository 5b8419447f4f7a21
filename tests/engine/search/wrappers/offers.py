"""Searches of openings with offers, by a searcher that has a value for each cell."""

from functools import partial

from engine.core.types import Candidate, SearchSample
from engine.games import GAMES
from engine.games.gomoku.rules.openings.fifth_moves import FifthMoveStage, find_stage
from engine.search.api import Limits, SearchResult
from engine.search.wrappers.opening_searcher import OpeningSearcher
from tests.engine.games.gomoku.rules.openings.opened_games import position_after

GOMOKU = GAMES["gomoku"]
NODES = Limits(nodes=90)
THREE = "h8 h9 i10"
FOUR = f"{THREE} fifth-moves-3 a1"


class ByValue:
    """A searcher that knows the value of each stone: a function of its cell."""

    def __init__(self, value):
        self.value = value
        self.calls, self.stops = [], []

    def prepare(self, position):
        pass

    def search(self, position, limits, *, stop=None, on_progress=None):
        assert set(limits.root_moves or ()) <= set(position.legal_moves())
        assert find_stage(position) is FifthMoveStage.COMPLETE
        self.calls.append((position, limits))
        self.stops.append(stop)
        moves = limits.root_moves or position.legal_moves()
        best = max(sorted(moves), key=self.value)
        result = SearchResult(
            move=best,
            value=self.value(best),
            pv=(best,),
            nodes=limits.nodes or 1,
            seconds=0.25,
            depth=4,
            counts_nodes=True,
            policy=((best, 1.0),),
            samples=(SearchSample(seconds=0.1, nodes=1, value=0.0, depth=1),),
            candidates=(Candidate(move=best, value=self.value(best), pv=(best,)),),
        )
        if on_progress is not None:
            on_progress(result)
        return result


def growing(move):
    """Return a value that grows with the number of the cell."""
    return move / 1000 - 0.1


after = partial(position_after, opening="yamaguchi")


def searched(position, inner, limits=NODES, seed=0, **more):
    searcher = OpeningSearcher(inner, GOMOKU.opening(), seed=seed)
    result = searcher.search(position, limits, **more)
    assert position.is_legal(result.move)
    assert result.pv[0] == result.candidates[0].move == result.move
    for candidate in result.candidates:
        reached = position
        for move in candidate.pv:
            reached = reached.play(move)
    return result
