"""Searcher that restricts its choice to the moves an attentive player considers.

A search with few nodes overlooks wins in one move and rows that must be stopped. For a
search that has proven a win or a loss, or whose playouts all end alike, all winning or
losing moves are equal. In both cases the game lists moves, and the searcher plays the
best of them by the search.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Annotated

from engine.core.formats.settings_reader import Range, Share
from engine.core.game import Position
from engine.core.search_values import UNANIMOUS
from engine.core.types import Candidate, Move, SensibleMoves
from engine.games import get_game
from engine.search.api import (
    Limits,
    ProgressCallback,
    Searcher,
    SearchResult,
    StopFlag,
)
from engine.search.root_moves import find_root_moves, keep_allowed
from engine.search.wrappers.wrapped_searcher import WrappedSearcher


@dataclass(frozen=True, slots=True, kw_only=True)
class Attention:
    """Attentiveness of a player."""

    foresight: Annotated[int, Range(least=0, most=2)] = 0
    """Threats that the player never overlooks: 0 none, 1 wins in one move, 2 also
    threats that no single move parries."""

    lapses: Share = 0.0
    """Share of moves drawn at random among the sensible ones, without foresight."""


class SensibleSearch(WrappedSearcher):
    """Searcher that plays the best sensible move of another search; a ``Searcher``.

    Args:
        inner: Search that orders the moves.
        attention: Foresight for the sensible moves, and share of random choices.
        is_free: Whether any legal move may be played where none is forced.
        seed: Random seed; with a node limit the same seed gives the same move.
    """

    def __init__(
        self,
        inner: Searcher,
        attention: Attention,
        *,
        is_free: bool = False,
        seed: int = 0,
    ) -> None:
        super().__init__(inner)
        self._attention = attention
        self._is_free = is_free
        self._seed = seed

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        stop: StopFlag | None = None,
        on_progress: ProgressCallback | None = None,
    ) -> SearchResult:
        """See ``Searcher.search``."""
        if position.outcome is not None:
            return self._inner.search(position, limits)
        # The position is part of the seed: after an undo the answer is the same.
        rng = random.Random(f"{self._seed} {position.stones!r} {position.to_move}")
        has_lapse = rng.random() < self._attention.lapses
        allowed = find_root_moves(position, limits)
        found = self._sensible_moves(position, has_lapse=has_lapse)
        sensible = () if found is None else keep_allowed(found.moves, allowed)
        if found is not None and found.are_hidden and sensible:
            limits = replace(limits, root_moves=frozenset(sensible))
        drawn = rng.random()

        def chosen(result: SearchResult) -> SearchResult:
            decided = () if sensible else _moves_of_decided(position, result.value)
            decided = keep_allowed(decided, allowed)
            moves = sensible or decided
            if not moves or (result.move in moves and not has_lapse):
                return result
            ranked = () if has_lapse else result.candidates
            best = next((found for found in ranked if found.move in moves), None)
            if best is None:
                move = moves[int(drawn * len(moves))]
                best = _unsearched(position, move, result.value)
            if decided:  # the value of the position, not that of the single move
                best = replace(best, value=result.value)
            return _led_by(best, result)

        return self._search_and_change(
            position, limits, chosen, stop=stop, on_progress=on_progress
        )

    def _sensible_moves(
        self, position: Position, *, has_lapse: bool
    ) -> SensibleMoves | None:
        """Return the moves to choose among; ``None`` allows all of them."""
        attention = self._attention
        foresight = 0 if has_lapse else attention.foresight
        game = get_game(position.setup.game)
        sensible = game.sensible_moves(position, foresight=foresight)
        if sensible is None or (self._is_free and not sensible.is_forced):
            return None
        return sensible


def _moves_of_decided(position: Position, value: float) -> tuple[Move, ...]:
    """Return the moves that win soonest or lose latest if the result is decided."""
    game = get_game(position.setup.game)
    if value >= UNANIMOUS:
        return game.finishing_moves(position)
    return game.resisting_moves(position) if value <= -UNANIMOUS else ()


def _led_by(best: Candidate, result: SearchResult) -> SearchResult:
    """Return the result with ``best`` as its first candidate and its move."""
    others = [found for found in result.candidates if found.move != best.move]
    return replace(
        result,
        move=best.move,
        value=best.value,
        pv=best.pv,
        candidates=(best, *others),
    )


def _unsearched(position: Position, move: Move, value: float) -> Candidate:
    """Return a candidate that the search has not visited."""
    outcome = position.play(move).outcome
    if outcome is not None and outcome.winner is position.to_move:
        value = 1.0
    return Candidate(move=move, value=value, pv=(move,))
