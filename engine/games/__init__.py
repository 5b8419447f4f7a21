"""The games; one line each."""

from __future__ import annotations

from engine.core.errors import SetupError
from engine.core.game import Game
from engine.core.message import Sentence
from engine.games.gomoku.rules.gomoku import Gomoku
from engine.games.hex.rules.hex import Hex

GAMES: dict[str, Game] = {game.name: game for game in (Gomoku(), Hex())}


def game_named(name: str) -> Game:
    """Return the game called ``name``.

    Raises:
        SetupError: There is no such game.
    """
    try:
        return GAMES[name]
    except KeyError:
        raise SetupError(
            Sentence(
                "Expected a game among {known}, got {name!r}.",
                known=tuple(GAMES),
                name=name,
            )
        ) from None
