"""From the name of an engine to a searcher that plays.

Presets stand in ``resources/presets/*.toml``, one file an engine. A name may carry
a strength level: ``uct-plain:3``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from engine.core.errors import EngineError, NetError, PresetError
from engine.core.game import GameSetup
from engine.core.paths import resources
from engine.core.sentence import Sentence, Term
from engine.games import game_named

if TYPE_CHECKING:
    from engine.search.api import Searcher


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """An engine as it is offered to the user."""

    name: str
    """Name in commands and records."""

    title: str
    """Name in the window, in English."""

    kind: str
    """Family of the algorithm, such as ``"tree-search"``."""

    games: tuple[str, ...]
    """Games it plays."""

    description: str
    """One line for the user, in English."""

    source: str
    """Paper or program the settings come from."""

    search: Mapping[str, Any] = field(default_factory=dict)
    """Settings of the search at every level."""

    levels: tuple[Mapping[str, Any], ...] = ()
    """Settings that differ by level, weakest first."""

    own_tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By game, what is different there: description, source, search, levels."""

    best_in: tuple[str, ...] = ()
    """Games in which no other preset was found to be stronger."""

    @property
    def top_level(self) -> int:
        """The strongest level."""
        return max(len(self.levels), 1)

    def for_game(self, game: str) -> Preset:
        """Return the preset as it is in one game, where it may have its own tables."""
        own = self.own_tables.get(game, {})
        return replace(
            self,
            games=(game,),
            description=own.get("description", self.description),
            source=own.get("source", self.source),
            search=own.get("search", self.search),
            levels=tuple(own.get("levels", self.levels)),
        )

    @property
    def nets(self) -> tuple[str, ...]:
        """Networks that guide it, perhaps one for each board."""
        named = self.search.get("net", ())
        return (named,) if isinstance(named, str) else tuple(named)

    def refusal(self, setup: GameSetup) -> str | None:
        """Return why it does not play on boards of ``setup``, or ``None`` if it does.

        The network that guides it may have been made for some boards or rules only.
        """
        nets = self.for_game(setup.game).nets
        if not nets:
            return None
        from engine.nn.shipped import info_named  # noqa: PLC0415

        try:
            info_named(*nets).check_fits(setup)
        except NetError as error:
            return error.sentence
        return None

    def fitted(self, setup: GameSetup) -> GameSetup:
        """Return ``setup``, on another board where only its size is not known."""
        if self.refusal(setup) is None:
            return setup
        from engine.nn.shipped import info_named  # noqa: PLC0415

        game = game_named(setup.game)
        try:
            usual = info_named(*self.for_game(setup.game).nets).usual_setup()
            other = game.setup(
                height=usual.height, width=usual.width, options=dict(setup.options)
            )
        except EngineError:  # a damaged network, or rules that this size does not allow
            return setup
        return other if self.refusal(other) is None else setup

    def usual_setup(self, game: str) -> GameSetup:
        """Return the board it plays on where none is asked for."""
        return self.fitted(game_named(game).setup())


def presets() -> dict[str, Preset]:
    """Return every preset by name, in alphabetical order, but for damaged ones."""
    return read_presets()[0]


def damaged_presets() -> dict[str, Sentence]:
    """Return what is wrong with the files that are no presets, by their name."""
    return read_presets()[1]


@cache
def read_presets() -> tuple[dict[str, Preset], dict[str, Sentence]]:
    """Return every preset, and what is wrong with the damaged files; by name."""
    found: dict[str, Preset] = {}
    damaged: dict[str, Sentence] = {}
    for path in sorted((resources() / "presets").glob("*.toml")):
        try:
            table = tomllib.loads(path.read_text(encoding="utf-8"))
            preset = Preset(
                name=table["name"],
                kind=table["kind"],
                games=tuple(table["games"]),
                title=table.get("title", table["name"]),
                description=table["description"],
                source=table["source"],
                search=table.get("search", {}),
                levels=tuple(table.get("levels", ())),
                own_tables={
                    game: table[game] for game in table["games"] if game in table
                },
                best_in=tuple(table.get("best_in", ())),
            )
        except (OSError, KeyError, TypeError, ValueError) as error:
            damaged[path.stem] = Sentence(
                "Expected an engine preset in {file}, got: {error}.",
                file=path.name,
                error=error,
            )
        else:
            found[preset.name] = preset
    return found, damaged


