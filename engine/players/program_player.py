"""An external program as a player."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.external.settings import ExternalSettings, command_title, split_command
from engine.players.engine_spec import (
    COMMAND,
    Overrides,
    format_overrides,
    split_spec,
)
from engine.players.overrides import read_external_settings
from engine.players.player_base import PlayerBase
from engine.players.preset_file import OWN_SECONDS
from engine.search.api import Limits

if TYPE_CHECKING:
    from engine.core.game import GameSetup

COMMAND_FORM = re.compile(rf"{COMMAND}\s*[:{{]")
"""Beginning of an external program, with or without braces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramPlayer(PlayerBase):
    """External program, such as ``cmd{name=Theirs}:./engine -x``."""

    command: str
    """The program with its arguments."""

    @classmethod
    def parse(cls, text: str) -> Self:
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
        player = cls(command=command, overrides=overrides)
        _ = player.settings  # checks keys and values
        return player

    @property
    def head(self) -> str:
        """The prefix of every external program, for errors about keys in braces."""
        return COMMAND

    @property
    def title(self) -> str:
        """The name of the program, or its command."""
        return command_title(self.command, dict(self.overrides).get("name"))

    @property
    def settings(self) -> ExternalSettings:
        """The settings in braces.

        Raises:
            PresetError: A key is unknown, or a value is not accepted.
        """
        return read_external_settings(self.overrides, self.head)

    def resolve_limits(self, setup: GameSetup) -> Limits:
        """Return the limits of a search for one move.

        Without seconds and nodes in braces a program has as many seconds as a preset
        that names none.
        """
        keys = self.run_keys
        is_free = keys.seconds is None and keys.nodes is None
        seconds = OWN_SECONDS if is_free else keys.seconds
        return Limits(seconds=seconds, nodes=keys.nodes)

    def check_plays(self, game: str) -> None:
        """Raise ``PresetError`` unless the protocols can play a game."""
        from engine.external import external_searcher  # noqa: PLC0415

        external_searcher.check_external_game(game)

    def fitted(self, setup: GameSetup) -> GameSetup:
        """Return ``setup``; the sizes that a program supports are its own matter."""
        return setup

    def refusal(self, setup: GameSetup) -> str | None:
        """Return the reason against playing on ``setup``, or ``None`` if supported."""
        from engine.external import external_searcher  # noqa: PLC0415

        return external_searcher.find_external_refusal(setup)

    def __str__(self) -> str:
        """Return the text that ``parse_engine`` reads as this program."""
        return f"{COMMAND}{format_overrides(self.overrides)}:{self.command}"
