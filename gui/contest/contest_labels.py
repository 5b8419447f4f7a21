"""Sentences of the operator's mode, on the screen and in the log."""

from __future__ import annotations

from engine.core.types import Move, Outcome, Player
from engine.games import get_game
from engine.session import GameSession
from gui.contest.clock_text import left_text
from gui.contest.contest import Contest
from gui.text.i18n import join_list, tr
from gui.text.labels import (
    choice_title,
    game_title,
    outcome_reason,
    outcome_title,
    side_title,
    size_title,
)
from gui.text.strength_labels import engine_title


def move_text(contest: Contest, move: Move) -> str:
    """Return a move as it is shown and read aloud: ``J,10``, or a choice in words."""
    if move < contest.setup.cell_count:
        return contest.cell_text(move)
    if get_game(contest.setup.game).is_choice(contest.setup, move):
        is_first = move == contest.setup.cell_count
        return tr("Contest", "Take Black") if is_first else tr("Contest", "Add two")
    return tr("Contest", "Swap")


def clocks_text(contest: Contest, session: GameSession) -> str:
    """Return what both clocks show, for a line of the log."""
    return tr("Contest", "{first} {first_left}, {second} {second_left}").format(
        first=side_title(contest.setup.game, session.position.colour_of(Player.FIRST)),
        first_left=left_text(seconds_left(session, Player.FIRST)),
        second=side_title(
            contest.setup.game, session.position.colour_of(Player.SECOND)
        ),
        second_left=left_text(seconds_left(session, Player.SECOND)),
    )


def seconds_left(session: GameSession, seat: Player) -> float:
    """Return what a clock shows; below 0 where an overstepped flag only warns."""
    left = session.time.left(seat)
    return 0.0 if left is None else left.seconds


def result_text(contest: Contest, outcome: Outcome) -> str:
    """Return who won, and why."""
    return tr("Contest", "{result}. {reason}").format(
        result=outcome_title(contest.setup, outcome),
        reason=outcome_reason(contest.setup, outcome),
    )


def beginning_texts(contest: Contest) -> list[str]:
    """Return the lines that a log begins with."""
    setup = contest.setup
    engine = contest.our_engine
    who = tr("Contest", "a human") if engine is None else engine_title(engine, setup)
    names = {seat: contest.name_of(seat) or tr("Contest", "unnamed") for seat in Player}
    rules = join_list(choice_title(key, value) for key, value in setup.options)
    low, high = tr("Contest", "bottom"), tr("Contest", "top")
    return [
        tr("Contest", "Contest game: {game} {size}, {rules}").format(
            game=game_title(setup.game), size=size_title(setup), rules=rules
        ),
        tr("Contest", "{first_side}: {first}; {second_side}: {second}").format(
            first_side=side_title(setup.game, Player.FIRST),
            first=names[Player.FIRST],
            second_side=side_title(setup.game, Player.SECOND),
            second=names[Player.SECOND],
        ),
        tr("Contest", "We are {side}; {who} plays for us").format(
            side=side_title(setup.game, contest.our_seat), who=who
        ),
        join_list(
            part for part in (contest.event, contest.place, contest.date) if part
        ),
        tr("Contest", "{time} for each side; row 1 is at the {side}").format(
            time=left_text(contest.seconds),
            side=low if contest.resolve_row_direction else high,
        ),
    ]
