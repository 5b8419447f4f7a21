"""Game information: names, event, place, date and result of a record."""

from __future__ import annotations

from collections.abc import Callable

from PyQt5.QtWidgets import QLineEdit, QWidget

from engine.core.errors import EngineError
from engine.core.formats.clean_text import clean_line
from engine.core.types import Outcome, Player
from engine.match.session.game_session import GameSession
from engine.records.model import reasons
from engine.records.model.positions import final_position
from engine.records.model.record import Headers
from gui.text.i18n import join_list, tr, translate_message
from gui.text.labels import (
    game_title,
    outcome_reason,
    outcome_title,
    rule_title,
    side_title,
    size_title,
)
from gui.text.plain_text import PlainLabel, set_tip
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.form import FormDialog, make_row

Apply = Callable[[Headers, Outcome | None], None]
"""Stores headers and result; raises ``EngineError``."""

WIDTH = 670
"""Width in pixels at 100 %, for long names; half a screen of 1366 at 200 %."""

LONGEST_LINE = 200
"""Letters of a name, an event or a place."""

UNFINISHED, DRAWN = "unfinished", "draw"
"""Entries of the list of results that name no winner."""


class GameInfoDialog(FormDialog):
    """Dialog that shows and edits the information about a game.

    A result by the rules is only shown. Any other can be set at the end of the game.

    Args:
        session: The game.
        apply: Stores what was edited; the dialog stays open if it raises.
        parent: The window it belongs to.
    """

    def __init__(
        self, session: GameSession, apply: Apply, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            "game_info",
            tr("GameInfo", "Game information"),
            tr("GameInfo", "OK"),
            parent,
        )
        self.setMinimumWidth(WIDTH)
        self._session = session
        self._apply = apply
        headers = session.record.headers
        self._first = _new_field("first", headers.first_name)
        self._second = _new_field("second", headers.second_name)
        self._event = _new_field("event", headers.event)
        self._place = _new_field("place", headers.place)
        self._date = _new_field("date", headers.date)
        self._date.setPlaceholderText(tr("Export", "YYYY-MM-DD hh:mm"))
        self._winners = ChoiceBox("game_info_result")
        self._reasons = ChoiceBox("game_info_reason")
        self._offer_results()
        self._first_choice = self._choice
        self._lay_out()

    @property
    def headers(self) -> Headers:
        """The headers as typed."""
        return Headers(
            first_name=_line_of(self._first),
            second_name=_line_of(self._second),
            event=_line_of(self._event),
            place=_line_of(self._place),
            date=_line_of(self._date),
        )

    @property
    def outcome(self) -> Outcome | None:
        """The chosen result, or that of the game now if no other one was chosen."""
        if self._is_by_rules or self._choice == self._first_choice:
            return self._session.record.outcome
        winner, reason = self._choice
        if isinstance(winner, str):
            return None if winner == UNFINISHED else Outcome(None, reasons.AGREEMENT)
        return Outcome(Player(winner), reason)

    def accept(self) -> None:
        """Store the information; stay open with one sentence if that fails."""
        try:
            self._apply(self.headers, self.outcome)
        except EngineError as error:
            self.set_problem(translate_message(error.message))
        else:
            super().accept()

    @property
    def _choice(self) -> tuple[Player | str, str]:
        """The entries chosen for winner and reason."""
        return self._winners.currentData(), self._reasons.currentData()

    @property
    def _is_by_rules(self) -> bool:
        """Whether the rules determine the result."""
        return final_position(self._session.record).outcome is not None

    def _lay_out(self) -> None:
        session, setup = self._session, self._session.setup
        rules = [rule_title(setup.game, key, value) for key, value in setup.options]
        board = join_list([game_title(setup.game), size_title(setup), *rules])
        label = PlainLabel(board)
        label.setWordWrap(True)
        self.add_row(tr("GameInfo", "Game"), label)
        for player, field in zip(Player, (self._first, self._second), strict=True):
            colour = session.position.colour_of(player)
            field.setPlaceholderText(tr("Export", "Player or team"))
            self.add_row(side_title(setup.game, colour), field)
        self.add_row(tr("Export", "Event"), self._event)
        self.add_row(tr("Export", "Place"), self._place)
        self.add_row(tr("Export", "Date"), self._date)
        outcome = session.record.outcome
        if outcome is not None and self._is_by_rules:
            texts = outcome_title(setup, outcome), outcome_reason(setup, outcome)
            result = PlainLabel("\n".join(text for text in texts if text))
            result.setObjectName("game_info_ruled")
            result.setWordWrap(True)
            self.add_row(tr("Export", "Result"), result)
        else:
            row = make_row(self._winners, self._reasons)
            self.add_row(tr("Export", "Result"), row)

    def _offer_results(self) -> None:
        setup, outcome = self._session.setup, self._session.record.outcome
        self._winners.addItem(tr("Export", "Not finished"), UNFINISHED)
        for player in Player:
            text = outcome_title(setup, Outcome(player, reasons.UNSTATED))
            self._winners.addItem(text, player)
        self._winners.addItem(
            outcome_title(setup, Outcome(None, reasons.AGREEMENT)), DRAWN
        )
        for text, reason in (
            (tr("GameInfo", "No reason given"), reasons.UNSTATED),
            (tr("GameInfo", "By resignation"), reasons.RESIGNATION),
            (tr("GameInfo", "On time"), reasons.TIME),
            (tr("GameInfo", "By forfeit"), reasons.FORFEIT),
        ):
            self._reasons.addItem(text, reason)
        if outcome is not None and outcome.winner is not None:
            self._winners.setCurrentIndex(1 + list(Player).index(outcome.winner))
            if self._reasons.findData(outcome.reason) < 0:
                self._reasons.addItem(outcome.reason, outcome.reason)
            self._reasons.setCurrentIndex(self._reasons.findData(outcome.reason))
        elif outcome is not None:
            self._winners.setCurrentIndex(self._winners.count() - 1)
        self._winners.currentIndexChanged.connect(self._check)
        self._check()

    def _check(self) -> None:
        """Offer a reason for a win; a result only at the end of the game."""
        is_at_end = self._session.is_at_game_end
        has_winner = self._winners.currentData() in tuple(Player)
        self._winners.setEnabled(is_at_end)
        self._reasons.setEnabled(is_at_end and has_winner)
        note = tr("GameInfo", "Go to the last move of the game to set its result.")
        for box in (self._winners, self._reasons):
            set_tip(box, "" if is_at_end else note)


def _new_field(name: str, text: str) -> QLineEdit:
    field = QLineEdit(text)
    field.setObjectName(f"game_info_{name}")
    field.setMaxLength(max(LONGEST_LINE, len(text)))
    field.setCursorPosition(0)
    return field


def _line_of(field: QLineEdit) -> str:
    return clean_line(field.text()).strip()
