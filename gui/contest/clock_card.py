"""Card of one side of a contest game: stone, team and large clock."""

from __future__ import annotations

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QFrame, QGridLayout

from engine.core.types import Player
from gui.contest.big_text import BigText, Ink
from gui.contest.contest_game import ContestGame, ContestState
from gui.contest.contest_labels import seconds_left, team_title
from gui.contest.size_class import SizeClass
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

MARK_SIZE, SMALL_MARK_SIZE = 28, 20
"""Side of the stone beside the team in pixels at 100 %, and in the tight class."""


class ClockCard(QFrame):
    """Card with the clock of one participant.

    Args:
        game: The game.
        seat: The participant.
    """

    def __init__(self, game: ContestGame, seat: Player) -> None:
        super().__init__()
        name = seat.name.lower()
        self._game = game
        self._seat = seat
        self.setObjectName(f"contest_clock_{name}")
        self.setProperty("card", True)
        self._turn = TurnIndicator()
        self._mark = SideBadge(MARK_SIZE)
        self._team = BigText(f"contest_team_{name}", largest=22)
        self._role = PlainLabel()
        self._role.setObjectName(f"contest_role_{name}")
        self._role.setProperty("role", "muted")
        self._clock = BigText(f"contest_time_{name}", largest=CLOCK_SIZE)
        self._grid = QGridLayout(self)
        self._grid.setVerticalSpacing(SPACE_XS)
        self._grid.setRowStretch(1, 1)
        self.set_size_class(SizeClass.LARGE)
        self.refresh()

    def set_size_class(self, size_class: SizeClass) -> None:
        """Leave out the side's name in the tight class.

        The sign of the turn is beside the clock then, so that the team has its place.
        """
        is_tight = size_class is SizeClass.TIGHT
        self._role.setVisible(not is_tight)
        size = SMALL_MARK_SIZE if is_tight else MARK_SIZE
        self._mark.setMaximumSize(size, size)
        side, end = (SPACE_S, SPACE_XS) if is_tight else (SPACE_M, SPACE_S)
        self._grid.setContentsMargins(side, end, side, end)
        self._grid.setHorizontalSpacing(end)
        self._place_parts(sign_row=1 if is_tight else 0)

    def _place_parts(self, *, sign_row: int) -> None:
        """Place the sign of the turn beside the clock, or before the team."""
        grid, team_column = self._grid, 2 - sign_row
        for part in (self._turn, self._mark, self._team, self._clock, self._role):
            grid.removeWidget(part)
        grid.addWidget(self._turn, sign_row, 0, Qt.AlignCenter)
        grid.addWidget(self._mark, 0, team_column - 1, Qt.AlignCenter)
        grid.addWidget(self._team, 0, team_column)
        grid.addWidget(self._clock, 1, sign_row, 1, 3 - sign_row)
        grid.addWidget(self._role, 2, 0, 1, 3, Qt.AlignLeft)
        for column in range(3):
            grid.setColumnStretch(column, int(column == team_column))

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
