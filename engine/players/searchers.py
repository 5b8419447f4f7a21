"""Factory of searchers from the settings of an engine; it compiles nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.games import get_game
from engine.search.alphabeta.alphabeta_settings import AlphaBetaSettings
from engine.search.preset_settings import EngineSettings, read_search, value_networks
from engine.search.runtimes import NetworkChoice
from engine.search.uct.uct_settings import UctSettings
from engine.search.wrappers.sensible_searcher import Attention, SensibleSearch

if TYPE_CHECKING:
    from engine.search.api import Searcher
    from engine.search.puct.puct_search import EvaluatorFactory


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

    Raises:
        NetError: The file of an alpha-beta search's value network is missing, damaged
            or of another kind.
    """
    own = read_search(kind, game, settings)
    searcher = _new_search(own, game, seed=seed, threads=threads, is_prompt=is_prompt)
    if is_attentive and own.attention != Attention():
        searcher = SensibleSearch(searcher, own.attention, is_free=is_free, seed=seed)
    return _add_opening_searcher(searcher, game, seed=seed)


def _new_search(
    own: EngineSettings, game: str, *, seed: int, threads: int, is_prompt: bool
) -> Searcher:
    """Return a search with these settings; only its own modules are imported."""
    settings = own.search
    if isinstance(settings, UctSettings):
        from engine.search.uct.uct_search import UctSearch  # noqa: PLC0415

        return UctSearch(settings, seed=seed, is_prompt=is_prompt, threads=threads)
    if isinstance(settings, AlphaBetaSettings):
        from engine.search.alphabeta.alphabeta_search import AlphaBetaSearch  # noqa: PLC0415

        network = _find_value_network(own.value_network.net, game)
        return AlphaBetaSearch(settings, seed=seed, threads=threads, network=network)
    from engine.search.puct.puct_search import PuctSearch  # noqa: PLC0415

    make_evaluator = _make_evaluator_factory(own.network)
    return PuctSearch(make_evaluator, settings, seed=seed, threads=threads)


def _make_evaluator_factory(network: NetworkChoice) -> EvaluatorFactory | None:
    """Return the factory of the evaluators of a search, if it has a network."""
    nets = (network.net,) if isinstance(network.net, str) else network.net
    if not nets:
        return None
    from engine.nn.named_networks import make_evaluator_factory  # noqa: PLC0415

    return make_evaluator_factory(*nets, runtime=network.evaluator)


def _find_value_network(name: str | None, game: str) -> Path | None:
    """Return the file of the value network of an alpha-beta search, if it names one.

    Raises:
        NetError: There is no such network, or the search cannot use it.
    """
    wanted = value_networks("alpha-beta", game)
    if name is None or wanted is None:
        return None
    from engine.nn.named_networks import find_value_network  # noqa: PLC0415

    return find_value_network(name, game, wanted)


def _add_opening_searcher(searcher: Searcher, game: str, *, seed: int) -> Searcher:
    """Return a searcher that also plays the openings of ``game``."""
    opening = get_game(game).opening()
    if opening is None:
        return searcher
    from engine.search.wrappers.opening_searcher import OpeningSearcher  # noqa: PLC0415

    return OpeningSearcher(searcher, opening, seed=seed)
