"""Search of openings in which one side offers moves, or stones are to be even.

The inner searcher sees the stones as a position that was set up, which has no opening.
All values are for the colour to move, as everywhere, even where its opponent chooses
among the offers. No stone of an opening ends the game, and there are more unequal
replies than offers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine.core.game import Position
from engine.core.offers.opening_play import OpeningPlay
from engine.core.types import Candidate, Move
from engine.search.api import (
    Limits,
    ProgressCallback,
    Searcher,
    SearchResult,
    StopFlag,
)
from engine.search.root_moves import RootMoves

FIRST_ROUND_SECONDS = 0.5
"""Time of the first search of each position, in seconds."""

ROUND_GROWTH = 4
"""Ratio of the times of two rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferSearch:
    """One search of a position of an opening with offers."""

    inner: Searcher
    """Searcher for positions that leave nothing to choose."""

    opening: OpeningPlay
    """The game's opening."""

    limits: Limits
    """Limits of the whole search."""

    stop: StopFlag | None = None
    """See ``Searcher.search``."""

    on_progress: ProgressCallback | None = None
    """See ``Searcher.search``."""

    def find_offer(self, position: Position, allowed: RootMoves) -> SearchResult:
        """Return the best cell to offer next."""
        moves = position.special_moves() if allowed is None else allowed
        offers = ((position.cell_of(move), move) for move in moves)
        cells = {cell: move for cell, move in offers if cell is not None}
        report = self.on_progress

        def as_offer(result: SearchResult) -> SearchResult:
            return replace(
                result,
                move=cells[result.move],
                pv=(cells[result.move],),
                candidates=tuple(
                    replace(one, move=cells[one.move], pv=(cells[one.move],))
                    for one in result.candidates
                    if one.move in cells
                ),
                policy=(),
                samples=(),
            )

        return as_offer(
            self.inner.search(
                self.opening.set_up(position),
                replace(self.limits, root_moves=frozenset(cells)),
                stop=self.stop,
                on_progress=None
                if report is None
                else lambda found: report(as_offer(found)),
            )
        )

    def choose_offer(self, position: Position, allowed: RootMoves) -> SearchResult:
        """Return the best offered cell for the side that chooses: the other colour.

        Each is searched for an equal share of the limits.
        """
        cells = position.legal_moves() if allowed is None else sorted(allowed)
        found: dict[Move, SearchResult] = {}
        rounds = _list_rounds(self.share(len(cells)))
        for share, cell in ((share, cell) for share in rounds for cell in cells):
            result = self._search(self.opening.set_up(position.play(cell)), share)
            if found and self.is_stopped():  # the result does not compare
                kept = cell if cell in found else next(iter(found))
                found[kept] = _with_effort(found[kept], result)
                break
            before = found.get(cell)
            found[cell] = result if before is None else _with_effort(result, before)
            self._report(_summary(found, order=_value))
            if self.is_stopped():
                break
        return _summary(found, order=_value)

    def find_even_stone(
        self, position: Position, cells: tuple[Move, ...]
    ) -> SearchResult:
        """Return the cell whose stone leaves the most even position.

        Each is searched for an equal share of the limits.
        """
        plain, share = self.opening.set_up(position), self.share(len(cells))
        found: dict[Move, SearchResult] = {}
        for cell in cells:
            result = replace(self._search(plain.play(cell), share), pv=())
            if found and self.is_stopped():  # the result does not compare
                first = next(iter(found))
                found[first] = _with_effort(found[first], result)
                break
            found[cell] = result
            self._report(_summary(found, order=_unevenness))
            if self.is_stopped():
                break
        return _summary(found, order=_unevenness)

    def search_stone(
        self, position: Position, count: int, allowed: RootMoves
    ) -> SearchResult:
        """Return the best stone before offers, with its value if they are good.

        The other colour offers its ``count`` best replies, and the least of them is
        played. The stone is that of a usual search.
        """
        first, *longer = _list_rounds(self.share(count + 1))
        best = self._search_replies(position, count, allowed, first, self._report)
        for share in longer:
            if self.is_stopped():
                break
            result = self._search_replies(position, count, allowed, share, None)
            if self.is_stopped():  # the result does not compare
                best = _with_effort(best, result)
            else:
                best = _with_effort(result, best)
                self._report(best)
        return best

    def _search_replies(
        self,
        position: Position,
        count: int,
        allowed: RootMoves,
        share: Limits,
        report: ProgressCallback | None,
    ) -> SearchResult:
        """Return the result of ``search_stone`` by searches of the same length."""
        plain = self.opening.set_up(position)
        first = self._search(plain, replace(share, root_moves=allowed))
        after, searches = plain.play(first.move), [first]
        best = _stone(searches, first.value)
        left, least = set(after.legal_moves()), 1.0
        for _ in range(count):
            if report is not None:
                report(best)
            if self.is_stopped():
                break
            reply = self._search(after, replace(share, root_moves=frozenset(left)))
            if self.is_stopped():
                break  # the result of a stopped search does not compare
            left -= self.opening.equal_cells(after, reply.move)
            searches.append(reply)
            least = min(least, reply.value)
            best = _stone(searches, -least)
        if report is not None:
            report(best)
        return best

    def _report(self, result: SearchResult) -> None:
        if self.on_progress is not None:
            self.on_progress(result)

    def is_stopped(self) -> bool:
        """Return whether the search is to end now."""
        return self.stop is not None and bool(self.stop)

    def share(self, parts: int) -> Limits:
        """Return the limits of one of several searches."""
        seconds, nodes = self.limits.seconds, self.limits.nodes
        return replace(
            self.limits,
            seconds=None if seconds is None else seconds / parts,
            nodes=None if nodes is None else max(nodes // parts, 1),
            root_moves=None,
        )

    def _search(self, position: Position, limits: Limits) -> SearchResult:
        return self.inner.search(position, limits, stop=self.stop)


def _stone(searches: list[SearchResult], value: float) -> SearchResult:
    """Return the result for the stone of the first search, valued by all of them."""
    first, nodes = searches[0], sum(result.nodes for result in searches)
    best = Candidate(move=first.move, value=value, visits=nodes, pv=(first.move,))
    return _combined(searches, (best,), depth=first.depth)


def _with_effort(result: SearchResult, other: SearchResult) -> SearchResult:
    """Return a result with the nodes and seconds of another search as well."""
    return replace(
        result,
        nodes=result.nodes + other.nodes,
        seconds=result.seconds + other.seconds,
    )


def _list_rounds(share: Limits) -> list[Limits]:
    """Return the limits of the searches of one position, each longer than the last.

    They add up to ``share``. The first ones are short, so that a long search has
    results soon.
    """
    if share.seconds is None or share.nodes is not None:
        return [share]
    rounds, left, seconds = [], share.seconds, FIRST_ROUND_SECONDS
    while left - seconds >= ROUND_GROWTH * seconds:
        rounds.append(replace(share, seconds=seconds))
        left -= seconds
        seconds *= ROUND_GROWTH
    return [*rounds, replace(share, seconds=left)]


def _value(candidate: Candidate) -> float:
    """Return the value of a cell, best first for the colour that is not to move."""
    return candidate.value


def _unevenness(candidate: Candidate) -> float:
    """Return how far the value of a cell is from even."""
    return abs(candidate.value)


def _summary(
    found: Mapping[Move, SearchResult], *, order: Callable[[Candidate], float]
) -> SearchResult:
    """Return the result for the position from those after each cell, in an order."""
    searches = list(found.values())
    candidates = [
        Candidate(
            move=cell, value=-result.value, visits=result.nodes, pv=(cell, *result.pv)
        )
        for cell, result in found.items()
    ]
    depth = 1 + max(result.depth for result in searches)
    ordered = tuple(sorted(candidates, key=order))
    return _combined(searches, ordered, depth=depth)


def _combined(
    searches: list[SearchResult], candidates: tuple[Candidate, ...], *, depth: int
) -> SearchResult:
    """Return one result for several searches."""
    result = SearchResult.of_candidates(
        candidates,
        nodes=sum(one.nodes for one in searches),
        seconds=sum(one.seconds for one in searches),
        depth=depth,
    )
    return replace(result, counts_nodes=searches[0].counts_nodes)
