"""Card of one side of a contest game: stone, team and large clock."""

from __future__ import annotations

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from engine.core.types import Player
from gui.contest.big_text import BigText, Ink
from gui.contest.contest_game import ContestGame, ContestState
from gui.contest.contest_labels import seconds_left, team_title
from gui.contest.room import Room
from gui.game.clock_display import has_lost_on_time
from gui.style.theme import SPACE_M, SPACE_S, SPACE_XS
from gui.text.i18n import tr
from gui.text.labels import side_title
from gui.text.plain_text import PlainLabel
from gui.text.time_labels import time_left_text
from gui.widgets.side_badge import SideBadge
from gui.widgets.turn_indicator import TurnIndicator

SHORT_SECONDS = 60
"""Time left below which the clock has a warning colour."""

CLOCK_SIZE = 72
"""Height of the clock's font in pixels at 100 %."""


class ClockCard(QFrame):
    """Card with the clock of one participant.

    Args:
        game: The game.
        seat: The participant.
        parent: See ``QWidget``.
    """

    def __init__(
        self,
        game: ContestGame,
        seat: Player,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        name = seat.name.lower()
        self._game = game
        self._seat = seat
        self.setObjectName(f"contest_clock_{name}")
        self.setProperty("card", True)
        self._turn = TurnIndicator()
        self._mark = SideBadge(28)
        self._team = BigText(f"contest_team_{name}", largest=22)
        self._role = PlainLabel()
        self._role.setObjectName(f"contest_role_{name}")
        self._role.setProperty("role", "muted")
        self._clock = BigText(f"contest_time_{name}", largest=CLOCK_SIZE)
        top = QHBoxLayout()
        top.setSpacing(SPACE_S)
        top.addWidget(self._turn)
        top.addWidget(self._mark)
        top.addWidget(self._team, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        column.setSpacing(SPACE_XS)
        column.addLayout(top)
        column.addWidget(self._clock, 1)
        column.addWidget(self._role, 0, Qt.AlignLeft)
        self.refresh()

    def set_room(self, room: Room) -> None:
        """Leave out the side's name where there is little room."""
        self._role.setVisible(room is not Room.TIGHT)

    @property
    def clock_text(self) -> str:
        """The text of the clock."""
        return self._clock.text

    def refresh(self) -> None:
        """Show team, turn and clock as they are now."""
        game, seat = self._game, self._seat
        session = game.session
        colour = session.position.colour_of(seat)
        self._turn.show_seat(
            session, seat, flag_has_fallen=has_lost_on_time(session, seat)
        )
        self._mark.show_side(game.contest.setup.game, colour)
        is_ours = seat is game.contest.our_seat
        side = side_title(game.contest.setup.game, colour)
        self._team.set_text(team_title(game.contest, seat))
        ours = tr("Contest", "{side} · we").format(side=side)
        self._role.setText(ours if is_ours else side)
        self.refresh_clock()

    def refresh_clock(self) -> None:
        """Show the time left now."""
        game = self._game
        seconds = seconds_left(game.session, self._seat)
        is_running = (
            game.state is not ContestState.OVER
            and not game.is_paused
            and game.session.position.seat_to_move is self._seat
        )
        ink = Ink.TEXT if is_running else Ink.MUTED
        self._clock.set_ink(Ink.DANGER if seconds < SHORT_SECONDS else ink)
        self._clock.set_text(time_left_text(seconds))
