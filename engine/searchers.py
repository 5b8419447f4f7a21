"""Factory of searchers from the settings of an engine; it compiles nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

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
    is_prompt: bool = False,
    is_attentive: bool = True,
) -> Searcher:
    """Return a new searcher for one game.

    Args:
        kind: Kind of the engine, a key of ``preset_settings.SETTINGS``.
        settings: Checked settings of the search.
        game: Game to play.
        seed: Random seed.
        is_prompt: See ``players.build_searcher``.
        is_attentive: See ``players.build_searcher``.
    """
    own = dict(settings)
    attention = {key: own.pop(key) for key in ATTENTION if key in own}
    searcher = _new_search(kind, own, seed=seed, is_prompt=is_prompt)
    if attention and is_attentive:
        from engine.search.sensible_searcher import Attention, SensibleSearch  # noqa: PLC0415

        is_free = "nodes" not in own and "depth" not in own
        searcher = SensibleSearch(
            searcher, Attention(**attention), is_free=is_free, seed=seed
        )
    return _add_opening_searcher(searcher, game, seed=seed)


def merge_level_settings(
    level: int | None, search: Mapping[str, Any], levels: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return the settings of a search at a level.

    Args:
        level: Level from 1; ``None`` is the strongest.
        search: Settings at every level.
        levels: Settings that differ by level, weakest first; empty for one level.
    """
    settings = dict(search)
    if levels:
        own = levels[(level or len(levels)) - 1]
        params = {**settings.get("params", {}), **own.get("params", {})}
        settings |= own
        if params:
            settings["params"] = params
    return settings


def _new_search(
    kind: str, settings: dict[str, Any], *, seed: int, is_prompt: bool
) -> Searcher:
    """Return a search of a kind with these settings."""
    if kind == "tree-search":
        from engine.search.uct.uct_search import UctSearch  # noqa: PLC0415
        from engine.search.uct.uct_settings import UctSettings  # noqa: PLC0415

        return UctSearch(UctSettings(**settings), seed=seed, is_prompt=is_prompt)
    if kind == "alpha-beta":
        from engine.search.alphabeta.alphabeta_search import (  # noqa: PLC0415
            AlphaBetaSearch,
            AlphaBetaSettings,
        )

        return AlphaBetaSearch(AlphaBetaSettings(**settings), seed=seed)
    named = settings.pop("net", ())
    nets = (named,) if isinstance(named, str) else tuple(named)
    runtime = settings.pop("evaluator", None)
    return _new_puct_search(nets, runtime, settings, seed)


def _new_puct_search(
    nets: tuple[str, ...], runtime: Runtime | None, settings: dict[str, Any], seed: int
) -> Searcher:
    """Return a PUCT search, with the network for its board if any is given."""
    from engine.search.puct.puct_search import PuctSearch  # noqa: PLC0415
    from engine.search.puct.puct_settings import PuctSettings  # noqa: PLC0415

    make_evaluator = None
    if nets:
        from engine.nn.shipped import make_evaluator_factory  # noqa: PLC0415

        make_evaluator = make_evaluator_factory(*nets, runtime=runtime)
    return PuctSearch(make_evaluator, PuctSettings(**settings), seed=seed)


def _add_opening_searcher(searcher: Searcher, game: str, *, seed: int) -> Searcher:
    """Return a searcher that also plays the openings of ``game``."""
    if game != "gomoku":
        return searcher
    from engine.search.opening_searcher import OpeningSearcher  # noqa: PLC0415

    return OpeningSearcher(searcher, seed=seed)
