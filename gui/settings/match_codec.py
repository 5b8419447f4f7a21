"""Encoder and decoder of the match chosen last for a game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from engine.core.clocks.time_control import UNLIMITED, TimeTerms
from engine.core.formats.settings_reader import read_table
from engine.games import get_game
from engine.match.match_setup import (
    DEFAULT_NODES,
    HUMAN,
    EngineLimit,
    MatchSetup,
    format_player,
    parse_player,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _StoredMatch:
    """Match as numbers and texts; the game is in the key."""

    height: int
    width: int
    seconds: float
    options: Mapping[str, str]
    first: str = HUMAN
    second: str = HUMAN
    first_name: str = ""
    second_name: str = ""
    time: str = UNLIMITED
    engine_limit: EngineLimit = "seconds"
    nodes: int = DEFAULT_NODES
    draws_colours: bool = False
    caps_engines: bool = False
    engines_resign: bool = False


def encode_match(match: MatchSetup | None) -> str:
    """Return a match as JSON."""
    if match is None:
        return ""
    stored = _StoredMatch(
        height=match.setup.height,
        width=match.setup.width,
        seconds=match.seconds_per_move,
        options=dict(match.setup.options),
        first=format_player(match.first),
        second=format_player(match.second),
        first_name=match.first_name,
        second_name=match.second_name,
        time=str(match.time),
        engine_limit=match.engine_limit,
        nodes=match.nodes_per_move,
        draws_colours=match.draws_colours,
        caps_engines=match.caps_engines,
        engines_resign=match.engines_resign,
    )
    return json.dumps(asdict(stored), ensure_ascii=False)


def decode_match(game: str, text: str) -> MatchSetup:
    """Return the match of a text.

    Raises:
        ValueError: The text is damaged.
        EngineError: The game has no such board or rules, or there is no such engine.
    """
    try:
        values = json.loads(text)
    except RecursionError as error:
        raise ValueError("expected a match") from error
    stored = read_table(_StoredMatch, values)
    known = {option.key for option in get_game(game).options}
    return MatchSetup(
        setup=get_game(game).setup(
            height=stored.height,
            width=stored.width,
            options={
                key: value for key, value in stored.options.items() if key in known
            },
        ),
        first=parse_player(stored.first),
        second=parse_player(stored.second),
        first_name=stored.first_name,
        second_name=stored.second_name,
        engine_limit=stored.engine_limit,
        seconds_per_move=stored.seconds,
        nodes_per_move=stored.nodes,
        draws_colours=stored.draws_colours,
        caps_engines=stored.caps_engines,
        engines_resign=stored.engines_resign,
        time=TimeTerms.parse(stored.time),
    )
