"""Names of players and engines in the window."""

from __future__ import annotations

from engine.core.types import Player
from engine.match.view import MatchView
from gui.game.open_game import OpenGame
from gui.text.i18n import fill, tr
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


def has_known_players(view: MatchView) -> bool:
    """Return whether a game has engines or names of players."""
    headers = view.record.headers
    has_names = bool(headers.first_name or headers.second_name)
    return has_names or bool(view.players.engines)


def window_title(game: OpenGame) -> str:
    """Return the title of a window: file or players, event or joined files, board."""
    setup, view = game.session.setup, game.view
    name = _name_file(game)
    if name:
        title = tr("Window", "{file}[*] – {game} {size} – Pentahex")  # noqa: RUF001
    elif has_known_players(view):
        title = tr("Window", "{first} – {second}, {game} {size}[*] – Pentahex")  # noqa: RUF001
    else:
        title = tr("Window", "{game} {size}[*] – Pentahex")  # noqa: RUF001
    return title.format(
        first=player_title(view, Player.FIRST),
        second=player_title(view, Player.SECOND),
        file=name,
        game=game_title(setup.game),
        size=size_title(setup),
    )


def _name_file(game: OpenGame) -> str:
    """Return what a game is called by: its file, those that it joins, or its event."""
    if game.path is not None:
        return game.path.name
    if not game.joined_files:
        is_known = has_known_players(game.view)
        return "" if is_known else game.session.record.headers.event
    first, *others = game.joined_files
    if not others:
        return first.name
    text = tr("Window", "{file} and {count} more")
    return fill(text, file=first.name, count=len(others))
