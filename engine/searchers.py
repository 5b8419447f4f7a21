"""Factory of searchers from the settings of an engine; it compiles nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.games import get_game

if TYPE_CHECKING:
    from engine.search.api import Searcher
    from engine.search.runtimes import Runtime

ATTENTION = ("foresight", "lapses")
"""Settings that are fields of ``engine.search.sensible_searcher.Attention``."""


def new_searcher(
    kind: str,
    settings: Mapping[str, Any],
    game: str,
    *,
    seed: int = 0,
    threads: int = 1,
    is_free: bool = False,
    is_prompt: bool = False,
    is_attentive: bool = True,
) -> Searcher:
    """Return a new searcher for one game.

    Args:
        kind: Kind of the engine, a key of ``preset_settings.SETTINGS``.
        settings: Checked settings of the search.
        game: Game to play.
        seed: Random seed.
        threads: Number of threads; with several, no search repeats another one.
        is_free: Whether the engine may play any move where none is forced.
        is_prompt: See ``players.build_searcher``.
        is_attentive: See ``players.build_searcher``.
    """
    own = dict(settings)
    attention = {key: own.pop(key) for key in ATTENTION if key in own}
    searcher = _new_search(kind, own, seed=seed, threads=threads, is_prompt=is_prompt)
    if attention and is_attentive:
        from engine.search.sensible_searcher import Attention, SensibleSearch  # noqa: PLC0415

        searcher = SensibleSearch(
            searcher, Attention(**attention), is_free=is_free, seed=seed
        )
    return _add_opening_searcher(searcher, game, seed=seed)


def _new_search(
    kind: str, settings: dict[str, Any], *, seed: int, threads: int, is_prompt: bool
) -> Searcher:
    """Return a search of a kind with these settings."""
    if kind == "tree-search":
        from engine.search.uct.uct_search import UctSearch  # noqa: PLC0415
        from engine.search.uct.uct_settings import UctSettings  # noqa: PLC0415

        return UctSearch(
            UctSettings(**settings), seed=seed, is_prompt=is_prompt, threads=threads
        )
    if kind == "alpha-beta":
        from engine.search.alphabeta.alphabeta_search import AlphaBetaSearch  # noqa: PLC0415
        from engine.search.alphabeta.alphabeta_settings import (  # noqa: PLC0415
            AlphaBetaSettings,
        )

        return AlphaBetaSearch(
            AlphaBetaSettings(**settings), seed=seed, threads=threads
        )
    return _new_puct_search(settings, seed, threads)


def _new_puct_search(settings: dict[str, Any], seed: int, threads: int) -> Searcher:
    """Return a PUCT search, with the network for its board if any is given."""
    from engine.search.puct.puct_search import PuctSearch  # noqa: PLC0415
    from engine.search.puct.puct_settings import PuctSettings  # noqa: PLC0415

    named = settings.pop("net", ())
    runtime: Runtime | None = settings.pop("evaluator", None)
    nets = (named,) if isinstance(named, str) else tuple(named)
    make_evaluator = None
    if nets:
        from engine.nn.shipped import make_evaluator_factory  # noqa: PLC0415

        make_evaluator = make_evaluator_factory(*nets, runtime=runtime)
    return PuctSearch(
        make_evaluator, PuctSettings(**settings), seed=seed, threads=threads
    )


def _add_opening_searcher(searcher: Searcher, game: str, *, seed: int) -> Searcher:
    """Return a searcher that also plays the openings of ``game``."""
    opening = get_game(game).opening()
    if opening is None:
        return searcher
    from engine.search.opening_searcher import OpeningSearcher  # noqa: PLC0415

    return OpeningSearcher(searcher, opening, seed=seed)
