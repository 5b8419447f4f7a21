"""Messages about boards and rules that a game or an engine does not support."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.board.board_notation import parse_size
from engine.core.errors import NetError
from engine.core.game import GameSetup
from engine.core.message import as_clause
from engine.games import get_game
from engine.players.player_config import PlayerConfig
from engine.players.preset_file import Preset
from engine.players.program_player import ProgramPlayer
from engine.players.strength_player import StrengthPlayer
from gui.text.i18n import (
    fill,
    join_list,
    preset_title,
    tr,
    translate_message,
)
from gui.text.labels import game_title, rule_title


def find_setup_problem(
    game: str, height: int, width: int, options: Mapping[str, str]
) -> str:
    """Return the problem with a board and its rules, or an empty text."""
    rules = get_game(game)
    low, high = rules.smallest_side, rules.largest_side
    if not (low <= height <= high and low <= width <= high):
        return tr(
            "Fit", "Boards of {game} have {low} to {high} rows and columns."
        ).format(game=game_title(game), low=low, high=high)
    return translate_message(rules.conflict(height, width, options))


def describe_engine_limit(preset: Preset, setup: GameSetup) -> str:
    """Return the limit of an engine that excludes ``setup``, e.g. "freestyle only".

    Empty if the engine supports ``setup``.
    """
    if preset.refusal(setup) is None:
        return ""
    try:
        info = preset.net_info(setup.game)
    except NetError:
        info = None
    if info is None:
        return tr("Fit", "its network cannot be read")
    rules = [
        rule_title(setup.game, key, value)
        for key, value in info.rules.items()
        if setup.option(key) != value
    ]
    if rules:
        return tr("Fit", "{rules} only").format(rules=join_list(rules))
    sizes = [
        tr("Fit", "{height} × {width}").format(height=height, width=width)  # noqa: RUF001
        for height, width in map(parse_size, info.sizes)
    ]
    return tr("Fit", "{sizes} only").format(sizes=join_list(sizes))


def find_engine_problem(setup: GameSetup, engines: Iterable[PlayerConfig]) -> str:
    """Return the reason why an engine does not support ``setup``, or an empty text.

    A strength has an engine for every board.
    """
    for engine in engines:
        if isinstance(engine, StrengthPlayer):
            continue
        if isinstance(engine, ProgramPlayer):
            title = engine.title
            limit = translate_message(as_clause(engine.refusal(setup) or ""))
        else:
            preset = engine.resolve_preset(setup.game)
            title = preset_title(preset)
            limit = describe_engine_limit(preset, setup)
        if limit:
            message = tr(
                "Fit", "{engine} cannot play this game: {limit}. Choose another engine."
            )
            return fill(message, engine=title, limit=limit)
    return ""
