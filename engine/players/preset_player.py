"""An engine: a preset with a level and settings of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from engine.core.errors import PresetError
from engine.core.message import Message, MessageKey
from engine.games import GAMES
from engine.players.engine_spec import FILE, split_file, split_whole_spec
from engine.players.overrides import apply_overrides, check_search_keys
from engine.players.player_base import PlayerBase
from engine.players.preset_file import Preset, read_preset
from engine.players.presets import find_preset
from engine.search.api import Limits

if TYPE_CHECKING:
    from engine.core.game import GameSetup


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetPlayer(PlayerBase):
    """Engine of a preset, such as ``uct:3{nodes=500}`` or ``file:my.toml``."""

    preset: str
    """Name of the preset, or ``file``."""

    level: int | None = None
    """Level from 1; ``None`` is the strongest."""

    file: str | None = None
    """Preset file of ``file``."""

    @classmethod
    def parse(cls, text: str, *, game: str | None = None) -> PresetPlayer:
        """Return the engine of a text such as ``uct:3{nodes=500}``.

        Args:
            text: The text.
            game: Game whose engines an error lists; ``None`` for those of every game.

        Raises:
            PresetError: There is no such engine, level or key, or a value is not
                accepted.
        """
        head, overrides = split_whole_spec(text)
        name, colon, level_text = head.partition(":")
        file = None
        if name == FILE and colon:
            file, level_text, colon = split_file(level_text)
        preset = _load_preset(name, file, game=game)
        level = _read_level(preset, level_text) if colon else None
        player = cls(preset=name, level=level, file=file, overrides=overrides)
        player._check_overrides(preset)
        return player

    @property
    def head(self) -> str:
        """The text of the engine without braces."""
        head = self.preset if self.file is None else f"{FILE}:{self.file}"
        return head if self.level is None else f"{head}:{self.level}"

    def load_preset(self) -> Preset:
        """Return the preset, as it is in its file.

        Raises:
            PresetError: There is no such preset.
        """
        return _load_preset(self.preset, self.file)

    def resolve_preset(self, game: str) -> Preset:
        """Return the preset for one game, with level and overrides applied.

        Raises:
            PresetError: There is no such preset.
        """
        preset = self.load_preset().at_level(game, self.level)
        return replace(preset, search=apply_overrides(preset.search, self.overrides))

    def resolve_limits(self, setup: GameSetup) -> Limits:
        """Return the limits of a search for one move on ``setup``.

        These are the keys in braces and options, then the nodes and the depth of the
        preset at its level. Without any of them they are the seconds of the preset.

        Raises:
            PresetError: There is no such preset.
        """
        preset = self.resolve_preset(setup.game)
        seconds = self.run_keys.seconds
        nodes, depth = preset.search.get("nodes"), preset.search.get("depth")
        if seconds is None and nodes is None and depth is None:
            seconds = preset.seconds
        return Limits(seconds=seconds, nodes=nodes, depth=depth)

    def for_setup(self, setup: GameSetup) -> Self:
        """Return the engine itself, which is the same on every setup."""
        return self

    def check_plays(self, game: str) -> None:
        """Raise ``PresetError`` unless the engine plays a game with its settings."""
        preset = self.load_preset()
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
        check_search_keys(self.overrides, preset.kind, game, self.head)

    def fitted(self, setup: GameSetup) -> GameSetup:
        """Return ``setup``, with a supported board size if only the size is not."""
        return self.resolve_preset(setup.game).fitted(setup)

    def refusal(self, setup: GameSetup) -> str | None:
        """Return the reason against playing on ``setup``, or ``None`` if supported."""
        try:
            self.check_plays(setup.game)
            return self.resolve_preset(setup.game).refusal(setup)
        except PresetError as error:
            return error.message

    def _check_overrides(self, preset: Preset) -> None:
        """Raise ``PresetError`` unless the keys in braces are accepted in some game."""
        if not self.overrides:
            return
        problems = []
        for game in preset.games:
            try:
                check_search_keys(self.overrides, preset.kind, game, self.head)
            except PresetError as error:
                problems.append(error)
        if len(problems) == len(preset.games):
            raise problems[0]


def _load_preset(name: str, file: str | None, *, game: str | None = None) -> Preset:
    """Return the preset with a name, or that of a file; see ``find_preset``.

    Raises:
        PresetError: There is no such preset, or its file is damaged.
    """
    return find_preset(name, game=game) if file is None else read_preset(Path(file))


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
