"""Searchers for tests of analysis."""

import threading
from dataclasses import replace

from engine.core.types import Candidate
from engine.games import GAMES
from engine.search.api import SearchResult


class CountingSearcher:
    """Searches until it is stopped, or may finish; its nodes grow all the time."""

    def __init__(self, *, value=0.25):
        self.value = value
        self.error = None
        self.may_finish = threading.Event()
        self.running = None
        self.searched, self.limits = [], []

    def prepare(self, position):
        pass

    def search(self, position, limits, *, stop=None, on_progress=None):
        self.searched.append(position.history)
        self.limits.append(limits)
        self.running = position.history
        nodes = 0
        try:
            if self.error:
                raise self.error
            while not stop and not self.may_finish.wait(0.001):
                nodes += 1000
                on_progress(self._result(position, nodes))
        finally:
            self.running = None
        return self._result(position, nodes + 1000)

    def _result(self, position, nodes):
        move = position.legal_moves()[0]
        return SearchResult(
            move=move,
            value=self.value,
            pv=(move,),
            nodes=nodes,
            seconds=nodes / 1000,
            depth=3,
            candidates=(Candidate(move=move, value=self.value, visits=nodes),),
        )


class TurnSearcher:
    """Uses its whole turn at once, and goes one ply deeper in each."""

    def __init__(self, *, value=0.0, share=1.0):
        self.value, self.share, self.error = value, share, None
        self.turns = 0
        self.may_go = threading.Event()
        self.may_go.set()

    def prepare(self, position):
        pass

    def search(self, position, limits, *, stop=None, on_progress=None):
        if self.error:
            raise self.error
        while not self.may_go.wait(0.001):
            if stop:
                break
        self.turns += 1
        moves = position.legal_moves()[:6]
        candidates = tuple(
            Candidate(move=move, value=self.value, visits=100 // (n + 1), pv=(move,))
            for n, move in enumerate(moves)
        )
        return SearchResult.of_candidates(
            candidates,
            nodes=500,
            seconds=limits.seconds * self.share,
            depth=self.turns,
        )


class PlannedSearcher:
    """Finds in each position what the test says, at once or when it may go on.

    Args:
        setup: What is played.
        plan: Value for the side to move and best line in names, by number of moves.
    """

    def __init__(self, setup, plan=()):
        self.setup, self.plan = setup, dict(plan)
        self.may_go, self.error = threading.Event(), None
        self.may_go.set()
        self.has_values = True
        self.searched, self.limits = [], []

    def prepare(self, position):
        pass

    def search(self, position, limits, *, stop=None, on_progress=None):
        self.searched.append(len(position.history))
        self.limits.append(limits)
        if self.error:
            raise self.error
        while not stop and not self.may_go.wait(0.001):
            pass
        game = GAMES[self.setup.game]
        value, line = self.plan.get(len(position.history), (0.0, ""))
        pv = tuple(game.parse_cell(self.setup, name) for name in line.split())
        pv = pv or tuple(position.legal_moves()[-1:])
        best = Candidate(move=pv[0], value=value, visits=90, pv=pv)
        result = SearchResult.of_candidates(
            (best,), nodes=100, seconds=limits.seconds, depth=3
        )
        return replace(result, has_value=self.has_values)
