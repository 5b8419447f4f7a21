"""From a player to its searcher."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from engine.players.program_player import ProgramPlayer
from engine.players.searchers import new_searcher
from engine.players.strength_player import StrengthPlayer

if TYPE_CHECKING:
    from engine.players.player_config import PlayerConfig
    from engine.search.api import Searcher


def build_searcher(
    player: PlayerConfig,
    game: str,
    *,
    seed: int = 0,
    is_prompt: bool = False,
    is_attentive: bool = True,
) -> Searcher:
    """Return a new searcher for one game, without compiling anything.

    Args:
        player: Engine, strength or external program.
        game: Game to play.
        seed: Random seed, unless the player names one.
        is_prompt: Whether a search starts without optional parts, such as a solver,
            that are not compiled yet.
        is_attentive: Whether to apply the preset's attention settings, which takes
            milliseconds for each move; otherwise the bare search plays.

    Raises:
        PresetError: The player does not play this game.
        NetError: See ``new_searcher``.
    """
    if isinstance(player, StrengthPlayer):
        from engine.search.wrappers.searcher_by_setup import SearchBySetup  # noqa: PLC0415

        build = partial(build_searcher, game=game, seed=seed, is_prompt=is_prompt)
        build = partial(build, is_attentive=is_attentive)
        return SearchBySetup(lambda setup: build(player.for_setup(setup)))
    player.check_plays(game)
    if isinstance(player, ProgramPlayer):
        from engine.external import external_searcher  # noqa: PLC0415

        return external_searcher.ExternalSearcher(player.command, player.settings)
    preset = player.resolve_preset(game)
    keys = player.run_keys
    usual = replace(player, overrides=()).resolve_preset(game).search
    return new_searcher(
        preset.kind,
        preset.search,
        game,
        seed=seed if keys.seed is None else keys.seed,
        threads=keys.threads,
        # A level's limits belong to its strength; those of a command do not.
        is_free="nodes" not in usual and "depth" not in usual,
        is_prompt=is_prompt,
        is_attentive=is_attentive,
    )
