"""A network search by its parts: no budget, early stop or solver."""

from engine.search.api import StopFlag
from engine.search.puct.search_state import SearchState
from engine.search.puct.simulations import expand_root, make_simulations


class PlainSearch:
    """A search with an expanded root."""

    def __init__(self, position, tree, evaluator, settings, *, buffers=None):
        self.state = SearchState(
            position, tree, settings, 3, evaluator=evaluator, buffers=buffers
        )
        self.simulations = make_simulations(self.state, evaluator)
        self.root = self.state.root
        self.nodes = expand_root(self.state, self.simulations)

    def advance(self, count):
        begun = self.simulations.advance(count, StopFlag())
        self.nodes += begun
        return begun

    def advance_to(self, nodes):
        """Run simulations until there are ``nodes``, or no more begin."""
        while self.nodes < nodes:
            left = min(self.simulations.most_at_once, nodes - self.nodes)
            if self.advance(left) == 0:
                return


def summary_of(search, *, chooses=False):
    """Return the result of a search with ``root`` and ``nodes``."""
    return search.root.summary(search.nodes, 0.0, chooses=chooses)
