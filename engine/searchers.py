"""From the settings of an engine to a searcher of its kind; nothing is compiled yet."""

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
        settings: Settings of the search, checked.
        game: What it plays.
        seed: Random seed.
        is_prompt: See ``players.build_searcher``.
        is_attentive: See ``players.build_searcher``.
    """
    own = dict(settings)
    attention = {key: own.pop(key) for key in ATTENTION if key in own}
    searcher = _search_of(kind, own, seed=seed, is_prompt=is_prompt)
    if attention and is_attentive:
        from engine.search.sensible_searcher import Attention, SensibleSearch  # noqa: PLC0415

        is_free = "nodes" not in own and "depth" not in own
        searcher = SensibleSearch(
            searcher, Attention(**attention), is_free=is_free, seed=seed
        )
    return _with_opening(searcher, game, seed=seed)


def settings_at(
    level: int | None, search: Mapping[str, Any], levels: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return the settings of a search at a level; without one at the strongest.

    Args:
        level: Level from 1.
        search: Settings at every level.
        levels: Settings that differ by level, weakest first; none for one level.
    """
    settings = dict(search)
    if levels:
        own = levels[(level or len(levels)) - 1]
        rules = {**settings.get("rules", {}), **own.get("rules", {})}
        settings |= own
        if rules:
            settings["rules"] = rules
    return settings


def _search_of(
    kind: str, settings: dict[str, Any], *, seed: int, is_prompt: bool
) -> Searcher:
    """Return the search of a kind with these settings."""
    if kind == "tree-search":
        from engine.search.uct.uct_search import TreeSearch  # noqa: PLC0415
        from engine.search.uct.uct_settings import TreeSearchSettings  # noqa: PLC0415

        return TreeSearch(
            TreeSearchSettings(**settings), seed=seed, is_prompt=is_prompt
        )
    if kind == "alpha-beta":
        from engine.search.alphabeta.alphabeta_search import (  # noqa: PLC0415
            AlphaBetaSearch,
            AlphaBetaSettings,
        )

        return AlphaBetaSearch(AlphaBetaSettings(**settings), seed=seed)
    named = settings.pop("net", ())
    nets = (named,) if isinstance(named, str) else tuple(named)
    runtime = settings.pop("evaluator", None)
    return _guided_search(nets, runtime, settings, seed)


def _guided_search(
    nets: tuple[str, ...], runtime: Runtime | None, settings: dict[str, Any], seed: int
) -> Searcher:
    """Return a search that asks the network for its board, if there is any."""
    from engine.search.puct.puct_search import GuidedSearch  # noqa: PLC0415
    from engine.search.puct.puct_settings import GuidedSettings  # noqa: PLC0415

    make_evaluator = None
    if nets:
        from engine.nn.shipped import evaluators_by  # noqa: PLC0415

        make_evaluator = evaluators_by(*nets, runtime=runtime)
    return GuidedSearch(make_evaluator, GuidedSettings(**settings), seed=seed)


def _with_opening(searcher: Searcher, game: str, *, seed: int) -> Searcher:
    """Return a searcher that also settles the openings of ``game``."""
    if game != "gomoku":
        return searcher
    from engine.search.opening_searcher import OpeningSearcher  # noqa: PLC0415

    return OpeningSearcher(searcher, seed=seed)
