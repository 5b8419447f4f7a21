"""Mistakes of the reviewed line: found in the record, looked at one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.game import Position
from engine.core.types import Player
from engine.match.view import MatchView
from engine.records.model.record import GameRecord
from engine.review.game_review import (
    GameReview,
    MoveReview,
    Severity,
    review_line,
)
from engine.review.reviewed_line import ReviewedLine, is_compared
from gui.analysis.game_reviewer import GameReviewer
from gui.game.game_controller import GameController
from gui.settings.analysis_settings import BLUNDER, INACCURACY, MISTAKE
from gui.settings.settings import Settings, loss_thresholds

THRESHOLD_KEYS = {setting.key for setting in (INACCURACY, MISTAKE, BLUNDER)}


@dataclass(frozen=True, slots=True, kw_only=True)
class SideAccuracy:
    """Accuracy of a participant, with the moves behind it."""

    rate: float | None
    """Mean accuracy of the reviewed moves, from 0 to 100; ``None`` without any."""

    reviewed: int
    """Moves of the participant that are reviewed."""

    total: int
    """Moves of the participant that a review compares with the best ones."""


class Mistakes(QObject):
    """Mistakes of the reviewed line, and the one that is looked at.

    Args:
        controller: The games.
        reviewer: Chooses the line.
        settings: Losses from which a move is a mistake.
    """

    changed = pyqtSignal()  # see ``review`` and ``found``
    selected_changed = pyqtSignal()  # see ``selected``

    def __init__(
        self, controller: GameController, reviewer: GameReviewer, settings: Settings
    ) -> None:
        super().__init__()
        self._controller = controller
        self._reviewer = reviewer
        self._settings = settings
        self._record: GameRecord | None = None
        self._line: ReviewedLine | None = None
        self._known = self._review = GameReview(moves=())
        self._found: tuple[MoveReview, ...] = ()
        self._selected: MoveReview | None = None
        self._update()
        controller.match_changed.connect(self._on_match_changed)
        reviewer.changed.connect(self._update)
        settings.changed.connect(self._on_setting_changed)

    @property
    def review(self) -> GameReview:
        """The moves whose positions before and after are reviewed.

        Mistakes are found in all analyses, also in those of another kind or of less
        time.
        """
        return self._review

    @property
    def found(self) -> tuple[MoveReview, ...]:
        """The mistakes of all kinds, in order of play."""
        return self._found

    @property
    def selected(self) -> MoveReview | None:
        """The mistake whose position is on the board because it was chosen."""
        return self._selected

    @property
    def on_board(self) -> MoveReview | None:
        """The mistake whose position is on the board, also if it was not chosen."""
        cursor = self._controller.session.cursor
        return next((one for one in self._found if one.node == cursor), None)

    @property
    def accuracy(self) -> Mapping[Player, SideAccuracy]:
        """Accuracy of each participant."""
        compared = [
            before
            for before, after in pairwise(self._reviewer.line.positions)
            if is_compared(before, after)
        ]
        rates = self._review.accuracy
        return {
            seat: SideAccuracy(
                rate=rates.get(seat),
                reviewed=sum(move.seat is seat for move in self._review.moves),
                total=sum(position.seat_to_move is seat for position in compared),
            )
            for seat in Player
        }

    @property
    def final_position(self) -> Position:
        """The position at the end of the line, which decides the colours."""
        return self._reviewer.line.positions[-1]

    @property
    def next(self) -> MoveReview | None:
        """The first mistake after the position on the board."""
        ply = self._ply_on_board()
        return next((one for one in self._found if one.ply > ply), None)

    @property
    def previous(self) -> MoveReview | None:
        """The last mistake before the position on the board."""
        ply = self._ply_on_board()
        before = [one for one in self._found if one.ply < ply]
        return before[-1] if before else None

    def biggest(self, count: int) -> list[MoveReview]:
        """Return the mistakes with the greatest losses, in order of play."""
        least = loss_thresholds(self._settings).mistake
        return self._known.biggest_mistakes(least, count)

    def severity(self, mistake: MoveReview) -> Severity:
        """Return the kind of a mistake."""
        kind = loss_thresholds(self._settings).severity(mistake.loss)
        return Severity.INACCURACY if kind is None else kind

    def position_before(self, mistake: MoveReview) -> Position:
        """Return the position in which a mistake was made."""
        return self._reviewer.line.positions[mistake.ply - 1]

    def node_before(self, mistake: MoveReview) -> int:
        """Return the record's node of the position before a mistake."""
        return self._reviewer.line.nodes[mistake.ply - 1]

    def select(self, mistake: MoveReview | None) -> None:
        """Show the position after a mistake; ``None`` looks at none."""
        if mistake is not None:
            self._controller.go_to(mistake.node)
        self._set_selected(mistake)

    def _set_selected(self, mistake: MoveReview | None) -> None:
        if mistake != self._selected:
            self._selected = mistake
            self.selected_changed.emit()

    def _ply_on_board(self) -> int:
        """Return the number of moves that the board shares with the line."""
        session, line = self._controller.session, self._reviewer.line
        shared = set(line.nodes)
        path = session.record.path_to(session.cursor)
        return sum(node in shared for node in path) - 1

    def _on_match_changed(self, view: MatchView) -> None:
        if self._selected is not None and view.cursor != self._selected.node:
            self._set_selected(None)
        self._update()

    def _update(self) -> None:
        """Read the losses again if the record or the line has changed."""
        record, line = self._controller.session.record, self._reviewer.line
        if record is not self._record or line is not self._line:
            self._record, self._line = record, line
            known = review_line(record, line)
            if known != self._known:
                self._known, self._review = known, self._reviewed_part(known)
                self._find()
                return
        review = self._reviewed_part(self._known)
        if review != self._review:
            self._review = review
            self.changed.emit()

    def _reviewed_part(self, known: GameReview) -> GameReview:
        """Return the moves whose positions before and after are reviewed."""
        if not known.moves:
            return known
        nodes, reviewed = self._reviewer.line.nodes, self._reviewer.reviewed_nodes
        moves = (
            move
            for move in known.moves
            if reviewed.issuperset((nodes[move.ply - 1], move.node))
        )
        return GameReview(moves=tuple(moves))

    def _find(self) -> None:
        """Find the mistakes; one that is none any more is not looked at."""
        least = loss_thresholds(self._settings).least
        self._found = self._known.mistakes(least)
        if self._selected is not None:
            same = [one for one in self._found if one.node == self._selected.node]
            self._set_selected(same[0] if same else None)
        self.changed.emit()

    def _on_setting_changed(self, key: str) -> None:
        if key in THRESHOLD_KEYS:
            self._find()
