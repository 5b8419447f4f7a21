"""Dialog that declares the result of a contest game."""

from __future__ import annotations

from PyQt5.QtWidgets import QWidget

from engine.core.types import Outcome, Player
from engine.records.model import reasons
from gui.contest.contest import Contest
from gui.contest.contest_game import ContestGame
from gui.contest.contest_labels import result_text
from gui.text.i18n import tr
from gui.text.labels import outcome_title, side_title
from gui.text.plain_text import PlainLabel
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.form import FormDialog

GOES_ON = "goes-on"


class ResultDialog(FormDialog):
    """Dialog with the winner and the reason.

    Args:
        game: The game.
        parent: The window it belongs to.
    """

    def __init__(self, game: ContestGame, parent: QWidget) -> None:
        super().__init__(
            "contest_result",
            tr("Contest", "Result of the game"),
            tr("Contest", "Declare"),
            parent,
        )
        self._game = game
        contest, session = game.contest, game.session
        self._results = ChoiceBox("contest_result_winner")
        for seat in Player:
            colour = session.position.colour_of(seat)
            self._results.addItem(_win_title(contest, seat, colour), colour)
        self._results.addItem(tr("Contest", "Draw"), None)
        self._reasons = ChoiceBox("contest_result_reason")
        for text, reason in (
            (tr("Contest", "The other side resigned"), reasons.RESIGNATION),
            (tr("Contest", "The other side ran out of time"), reasons.TIME),
            (tr("Contest", "Referee's decision"), reasons.FORFEIT),
        ):
            self._reasons.addItem(text, reason)
        if session.outcome is not None:
            self._results.addItem(tr("Contest", "The game goes on"), GOES_ON)
            self._results.setCurrentIndex(self._results.count() - 1)
        self._told = PlainLabel()
        self._told.setObjectName("contest_result_told")
        self.add_row(tr("Contest", "Result"), self._results)
        self.add_row(tr("Contest", "Reason"), self._reasons)
        self.add_row("", self._told)
        self._results.currentIndexChanged.connect(self._check)
        self._reasons.currentIndexChanged.connect(self._check)
        self._check()

    @property
    def outcome(self) -> Outcome | None:
        """The chosen outcome; ``None`` resumes the game."""
        winner = self._results.currentData()
        if winner == GOES_ON:
            return None
        if winner is None:
            return Outcome(None, reasons.AGREEMENT)
        return Outcome(Player(winner), self._reasons.currentData())

    def accept(self) -> None:
        """Declare the result."""
        super().accept()
        self._game.declare(self.outcome)

    def _check(self) -> None:
        outcome = self.outcome
        self._reasons.setEnabled(outcome is not None and outcome.winner is not None)
        if outcome is None:
            self._told.setText(tr("Contest", "The clocks stay stopped."))
        else:
            self._told.setText(result_text(self._game.contest, outcome))


def _win_title(contest: Contest, seat: Player, colour: Player) -> str:
    """Return the side that wins, and its team if it has a name."""
    team = contest.name_of(seat)
    if not team:
        return outcome_title(contest.setup, Outcome(colour, reasons.RESIGNATION))
    side = side_title(contest.setup.game, colour)
    return tr("Contest", "{side} wins: {team}").format(side=side, team=team)
