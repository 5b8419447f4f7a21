"""Controller of contest games: start, restore, operator's window."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, pyqtSignal
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
from gui.contest.contest_saver import ContestSaver
from gui.contest.record_file import SavedRecordFile
from gui.game.game_controller import GameController
from gui.game.game_factory import GameFactory
from gui.game.open_game import OpenGame
from gui.settings import damaged_files
from gui.settings.external_programs import ExternalPrograms
from gui.settings.folders import contest_folder
from gui.settings.settings import Settings, board_options
from gui.settings.table import CONTEST_FOLDER, LAST_CONTEST, LAST_GAME
from gui.text.i18n import tr

if TYPE_CHECKING:
    from gui.contest.contest_window import ContestWindow

log = logging.getLogger(__name__)

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
        self._window: ContestWindow | None = None
        self._saver = ContestSaver(autosave, settings, parent=self)
        self._saver.written.connect(self._show_problems)
        controller.match_changed.connect(self._on_match_changed)

    @property
    def window(self) -> ContestWindow | None:
        """The operator's window, while it is shown."""
        return self._window

    @property
    def game(self) -> ContestGame | None:
        """The open contest game."""
        return self._game

    def save_now(self) -> str:
        """Write the contest to disk; return why that failed, or an empty text."""
        self._saver.save()
        return self._saver.problem

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
        game = self._open(
            kept.contest,
            shown,
            kept.folder,
            written=kept.written,
            typed=kept.typed,
            was_started=any(left != kept.contest.seconds for left in kept.left),
        )
        game.journal.add(tr("Contest", "Program restarted; clocks stopped"))
        self._controller.put(shown)
        self._operate()
        return True

    def end(self) -> None:
        """Save the contest for the next start and release its lock."""
        self._saver.end()

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
        written: SavedRecordFile | None = None,
        typed: tuple[int, ...] = (),
        was_started: bool = False,
    ) -> ContestGame:
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
        self._game = game
        self._saver.follow(game, folder, written=written)
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
            write_record=self._saver.write_record,
            find_save_problem=lambda: self._saver.problem,
        )
        self._window.left.connect(self._on_left)
        self._window.take_place_of(self._main)
        self._window.show()
        self._window.activateWindow()
        self._main.hide()
        self._saver.save()

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
        self._saver.save()
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
        game = self._game
        if game is not None:
            self._saver.close()
            game.end()
            game.deleteLater()
        self._game = self._replaced = None

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

    def _show_problems(self) -> None:
        if self._window is not None:
            self._window.show_problems()

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
