"""Status messages beside the navigation: next decision, or why the board is locked."""

from __future__ import annotations

from engine.core.types import Player
from engine.games import get_game
from engine.match.view import Activity, Lock, MatchView
from gui.game.player_labels import player_title
from gui.text.i18n import fill, tr
from gui.text.labels import (
    decision_message,
    side_title,
    special_move_message,
)


def status_message(view: MatchView) -> str:
    """Return a sentence about the decision to make or two engines that play.

    It is empty where the status bar says all that there is to say.
    """
    if view.is_watched:
        return lock_message(view) if view.outcome else _watching_sentence(view)
    if view.outcome is not None or view.is_paused:
        return ""
    position = view.position
    decision = decision_message(position)
    if decision and view.is_locked:
        return fill(
            tr("Notices", "{player} to decide."),
            player=player_title(view, position.seat_to_move),
        )
    return decision or special_move_news(view) or _settled_sentence(view)


def brief_status_message(view: MatchView) -> str:
    """Return ``status_message``, or nothing while two engines play.

    The sign of a locked board is enough then: who thinks is in the status bar, too.
    """
    is_told = view.is_watched and view.outcome is None
    return "" if is_told else status_message(view)


def special_move_news(view: MatchView) -> str:
    """Return the change that the last move, such as a swap, has made on the board.

    It is empty after a move to a cell, and in a game that does not go on.
    """
    changed = special_move_message(view.position)
    is_shown = view.outcome is None and not view.is_watched and not view.is_paused
    if not changed or not is_shown:
        return ""
    if len(view.persons) != 1 or view.players.is_contest:
        return changed
    side = side_title(view.setup.game, view.position.colour_of(view.persons[0]))
    own = tr("Notices", "You still play {side}.").format(side=side)
    return tr("Notices", "{news} {own_side}").format(news=changed, own_side=own)


def lock_message(view: MatchView) -> str:
    """Return the reason of the lock and how to remove it; empty without a lock."""
    if view.lock is None:
        return ""
    return {
        Lock.OVER: tr(
            "Notices", "The game is over. Take a move back or start a new game."
        ),
        Lock.FIXED: tr(
            "Notices",
            "This contest is left for later. Choose Contest game… to return to it.",
        ),
        Lock.WATCHED: tr(
            "Notices",
            "Two engines are playing, so the board is locked. Use the "
            "Engines menu to take a side.",
        ),
        Lock.PAUSED: tr("Notices", "The game is paused and the board is locked."),
        Lock.ENGINE_ASKED: tr(
            "Notices", "Engine to move. Esc stops it, Enter makes it move now."
        ),
        Lock.ENGINE_IDLE: tr("Notices", "Engine to move. Press Enter to start it."),
    }[view.lock]


def no_moves_message(view: MatchView) -> str:
    """Return the text in place of the moves, before the first one."""
    if view.is_locked:
        return tr("Moves", "No moves yet.")
    return tr("Moves", "No moves yet. Click the board to begin.")


def _watching_sentence(view: MatchView) -> str:
    position = view.position
    if view.activity is Activity.PAUSED:
        return tr("Notices", "The board is locked. Choose Start to resume the engines.")
    text = tr("Notices", "{player} is thinking for {side}. The board is locked.")
    return text.format(
        player=player_title(view, position.seat_to_move),
        side=side_title(position.setup.game, position.to_move),
    )


def _settled_sentence(view: MatchView) -> str:
    """Return the players' colours after an opening in which they were chosen."""
    position = view.position
    setup = position.setup
    if get_game(setup.game).new_position(setup).has_fixed_colours:
        return ""
    first, second = (side_title(position.setup.game, side) for side in Player)
    text = tr(
        "Notices", "The colours are decided. {first}: {black}. {second}: {white}."
    )
    return text.format(
        black=player_title(view, position.get_seat(Player.FIRST)),
        white=player_title(view, position.get_seat(Player.SECOND)),
        first=first,
        second=second,
    )
