"""Players: searchers by the text of an engine or a strength.

``uct``, ``uct:3``, ``uct:3{nodes=500,exploration=0.2}``, ``file:my.toml`` and
``strength:medium`` are such texts. The game, the rules and the board size determine the
engine of a strength. ``cmd:COMMAND`` is an external program.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import PresetError
from engine.core.game import GameSetup
from engine.core.message import Message, MessageKey
from engine.engine_spec import (
    COMMAND,
    FILE,
    SCALE,
    Overrides,
    format_overrides,
    sort_overrides,
    split_file,
    split_spec,
)
from engine.external.settings import command_title, split_command
from engine.games import GAMES
from engine.overrides import (
    RunKeys,
    apply_overrides,
    check_run_keys,
    check_search_keys,
    read_external_settings,
    read_run_keys,
)
from engine.preset_file import OWN_SECONDS, Preset, read_preset
from engine.presets import find_preset
from engine.search.api import Limits
from engine.searchers import new_searcher
from engine.strengths import NAMES, Strength, strength_number, strengths

if TYPE_CHECKING:
    from engine.search.api import Searcher

COMMAND_FORM = re.compile(rf"{COMMAND}\s*[:{{]")
"""Beginning of an external program, with or without braces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerConfig:
    """Engine with a level and settings of its own, or a strength."""

    preset: str
    """Name of a preset, ``strength``, ``file`` or ``cmd``."""

    level: int | None = None
    """Level from 1, or number of a strength; ``None`` is the strongest."""

    file: str | None = None
    """Preset file of ``file``."""

    command: str | None = None
    """External program of ``cmd``, with its arguments."""

    overrides: Overrides = ()
    """Settings in place of the preset's, as ``split_spec`` returns them."""

    @classmethod
    def parse(cls, text: str) -> PlayerConfig:
        """Return the player of a text such as ``uct:3{nodes=500}``.

        Raises:
            PresetError: There is no such engine, level, strength or key, or a value is
                not accepted.
        """
        if COMMAND_FORM.match(text):
            return _parse_command(text)
        head, overrides, rest = split_spec(text)
        if rest.strip():
            raise PresetError(
                Message("Expected nothing after the braces, got {text!r}.", text=rest)
            )
        name, colon, level_text = head.partition(":")
        file, level = None, None
        if name == SCALE:
            level = strength_number(level_text) if colon else len(NAMES)
        else:
            if name == FILE and colon:
                file, level_text, colon = split_file(level_text)
            preset = _load_preset(name, file)
            level = _read_level(preset, level_text) if colon else None
        config = cls(preset=name, level=level, file=file, overrides=overrides)
        _check_overrides(config)
        return config

    @property
    def strength(self) -> Strength | None:
        """The requested strength; ``None`` if an engine is named."""
        if self.preset != SCALE:
            return None
        return strengths()[(self.level or len(NAMES)) - 1]

    @property
    def run_keys(self) -> RunKeys:
        """The keys in braces that every engine has.

        Raises:
            PresetError: A value is not accepted.
        """
        return read_run_keys(self.overrides, self.head)

    @property
    def program_title(self) -> str:
        """The name of an external program, or its command; empty for an engine."""
        return command_title(self.command or "", dict(self.overrides).get("name"))

    @property
    def head(self) -> str:
        """The text of the player without braces."""
        if self.strength is not None:
            return f"{SCALE}:{self.strength.name}"
        head = self.preset if self.file is None else f"{FILE}:{self.file}"
        return head if self.level is None else f"{head}:{self.level}"

    def with_options(
        self, limits: Limits | None = None, *, threads: int | None = None
    ) -> PlayerConfig:
        """Return the player with options of a command.

        Keys in braces win over options, and options over the preset and its level.

        Args:
            limits: Seconds and nodes for a move; ``None`` for the player's own limits.
            threads: Largest number of threads.
        """
        options = {
            "seconds": None if limits is None else limits.seconds,
            "nodes": None if limits is None else limits.nodes,
            "threads": threads,
        }
        given = {key: value for key, value in options.items() if value is not None}
        overrides = sort_overrides({**given, **dict(self.overrides)})
        return replace(self, overrides=overrides)

    def resolve_limits(self, setup: GameSetup) -> Limits:
        """Return the limits of a search for one move on ``setup``.

        These are the keys in braces and options, then the nodes and the depth of the
        preset at its level. Without any of them they are the seconds of the preset;
        an external program has as many as a preset that names none.

        Raises:
            PresetError: No engine of the strength supports ``setup``.
        """
        config = self.for_setup(setup)
        keys = config.run_keys
        seconds = keys.seconds
        if config.command is not None:
            if seconds is None and keys.nodes is None:
                seconds = OWN_SECONDS
            return Limits(seconds=seconds, nodes=keys.nodes)
        preset = config.resolve_preset(setup.game)
        nodes, depth = preset.search.get("nodes"), preset.search.get("depth")
        if seconds is None and nodes is None and depth is None:
            seconds = preset.seconds
        return Limits(seconds=seconds, nodes=nodes, depth=depth)

    def load_preset(self) -> Preset:
        """Return the preset, as it is in its file.

        Raises:
            PresetError: It is a strength or an external program, or there is no such
                preset.
        """
        return _load_preset(self.preset, self.file)

    def resolve_preset(self, game: str) -> Preset:
        """Return the preset for one game, with level and overrides applied.

        Raises:
            PresetError: It is a strength, or there is no such preset.
        """
        preset = self.load_preset().at_level(game, self.level)
        return replace(preset, search=apply_overrides(preset.search, self.overrides))

    def for_setup(self, setup: GameSetup) -> PlayerConfig:
        """Return an engine and level for ``setup``; a strength resolves to its engine.

        Raises:
            PresetError: No engine of the strength supports ``setup``.
        """
        strength = self.strength
        if strength is None:
            return self
        for text in strength.engines_for(setup.game):
            # A damaged preset or network: try the next engine.
            with contextlib.suppress(PresetError):
                config = PlayerConfig.parse(text)
                own = {**dict(config.overrides), **dict(self.overrides)}
                config = replace(config, overrides=sort_overrides(own))
                if config.resolve_preset(setup.game).refusal(setup) is None:
                    return config
        raise PresetError(
            Message(
                "Expected a game with the strength {name!r}, got {game}.",
                name=strength.name,
                game=MessageKey(setup.game),
            )
        )

    def fitted(self, setup: GameSetup) -> GameSetup:
        """Return ``setup``, with a supported board size if only the size is not."""
        if self.strength is not None or self.command is not None:
            return setup
        return self.resolve_preset(setup.game).fitted(setup)

    def refusal(self, setup: GameSetup) -> str | None:
        """Return the reason against playing on ``setup``, or ``None`` if supported."""
        try:
            if self.command is not None:
                from engine.external import external_searcher  # noqa: PLC0415

                return external_searcher.find_external_refusal(setup)
            config = self.for_setup(setup)
            return config.resolve_preset(setup.game).refusal(setup)
        except PresetError as error:
            return error.message

    def __str__(self) -> str:
        """Return the text that ``parse`` reads as this player."""
        if self.command is not None:
            return f"{COMMAND}{format_overrides(self.overrides)}:{self.command}"
        return self.head + format_overrides(self.overrides)


