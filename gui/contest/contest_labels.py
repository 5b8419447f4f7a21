"""Texts of the operator's mode, on the screen and in the journal, and clock times."""

from __future__ import annotations

import re
from pathlib import Path

from engine.core.clocks.time_control import TimeControl
from engine.core.errors import TimeControlError
from engine.core.game import Position
from engine.core.types import Move, Outcome, Player
from engine.games import get_game
from engine.match.session.game_session import GameSession
from engine.records.model.positions import start_position
from engine.records.model.record import GameRecord
from gui.contest.contest import Contest
from gui.text.i18n import join_list, tr, translate_message
from gui.text.labels import (
    choice_title,
    game_title,
    outcome_reason,
    outcome_title,
    side_title,
    size_title,
)
from gui.text.strength_labels import engine_title
from gui.text.time_labels import time_left_text

MAX_SECONDS = 24 * 3600
"""Limit of a side's time: one day."""

MINUTE = 60

_CLOCK = re.compile(r"(?:(?:(?P<hours>\d{1,2}):)?(?P<minutes>\d{1,4}):)?(?P<last>\d+)")
_COLONS = str.maketrans("：．。，,.；;", "::::::::")  # noqa: RUF001


def move_text(contest: Contest, move: Move) -> str:
    """Return a move in contest notation, ``J,10``, or a choice in words."""
    setup = contest.setup
    special = get_game(setup.game).special_move(setup, move)
    if special is None:
        return contest.cell_text(move)
    if special.cell is not None:
        text = tr("Contest", "Offer {cell}")
        return text.format(cell=contest.cell_text(special.cell))
    return translate_message(special.title)


def colour_of_last(record: GameRecord, position: Position) -> Player:
    """Return the colour of the last move of a position of a game.

    It is that of the last stone, or, after a choice, that of who made it.
    """
    game, moves = get_game(record.setup.game), position.history
    if moves and game.is_choice(record.setup, moves[-1]):
        before = start_position(record)
        for move in moves[:-1]:
            before = before.play(move)
        return position.colour_of(before.seat_to_move)
    cell = position.last_cell
    stone = 0 if cell is None else position.stones[cell]
    return Player(stone) if stone else position.to_move.opponent


def clocks_text(contest: Contest, session: GameSession) -> str:
    """Return the times of both clocks for a line of the journal."""
    return tr("Contest", "{first} {first_left}, {second} {second_left}").format(
        first=side_title(contest.setup.game, session.position.colour_of(Player.FIRST)),
        first_left=time_left_text(seconds_left(session, Player.FIRST)),
        second=side_title(
            contest.setup.game, session.position.colour_of(Player.SECOND)
        ),
        second_left=time_left_text(seconds_left(session, Player.SECOND)),
    )


def seconds_left(session: GameSession, seat: Player) -> float:
    """Return the seconds left; negative where a fallen flag only warns."""
    left = session.time.left(seat)
    return 0.0 if left is None else left.seconds


def team_title(contest: Contest, seat: Player) -> str:
    """Return the name of the team in a seat, or whose team it is."""
    is_ours = seat is contest.our_seat
    unnamed = tr("Players", "Our team") if is_ours else tr("Players", "Their team")
    return contest.name_of(seat) or unnamed


def result_text(contest: Contest, outcome: Outcome) -> str:
    """Return the winner and the reason."""
    return tr("Contest", "{result}. {reason}").format(
        result=outcome_title(contest.setup, outcome),
        reason=outcome_reason(contest.setup, outcome),
    )


def beginning_texts(contest: Contest) -> list[str]:
    """Return the first lines of a journal."""
    setup = contest.setup
    engine = contest.our_engine
    who = tr("Contest", "a human") if engine is None else engine_title(engine, setup)
    names = {seat: contest.name_of(seat) or tr("Contest", "unnamed") for seat in Player}
    rules = join_list(
        choice_title(setup.game, key, value) for key, value in setup.options
    )
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
            time=time_left_text(contest.seconds),
            side=low if contest.resolve_row_direction else high,
        ),
    ]


def folder_text(folder: Path) -> str:
    """Return a line with a folder; below the home folder it begins with ``~``."""
    home = Path.home()
    shown = "~" / folder.relative_to(home) if home in folder.parents else folder
    return tr("Contest", "Folder: {folder}").format(folder=shown)


def clock_hint() -> str:
    """Return the forms of a time that ``read_clock`` accepts."""
    return tr("Contest", "Such as 4:30, or 15 and 15m for minutes.")


def read_clock(text: str) -> float | None:
    """Parse ``14:30``, ``1:02:03``, ``15`` (minutes) or ``1h30m`` into seconds.

    Full-width digits and colons are accepted. Return ``None`` for anything else and
    for times out of range.
    """
    seconds = _read_units(text)
    if seconds is None:
        seconds = _read_colons("".join(text.translate(_COLONS).split()))
    if seconds is None or not 0 < seconds <= MAX_SECONDS:
        return None
    return seconds


def _read_units(text: str) -> float | None:
    """Parse a time as the forms of other games and the commands take it."""
    try:
        control = TimeControl.parse(text)
    except TimeControlError:
        return None
    is_total = not (control.periods or control.increment_seconds)
    return control.main_seconds if is_total else None


def _read_colons(text: str) -> float | None:
    match = _CLOCK.fullmatch(text)
    if match is None:
        return None
    hours, minutes = (int(match[name] or 0) for name in ("hours", "minutes"))
    last = int(match["last"])
    if match["minutes"] is None:
        return float(last * MINUTE)
    if last >= MINUTE or (match["hours"] is not None and minutes >= MINUTE):
        return None
    return float((hours * MINUTE + minutes) * MINUTE + last)