def presets_for(game: str) -> list[Preset]:
    """Return the presets that play ``game``."""
    return [
        preset.for_game(game) for preset in presets().values() if game in preset.games
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerConfig:
    """Which engine plays, and how strong."""

    preset: str
    """Name of a preset."""

    level: int | None = None
    """Strength from 1; ``None`` is the strongest."""

    @classmethod
    def parse(cls, text: str) -> PlayerConfig:
        """Return the player that a name such as ``uct-plain:3`` means.

        Raises:
            PresetError: There is no such engine or level.
        """
        name, colon, level_text = text.partition(":")
        preset = preset_named(name)
        if not colon:
            return cls(preset=name)
        top = preset.top_level
        if not level_text.isdecimal() or not 1 <= int(level_text) <= top:
            raise PresetError(
                Sentence(
                    "Expected a level from 1 to {top} after {name!r}, got {level!r}.",
                    top=top,
                    name=name,
                    level=level_text,
                )
            )
        return cls(preset=name, level=int(level_text))

    def __str__(self) -> str:
        return self.preset if self.level is None else f"{self.preset}:{self.level}"


def preset_named(name: str) -> Preset:
    """Return the preset called ``name``.

    Raises:
        PresetError: There is no such preset, or its file is damaged.
    """
    preset = presets().get(name)
    if preset is None:
        unknown = Sentence(
            "Expected an engine among {known}, got {name!r}.",
            known=tuple(presets()),
            name=name,
        )
        raise PresetError(damaged_presets().get(name, unknown))
    return preset


def build_searcher(
    config: PlayerConfig, game: str, *, seed: int = 0, is_prompt: bool = False
) -> Searcher:
    """Return a new searcher for one game; it compiles nothing yet.

    Args:
        config: Which engine, and how strong.
        game: What it plays.
        seed: Random seed.
        is_prompt: Whether a search begins without what only makes it stronger, as long
            as that is not compiled.

    Raises:
        PresetError: The engine does not play this game.
    """
    preset = preset_named(config.preset)
    if game not in preset.games:
        raise PresetError(
            Sentence(
                "Expected an engine that plays {game}, got {name!r}, which plays "
                "{games}.",
                game=Term(game),
                name=preset.name,
                games=tuple(Term(name) for name in preset.games),
            )
        )
    preset = preset.for_game(game)
    settings = dict(preset.search)
    if preset.levels:
        level = preset.levels[(config.level or preset.top_level) - 1]
        rules = {**settings.get("rules", {}), **level.get("rules", {})}
        settings |= level
        if rules:
            settings["rules"] = rules
    if preset.kind == "tree-search":
        from engine.search.mcts import TreeSearch, TreeSearchSettings  # noqa: PLC0415

        tree_search = TreeSearch(
            TreeSearchSettings(**settings), seed=seed, is_prompt=is_prompt
        )
        return _with_opening(tree_search, game, seed=seed)
    if preset.kind == "alpha-beta":
        from engine.search.alphabeta import (  # noqa: PLC0415
            AlphaBetaSearch,
            AlphaBetaSettings,
        )

        alpha_beta = AlphaBetaSearch(AlphaBetaSettings(**settings), seed=seed)
        return _with_opening(alpha_beta, game, seed=seed)
    if preset.kind == "network-search":
        settings.pop("net", None)
        guided_search = _guided_search(preset.nets, settings, seed)
        return _with_opening(guided_search, game, seed=seed)
    raise PresetError(
        Sentence("Expected a known kind of engine, got {kind!r}.", kind=preset.kind)
    )


def _guided_search(
    nets: tuple[str, ...], settings: dict[str, Any], seed: int
) -> Searcher:
    """Return a search that asks the network for its board, if there is any."""
    from engine.search.guided import GuidedSearch  # noqa: PLC0415
    from engine.search.guided_settings import GuidedSettings  # noqa: PLC0415

    make_evaluator = None
    if nets:
        from engine.nn.shipped import evaluators_by  # noqa: PLC0415

        make_evaluator = evaluators_by(*nets)
    return GuidedSearch(make_evaluator, GuidedSettings(**settings), seed=seed)


def _with_opening(searcher: Searcher, game: str, *, seed: int) -> Searcher:
    """Return a searcher that also settles the openings of ``game``."""
    if game != "gomoku":
        return searcher
    from engine.search.opening import OpeningSearcher  # noqa: PLC0415

    return OpeningSearcher(searcher, seed=seed)
