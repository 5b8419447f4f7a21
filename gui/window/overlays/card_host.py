"""Host of the overlay cards: which card is over the board, and when it closes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PyQt5.QtCore import QEvent, QObject, QTimer, pyqtSignal

from engine.core.types import Player
from engine.match.engine_choice import default_engine, watched_match
from engine.match.notices import EngineReplaced, GameEnded, ProgramFailed
from engine.match.view import MatchView
from engine.players.player_config import PlayerConfig
from engine.players.strength_player import StrengthPlayer
from engine.review.game_review import MoveReview
from gui.analysis.mistakes import Mistakes
from gui.analysis.review_messages import mistake_message, mistake_title
from gui.files.file_controller import FileController
from gui.files.overwriting import Loss
from gui.game.game_controller import GameController
from gui.game.open_game import OpenGame
from gui.game.player_labels import played_by
from gui.settings.last_match import load_last_match
from gui.settings.settings import Settings
from gui.settings.table import LAST_STRENGTH
from gui.text.i18n import fill, tr, translate_message
from gui.text.labels import move_label, side_title
from gui.widgets.card import Card
from gui.window.overlays import cards
from gui.window.overlays.board_area import BoardArea

RESULT_DELAY_MS = 600
"""Delay of the result card, so that the last stone is seen first."""

SHOWN_MISTAKES = 3
"""Mistakes on the result card."""


class CardHost(QObject):
    """Controller of the overlay cards for events of the game.

    Args:
        area: Widget below the cards.
        controller: The games.
        file_controller: Opens and saves records.
        mistakes: The mistakes that a review has found.
        settings: Last choices.
    """

    review_requested = pyqtSignal()
    mistake_chosen = pyqtSignal(object)  # MoveReview

    def __init__(
        self,
        *,
        area: BoardArea,
        controller: GameController,
        file_controller: FileController,
        mistakes: Mistakes,
        settings: Settings,
    ) -> None:
        super().__init__(area)
        self._area = area
        self._controller = controller
        self._file_controller = file_controller
        self._mistakes = mistakes
        self._settings = settings
        self._show_again: Callable[[], None] | None = None
        self._ended_game: OpenGame | None = None
        self._result_timer = QTimer(self)
        self._result_timer.setSingleShot(True)
        self._result_timer.setInterval(RESULT_DELAY_MS)
        self._result_timer.timeout.connect(self._show_result)
        controller.match_changed.connect(self._on_match_changed)
        file_controller.message_raised.connect(self.show_message)
        file_controller.reading_took_long.connect(self._show_reading)
        file_controller.reading_ended.connect(self._on_reading_ended)
        file_controller.overwrite_questioned.connect(self.ask_to_overwrite)

    def _retranslate(self) -> None:
        """Show the card over the board again."""
        if self._area.card is not None and self._show_again is not None:
            self._show_again()

    def show_welcome(self) -> None:
        """Show the welcome card."""
        self._show_again = self.show_welcome
        view = self._controller.view
        self._area.show_card(
            cards.welcome_card(
                self._area,
                play=self._play,
                watch=self._watch,
                open_record=self._file_controller.ask_and_open,
                strength=StrengthPlayer(strength=self._settings[LAST_STRENGTH]),
                is_first_move_free=not view.position.history
                and not view.engine_is_to_move,
            )
        )

    def show_message(
        self, heading: Callable[[], str], sentences: Sequence[str]
    ) -> None:
        """Show a message that is too long for the status bar.

        Args:
            heading: Returns the heading in the language of the window.
            sentences: Messages of the engine.
        """
        self._show_again = partial(self.show_message, heading, sentences)
        card = cards.message_card(
            self._area,
            heading(),
            [translate_message(text) for text in sentences],
        )
        self._area.show_card(card)

    def ask_to_resign(self) -> None:
        """Ask for confirmation of a resignation."""
        view = self._controller.view
        if not view.can_resign:
            return
        self._show_again = self.ask_to_resign
        self._ask(cards.resign_card(self._area, view, resign=self._controller.resign))

    def ask_to_delete(self, node: int, delete: Callable[[], None]) -> None:
        """Ask before moves of the main line are deleted.

        Args:
            node: The node of the first of them.
            delete: Deletes them.
        """
        self._show_again = partial(self.ask_to_delete, node, delete)
        session = self._controller.session
        record = session.record
        move = record.nodes[node].move
        message = tr(
            "Cards",
            "{move} belongs to the main line. This deletes it, all "
            "moves after it and the result.",
        ).format(move="" if move is None else move_label(session.position, move))
        self._ask(cards.delete_card(self._area, message, delete=delete))

    def ask_to_overwrite(
        self,
        path: Path,
        loss: Loss,
        overwrite: Callable[[], None],
        save_as: Callable[[], None],
    ) -> None:
        """Ask before a file is replaced that holds something else.

        Args:
            path: The file.
            loss: What would be lost.
            overwrite: Replaces it.
            save_as: Asks for another file.
        """
        self._show_again = partial(
            self.ask_to_overwrite, path, loss, overwrite, save_as
        )
        self._ask(
            cards.overwrite_card(
                self._area,
                path.name,
                loss,
                save_as=save_as,
                overwrite=overwrite,
            )
        )

    def show_mistakes(self) -> None:
        """Show the result of the game that was played again, with its mistakes.

        Only at its end, and in the place of no other card.
        """
        card = self._area.card
        is_free = card is None or card.objectName() == "card_result"
        is_here = self._controller.game is self._ended_game
        if is_free and is_here and self._mistakes.biggest(SHOWN_MISTAKES):
            self._show_result()

    def _ask(self, card: Card) -> None:
        """Show a card with a question; Enter chooses the harmless answer."""
        self._area.show_card(card)
        card.focus_first_button()

    def close(self) -> bool:
        """Close the card and return whether there was one."""
        had_card = self._area.card is not None
        self._area.close_card()
        return had_card

    def _show_result(self) -> None:
        if self._controller.session.outcome is None:
            return
        self._show_again = self._show_result
        card = cards.result_card(
            self._area,
            self._controller.game,
            again=partial(self._go_on, self._controller.rematch),
            change_sides=partial(
                self._go_on, self._controller.rematch_with_sides_changed
            ),
            review=self.review_requested.emit,
            save=self._file_controller.save,
        )
        biggest = self._mistakes.biggest(SHOWN_MISTAKES)
        cards.add_mistakes(card, [self._describe(one) for one in biggest])
        position = self._controller.session.position
        self._area.show_card(card, beside=position.winning_cells)

    def _go_on(self, begin: Callable[[], None]) -> None:
        """Begin another game; while a question comes first, the result stays."""
        game = self._controller.game
        begin()
        if self._controller.game is game:
            self._result_timer.start()

    def _describe(self, mistake: MoveReview) -> tuple[str, str, Callable[[], None]]:
        """Return text and tip of a mistake, and what shows it."""
        before = self._mistakes.position_before(mistake)
        return (
            mistake_title(before, mistake),
            mistake_message(before, mistake),
            partial(self.mistake_chosen.emit, mistake),
        )

    def _play(self, game: str, engine: PlayerConfig) -> None:
        """Begin a game against an engine in which the person moves first."""
        if isinstance(engine, StrengthPlayer):
            self._settings[LAST_STRENGTH] = engine.strength
        last = load_last_match(self._settings, game)
        self._controller.begin(
            replace(last, first=None, second=engine, draws_colours=False)
        )

    def _watch(self, game: str) -> None:
        self._controller.begin(watched_match(game))

    def _show_reading(self, name: str) -> None:
        self._show_again = partial(self._show_reading, name)
        card = cards.reading_card(
            self._area, name, cancel=self._file_controller.cancel_reading
        )
        self._area.show_card(card)

    def _on_reading_ended(self) -> None:
        card = self._area.card
        if card is not None and card.objectName() == "card_reading":
            self._area.close_card()

    def _on_match_changed(self, view: MatchView) -> None:
        """Close a card about another position; messages stay during a match."""
        if view.has_new_position:
            self._result_timer.stop()
            card = self._area.card
            if card is not None and (view.has_new_match or not card.outlives_moves):
                self._area.close_card()
        for notice in view.notices:
            if isinstance(notice, GameEnded):
                self._ended_game = self._controller.game
                self._result_timer.start()
            elif isinstance(notice, EngineReplaced):
                self._show_replaced(notice.message, notice.seat)
            elif isinstance(notice, ProgramFailed):
                self._show_failed(notice)

    def _show_replaced(self, message: str, player: Player) -> None:
        view = self._controller.view
        colour = view.position.colour_of(player)
        who = fill(
            tr("Cards", "{engine} now plays {side}."),
            engine=played_by(view, player),
            side=side_title(view.setup.game, colour),
        )
        self.show_message(
            lambda: tr("Cards", "Another engine takes over"), [message, who]
        )

    def _show_failed(self, notice: ProgramFailed) -> None:
        self._show_again = partial(self._show_failed, notice)
        controller = self._controller
        engine = default_engine(controller.session.setup)
        card = cards.failed_program_card(
            self._area,
            played_by(controller.view, notice.seat),
            translate_message(notice.message),
            start_again=controller.move_now,
            replace=None
            if engine is None
            else partial(controller.set_player, notice.seat, engine),
        )
        self._area.show_card(card)

    def event(self, event: QEvent) -> bool:
        """Follow the language of the window."""
        if event.type() == QEvent.LanguageChange:
            self._retranslate()
        return super().event(event)