def strength_config(name: str) -> PlayerConfig:
    """Return the player of a strength.

    Raises:
        PresetError: There is no such strength.
    """
    return PlayerConfig(preset=SCALE, level=strength_number(name))


def check_plays(config: PlayerConfig, game: str) -> None:
    """Raise ``PresetError`` unless a player supports a game; strengths support all."""
    if config.strength is not None:
        return
    if config.command is not None:
        from engine.external import external_searcher  # noqa: PLC0415

        external_searcher.check_external_game(game)
        return
    preset = config.load_preset()
    if game in GAMES and not GAMES[game].offers(preset.kind):
        raise PresetError(
            Message(
                "Expected a game that offers {kind} for {name!r}, got {game}.",
                game=MessageKey(game),
                kind=preset.kind,
                name=preset.name,
            )
        )
    if game not in preset.games:
        raise PresetError(
            Message(
                "Expected an engine that plays {game}, got {name!r}, which plays "
                "{games}.",
                game=MessageKey(game),
                name=preset.name,
                games=tuple(MessageKey(name) for name in preset.games),
            )
        )
    check_search_keys(config.overrides, preset.kind, game, config.head)


def build_searcher(
    config: PlayerConfig,
    game: str,
    *,
    seed: int = 0,
    is_prompt: bool = False,
    is_attentive: bool = True,
) -> Searcher:
    """Return a new searcher for one game, without compiling anything.

    Args:
        config: Engine and level, or strength.
        game: Game to play.
        seed: Random seed, unless the player names one.
        is_prompt: Whether a search starts without optional parts, such as a solver,
            that are not compiled yet.
        is_attentive: Whether to apply the preset's attention settings, which takes
            milliseconds for each move; otherwise the bare search plays.

    Raises:
        PresetError: The engine does not play this game.
    """
    if config.strength is not None:
        from engine.search.searcher_by_setup import SearchBySetup  # noqa: PLC0415

        build = partial(build_searcher, game=game, seed=seed, is_prompt=is_prompt)
        build = partial(build, is_attentive=is_attentive)
        return SearchBySetup(lambda setup: build(config.for_setup(setup)))
    check_plays(config, game)
    if config.command is not None:
        from engine.external import external_searcher  # noqa: PLC0415

        return external_searcher.ExternalSearcher(
            config.command, read_external_settings(config.overrides, config.head)
        )
    preset = config.resolve_preset(game)
    keys = config.run_keys
    usual = replace(config, overrides=()).resolve_preset(game).search
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


def _load_preset(name: str, file: str | None) -> Preset:
    """Return the preset with a name, or that of a file.

    Raises:
        PresetError: There is no such preset, or its file is damaged.
    """
    return find_preset(name) if file is None else read_preset(Path(file))


def _parse_command(text: str) -> PlayerConfig:
    """Return the external program of a text such as ``cmd:./engine``.

    Raises:
        PresetError: There is no command, or a key in braces is not accepted.
    """
    rest = text.removeprefix(COMMAND).lstrip()
    overrides: Overrides = ()
    if rest.startswith("{"):
        _, overrides, rest = split_spec(rest)
    colon, _, command = rest.partition(":")
    command = "" if colon.strip() else command.strip()
    split_command(command)
    read_external_settings(overrides, COMMAND)
    return PlayerConfig(preset=COMMAND, command=command, overrides=overrides)


def _read_level(preset: Preset, text: str) -> int:
    top = preset.top_level
    if not text.isdecimal() or not 1 <= int(text) <= top:
        raise PresetError(
            Message(
                "Expected a level from 1 to {top} after {name!r}, got {level!r}.",
                top=top,
                name=preset.name,
                level=text,
            )
        )
    return int(text)


def _check_overrides(config: PlayerConfig) -> None:
    """Raise ``PresetError`` unless the keys in braces are accepted in some game."""
    if config.strength is not None:
        check_run_keys(config.overrides, config.head)
        return
    preset = config.load_preset()
    if not config.overrides:
        return
    problems = []
    for game in preset.games:
        try:
            check_search_keys(config.overrides, preset.kind, game, config.head)
        except PresetError as error:
            problems.append(error)
    if len(problems) == len(preset.games):
        raise problems[0]
