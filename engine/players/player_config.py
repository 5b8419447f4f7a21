"""An engine by its text.

``uct``, ``uct:3``, ``uct:3{nodes=500}`` and ``file:my.toml`` are engines of presets,
``strength:medium`` is a strength, and ``cmd:COMMAND`` is an external program.
"""

from __future__ import annotations

from engine.players.engine_spec import SCALE, split_spec
from engine.players.preset_player import PresetPlayer
from engine.players.program_player import COMMAND_FORM, ProgramPlayer
from engine.players.strength_player import StrengthPlayer

PlayerConfig = PresetPlayer | StrengthPlayer | ProgramPlayer
"""An engine, a strength or an external program."""


OwnEngine = PresetPlayer | StrengthPlayer
"""An engine of the program, or a strength of it."""


def parse_engine(text: str, *, game: str | None = None) -> PlayerConfig:
    """Return the player of a text such as ``uct:3{nodes=500}``.

    Args:
        text: The text.
        game: Game whose engines an error lists; ``None`` for those of every game.

    Raises:
        PresetError: There is no such engine, level, strength or key, or a value is not
            accepted.
    """
    if COMMAND_FORM.match(text):
        return ProgramPlayer.parse(text)
    head, _, _ = split_spec(text)
    if head.partition(":")[0] == SCALE:
        return StrengthPlayer.parse(text)
    return PresetPlayer.parse(text, game=game)
