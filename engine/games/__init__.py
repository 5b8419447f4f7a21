"""The games, one line each."""

from __future__ import annotations

from engine.core.errors import SetupError
from engine.core.game import Game
from engine.core.message import Message
from engine.games.gomoku.game import Gomoku
from engine.games.hex.game import Hex

GAMES: dict[str, Game] = {game.name: game for game in (Gomoku(), Hex())}


def get_game(name: str) -> Game:
    """Return the game called ``name``.

    Raises:
        SetupError: There is no such game.
    """
    try:
        return GAMES[name]
    except KeyError:
        raise SetupError(
            Message(
                "Expected a game among {known}, got {name!r}.",
                known=tuple(GAMES),
                name=name,
            )
        ) from None
