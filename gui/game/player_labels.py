"""Names of players and engines in the window."""

from __future__ import annotations

from engine.core.types import Player
from engine.match.view import MatchView
from gui.game.open_game import OpenGame
from gui.text.i18n import tr
from gui.text.labels import game_title, size_title
from gui.text.strength_labels import engine_title


def player_title(view: MatchView, player: Player) -> str:
    """Return the player of a side: an engine, a name of the record, or a person.

    In a contest a team has its name, whether an engine plays for it or not.
    """
    is_contest = view.players.is_contest
    engine = view.players.player(player)
    name = view.record.headers.player_name(player)
    if engine is not None and not (is_contest and name):
        return engine_title(engine, view.setup)
    if name:
        return name
    if view.players.engines:
        return tr("Players", "Their team") if is_contest else tr("Players", "You")
    return tr("Players", "Human")


def played_by(view: MatchView, player: Player) -> str:
    """Return the engine that plays a side, in a contest too, or the person."""
    engine = view.players.player(player)
    if engine is None:
        return player_title(view, player)
    return engine_title(engine, view.setup)


def window_title(game: OpenGame) -> str:
    """Return the title of a window with a game."""
    setup = game.session.setup
    title = tr("Window", "{first} – {second}, {game} {size}[*] – Pentahex")  # noqa: RUF001
    if game.path is not None:
        title = tr("Window", "{file}[*] – {game} {size} – Pentahex")  # noqa: RUF001
    return title.format(
        first=player_title(game.view, Player.FIRST),
        second=player_title(game.view, Player.SECOND),
        file="" if game.path is None else game.path.name,
        game=game_title(setup.game),
        size=size_title(setup),
    )
