"""Searcher for openings in which colours are chosen; another one plays the rest.

The game's ``OpeningPlay`` plays fixed moves without a search, and turns the value that
the other searcher finds into a choice of colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

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
from engine.search.root_moves import RootMoves, find_root_moves, keep_allowed
from engine.search.wrappers.offer_search import OfferSearch
from engine.search.wrappers.wrapped_searcher import WrappedSearcher, changing


class OpeningSearcher(WrappedSearcher):
    """Searcher that plays the opening, then uses another searcher; a ``Searcher``.

    Values are for the side to move, as in all results; a choice of colour does not
    change the sign. After a choice, a low value is good for the engine.

    Args:
        inner: Searcher for positions with stones only, without choices of colour.
        opening: The game's opening.
        seed: Random seed; the same seed places the same stones.
    """

    def __init__(self, inner: Searcher, opening: OpeningPlay, *, seed: int = 0) -> None:
        super().__init__(inner)
        self._opening = opening
        self._seed = seed

    def prepare(self, position: Position) -> None:
        """See ``Searcher.prepare``."""
        if not self._opening.is_over(position):
            position = self._opening.set_up(position)
        self._inner.prepare(position)

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        stop: StopFlag | None = None,
        on_progress: ProgressCallback | None = None,
    ) -> SearchResult:
        """See ``Searcher.search``."""
        if self._opening.is_over(position):
            return self._inner.search(
                position, limits, stop=stop, on_progress=on_progress
            )
        allowed = find_root_moves(position, limits)
        line = self._opening.fixed_moves(position, seed=self._seed)
        if line and keep_allowed(line[:1], allowed):
            return _placed(line)
        offers = OfferSearch(
            inner=self._inner,
            opening=self._opening,
            limits=limits,
            stop=stop,
            on_progress=on_progress,
        )
        if self._opening.offers_left(position):
            return offers.find_offer(position, allowed)
        if position.offered_cells:
            return offers.choose_offer(position, allowed)
        cells = self._opening.even_cells(position, seed=self._seed)
        even = keep_allowed(cells, allowed)
        if even:
            return self._search_even_stone(position, even, allowed, offers)
        return self._search_with_choices(position, allowed, offers)

    def _search_even_stone(
        self,
        position: Position,
        cells: tuple[Move, ...],
        allowed: RootMoves,
        offers: OfferSearch,
    ) -> SearchResult:
        """Return a choice of colour if it is better, else the most even stone.

        Half of the limits is for each.
        """
        choices = keep_allowed(position.special_moves(), allowed)
        if not choices:
            return offers.find_even_stone(position, cells)
        half = offers.share(2)
        stones = frozenset(keep_allowed(position.legal_moves(), allowed))
        result = self._inner.search(
            self._opening.set_up(position),
            replace(half, root_moves=stones - set(choices)),
            stop=offers.stop,
        )
        is_chosen = self._opening.choice(position, result.value) in choices
        if is_chosen or offers.is_stopped():
            return self._with_choice(position, choices, result, must_choose=False)
        return replace(offers, limits=half).find_even_stone(position, cells)

    def _search_with_choices(
        self, position: Position, allowed: RootMoves, offers: OfferSearch
    ) -> SearchResult:
        """Return the result of a search for stones, or a choice if it is better."""
        limits = offers.limits
        choices = keep_allowed(position.special_moves(), allowed)
        stones = None if allowed is None else allowed - set(choices)
        choose = partial(
            self._with_choice, position, choices, must_choose=stones == frozenset()
        )
        count = self._opening.count_offers(position)
        if count > 1:
            report = changing(choose, offers.on_progress)
            searched = replace(offers, on_progress=report)
            return choose(searched.search_stone(position, count, stones or None))
        return self._search_and_change(
            self._opening.set_up(position),
            replace(limits, root_moves=stones or None),
            choose,
            stop=offers.stop,
            on_progress=offers.on_progress,
        )

    def _with_choice(
        self,
        position: Position,
        choices: tuple[Move, ...],
        result: SearchResult,
        *,
        must_choose: bool,
    ) -> SearchResult:
        """Return the result of a search as a choice of colour, if one is better.

        The candidates of the search remain: each of them declines the choice. A line
        ends where the opening departs from the search.

        Args:
            position: The position of the search.
            choices: The allowed choices.
            result: Result for the allowed stones, or for all if none is allowed.
            must_choose: Whether no stone is allowed.
        """
        result = replace(
            result,
            pv=_playable(position, result.pv),
            candidates=tuple(
                replace(candidate, pv=_playable(position, candidate.pv))
                for candidate in result.candidates
            ),
        )
        move = self._opening.choice(position, result.value)
        if must_choose:
            result = replace(result, candidates=())
            move = move if move in choices else choices[0]
        elif move not in choices:
            return result
        line = (move, *result.pv)
        chosen = Candidate(move=move, value=result.value, visits=result.nodes, pv=line)
        candidates = (chosen, *result.candidates)
        return replace(result, move=move, pv=line, candidates=candidates)


def _playable(position: Position, line: Sequence[Move]) -> tuple[Move, ...]:
    """Return the part of a line that the rules allow."""
    count = 0
    for move in line:
        if not position.is_legal(move):
            break
        position, count = position.play(move), count + 1
    return tuple(line[:count])


def _placed(line: tuple[Move, ...]) -> SearchResult:
    """Return stones to place without a search, hence without an evaluation."""
    candidate = Candidate(move=line[0], value=0.0, pv=line)
    return SearchResult(
        move=line[0],
        value=0.0,
        pv=line,
        depth=len(line),
        candidates=(candidate,),
        has_value=False,
    )
