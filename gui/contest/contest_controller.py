"""Controller of contest games: start, restore, operator's window."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, QTimer, pyqtSignal
from PyQt5.QtWidgets import QWidget

from engine.core.errors import EngineError
from engine.core.types import Player
from engine.match.events import AnswerKnown, PauseRequested
from engine.match.session.game_session import GameSession
from engine.match.state import Answer
from engine.match.view import MatchView
from gui.contest.contest import Contest, default_contest
from gui.contest.contest_autosave import LOG, AutosavedContest, ContestAutosave
from gui.contest.contest_game import ContestGame
from gui.contest.contest_journal import ContestJournal
from gui.contest.contest_labels import folder_text, seconds_left
from gui.contest.record_file import SavedRecordFile, write_record
from gui.game.game_controller import GameController
from gui.game.game_factory import GameFactory
from gui.game.open_game import OpenGame
from gui.settings import damaged_files
from gui.settings.external_programs import ExternalPrograms
from gui.settings.folders import contest_folder
from gui.settings.settings import Settings, board_options
from gui.settings.table import CONTEST_FOLDER, LAST_CONTEST, LAST_GAME
from gui.text.i18n import tr, translate_message

if TYPE_CHECKING:
    from gui.contest.contest_window import ContestWindow

log = logging.getLogger(__name__)

CLOCK_MS = 5000
"""Interval of the autosave: the clock time that a crash can lose."""

LEAST_SECONDS = 0.1
"""Minimum time left of a restored clock, so that the flag falls visibly."""


class ContestController(QObject):
    """Controller of the one open contest game, with or without the operator's window.

    Args:
        controller: The games.
        factory: Factory of games.
        settings: The last contest, the record folder, the display options.
        autosave: Autosave of contests.
        programs: The external programs to choose from.
        lab_is_at_work: Returns whether runs of the Lab take processor time.
        ask_folder: Lets the user choose another folder for the records.
        window: The main window, which is hidden meanwhile.
    """

    message_raised = pyqtSignal(object, list)  # see ``CardHost.show_message``

    def __init__(
        self,
        *,
        controller: GameController,
        factory: GameFactory,
        settings: Settings,
        autosave: ContestAutosave,
        programs: ExternalPrograms,
        lab_is_at_work: Callable[[], bool],
        ask_folder: Callable[[QWidget, Path], Path | None],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._controller = controller
        self._factory = factory
        self._settings = settings
        self._autosave = autosave
        self._programs = programs
        self._lab_is_at_work = lab_is_at_work
        self._ask_folder = ask_folder
        self._main = window
        self._game: ContestGame | None = None
        self._replaced: OpenGame | None = None
        self._folder = Path()
        self._written: SavedRecordFile | None = None
        self._window: ContestWindow | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(CLOCK_MS)
        self._timer.timeout.connect(self._keep)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._keep)
        controller.match_changed.connect(self._on_match_changed)

    @property
    def window(self) -> ContestWindow | None:
        """The operator's window, while it is shown."""
        return self._window

    @property
    def game(self) -> ContestGame | None:
        """The open contest game."""
        return self._game

    @property
    def problem(self) -> str:
        """Why the contest cannot be saved, in one sentence; empty if it is saved."""
        reason = self._autosave.problem
        if not reason:
            return ""
        return tr("Contest", "This contest cannot be saved: {reason}.").format(
            reason=translate_message(reason)
        )

    def save_now(self) -> str:
        """Write the contest to disk and return ``problem``."""
        self._keep()
        return self.problem

    def show(self) -> None:
        """Show the open contest game, or the form of a new one."""
        if self._game is not None:
            self._return_to(self._game)
            return
        from gui.contest.contest_dialog import ContestDialog  # noqa: PLC0415

        game = self._controller.session.setup.game
        dialog = ContestDialog(
            game,
            self.last_contest,
            self._main,
            programs=self._programs,
            lab_is_at_work=self._lab_is_at_work,
            folder=contest_folder(self._settings),
            ask_folder=self._ask_folder,
        )
        dialog.accepted.connect(lambda: self._on_chosen(dialog.contest, dialog.folder))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def last_contest(self, game: str) -> Contest:
        """Return the setup of the last contest of ``game``."""
        text = self._settings[LAST_CONTEST[game]]
        if not text:
            return default_contest(game)
        try:
            return Contest.from_values(json.loads(text))
        except Exception as error:  # the edge to a file that may hold anything
            log.warning("could not read the last contest", exc_info=error)
            return default_contest(game)

    def begin(self, contest: Contest) -> None:
        """Begin a contest game; the operator starts the clocks."""
        self._controller.when_replaceable(
            contest.setup.game, partial(self._begin, contest)
        )

    def _begin(self, contest: Contest) -> None:
        text = json.dumps(contest.to_values(), ensure_ascii=False)
        self._settings[LAST_CONTEST[contest.setup.game]] = text
        self._settings[LAST_GAME] = contest.setup.game
        shown = self._factory.make_game(contest.new_game)
        shown.session.set_headers(contest.headers)
        shown.match.handle(PauseRequested())
        folder = self._autosave.new_folder()
        self._autosave.claim(folder)
        game = self._open(contest, shown, folder)
        game.begin()
        self._replaced = self._controller.find_open(contest.setup.game)
        self._controller.put(shown)
        self._operate()

    def restore(self) -> bool:
        """Restore the open contest game with its clocks stopped.

        Returns:
            Whether there was one.
        """
        kept = self._autosave.open_contest()
        if self._autosave.damage:
            self.message_raised.emit(damaged_files.heading, self._autosave.damage)
        if kept is None:
            return False
        try:
            choice = replace(kept.contest.new_game, time=kept.record.time)
            shown = self._factory.restore_game(kept.record, choice, None)
        except EngineError as error:
            log.warning("could not restore the contest: %s", error)
            return False
        self._set_clocks(shown.session, kept)
        if kept.answer is not None:
            shown.match.handle(AnswerKnown(Answer(move=kept.answer)))
        self._take_over_autosave(shown)
        self._written = kept.written
        game = self._open(
            kept.contest,
            shown,
            kept.folder,
            typed=kept.typed,
            was_started=any(left != kept.contest.seconds for left in kept.left),
        )
        game.journal.add(tr("Contest", "Program restarted; clocks stopped"))
        self._controller.put(shown)
        self._operate()
        return True

    def end(self) -> None:
        """Save the contest for the next start and release its lock."""
        self._timer.stop()
        self._soon.stop()
        self._keep()
        self._autosave.release()

    def _on_chosen(self, contest: Contest | None, folder: Path) -> None:
        if contest is not None:
            self._settings[CONTEST_FOLDER] = folder
            self.begin(contest)

    def _return_to(self, game: ContestGame) -> None:
        """Show the operator's window again, on a board that may leave its game."""
        if game.open_game in self._controller.games:
            self._operate()
        else:
            self._controller.when_replaceable(game.contest.setup.game, self._operate)

    def _open(
        self,
        contest: Contest,
        shown: OpenGame,
        folder: Path,
        *,
        typed: tuple[int, ...] = (),
        was_started: bool = False,
    ) -> ContestGame:
        self._folder = folder
        journal = ContestJournal(folder / LOG, parent=self)
        game = ContestGame(
            contest,
            shown,
            self._controller,
            journal,
            typed=typed,
            was_started=was_started,
            parent=self,
        )
        game.changed.connect(self._soon.start)
        self._game = game
        self._timer.start()
        return game

    def _operate(self) -> None:
        """Replace the main window by the operator's window."""
        from gui.contest.contest_window import ContestWindow  # noqa: PLC0415

        game = self._game
        if game is None or self._window is not None:
            return
        game.set_operated(True)
        if game.open_game not in self._controller.games:
            self._controller.put(game.open_game)
        elif not game.is_on_board:
            self._controller.switch_to(game.contest.setup.game)
        self._window = ContestWindow(
            game,
            options=board_options(self._settings),
            write_record=self._write_record,
            find_save_problem=lambda: self.problem,
        )
        self._window.left.connect(self._on_left)
        self._window.take_place_of(self._main)
        self._window.show()
        self._window.activateWindow()
        self._main.hide()
        self._keep()

    def _on_left(self) -> None:
        """Show the main window again; close a game that cannot go on.

        A game that has not begun leaves its board to the one before it.
        """
        window, self._window = self._window, None
        if window is not None:
            self._main.setWindowState(window.replaced_state)
            window.deleteLater()
        self._main.show()
        if self._game is not None:
            self._game.set_operated(False)
        self._keep()
        game = self._game
        if game is None or game.is_unfinished:
            return
        is_forgotten, replaced = game.is_on_board and not game.has_begun, self._replaced
        self._close()
        if is_forgotten:
            name = game.contest.setup.game
            before = replaced or self._factory.make_default_game(name)
            self._controller.put(before)

    def _close(self) -> None:
        """Close the contest; its game stays on the board."""
        self._soon.stop()
        game = self._game
        if game is not None:
            self._keep(is_open=False)
            self._autosave.release()
            game.end()
            game.deleteLater()
        self._game = self._written = self._replaced = None

    def _on_match_changed(self, view: MatchView) -> None:
        """Close the operator's window when another game takes the board.

        ``show`` shows the contest's game again.
        """
        game, window = self._game, self._window
        if not view.has_new_match:
            return
        if game is not None and window is not None and not game.is_on_board:
            game.journal.add(tr("Contest", "Another game replaced this one"))
            window.close()

    def _write_record(self) -> str:
        """Write the record under its contest name; return a sentence with its path."""
        game = self._game
        if game is None:
            return ""
        try:
            self._written = write_record(
                game.session.record,
                contest_folder(self._settings),
                rows_from_bottom=game.contest.resolve_row_direction,
                log_text=game.journal.text,
                before=self._written,
            )
        except EngineError as error:
            return tr("Contest", "The record was not saved: {reason}").format(
                reason=translate_message(error.message)
            )
        message = tr("Contest", "Record saved: {path}")
        if not self._written.is_contest_form:
            message = tr(
                "Contest", "The contest format has no swap; saved as SGF: {path}"
            )
        path = self._written.path
        game.journal.add(message.format(path=path))
        game.mark_saved()
        self._keep()
        notes = map(translate_message, self._written.notes)
        return "\n".join(
            [message.format(path=path.name), folder_text(path.parent), *notes]
        )

    def _keep(self, *, is_open: bool = True) -> None:
        """Write the contest, or retry a closed one that is still pending."""
        if self._game is None:
            self._autosave.retry()
            if not self._autosave.problem:
                self._timer.stop()
        else:
            self._keep_game(self._game, is_open=is_open)
        if self._window is not None:
            self._window.show_problems()

    def _keep_game(self, game: ContestGame, *, is_open: bool) -> None:
        game.journal.retry()
        session = game.session
        first, second = (seconds_left(session, seat) for seat in Player)
        self._autosave.write(
            AutosavedContest(
                folder=self._folder,
                contest=game.contest,
                record=session.record,
                left=(first, second),
                typed=game.typed,
                answer=game.answer,
                written=self._written,
                is_open=is_open,
            )
        )

    def _set_clocks(self, session: GameSession, kept: AutosavedContest) -> None:
        if session.outcome is None:
            for seat, seconds in zip(Player, kept.left, strict=True):
                session.set_time_left(seat, max(seconds, LEAST_SECONDS))

    def _take_over_autosave(self, game: OpenGame) -> None:
        """Reuse the autosave file of the same game instead of a second one."""
        mine = game.session.record
        for other in self._controller.games:
            record = other.session.record
            if (record.setup, record.headers) == (mine.setup, mine.headers):
                game.autosave_path = other.autosave_path
