"""Starts the window: log, screen, look, games; engines wait for the first paint."""

from __future__ import annotations

import logging
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from PyQt5.QtCore import QCoreApplication, Qt, QTimer
from PyQt5.QtGui import QGuiApplication
from PyQt5.QtWidgets import QApplication

from engine import __version__
from engine.core.atomic_file import remove_partial_files
from engine.core.paths import APPLICATION, state_folder
from engine.core.private_folder import remove_temporary_folders
from engine.players import damaged_presets
from gui.app import single_instance, widget_geometry_log
from gui.app.crash_handler import CrashGuard
from gui.app.display import prepare_display, scaled
from gui.app.end_signals import EndSignals
from gui.app.garbage import GarbageCollector
from gui.app.log_file import open_log
from gui.app.qt_plugins import find_qt_plugins
from gui.app.single_instance import Answer, FirstWindow
from gui.contest.contest_autosave import ContestKeeper
from gui.contest.contest_controller import ContestDesk
from gui.files.autosave import GameKeeper
from gui.files.file_dialogs import FileDialogs
from gui.game.annotation_reader import BoardReader
from gui.game.engine_thread import EngineThread
from gui.game.game_controller import GameController
from gui.game.hints import Hints
from gui.game.match import SearcherFactory
from gui.game.match_factory import TableMaker
from gui.game.sounds import Sounds
from gui.settings import damaged_files
from gui.settings.settings import Settings
from gui.style import theme
from gui.style.colour_blind import colour_blind_theme
from gui.style.icons import application_icon
from gui.style.theme import Theme
from gui.text import languages
from gui.text.i18n import tr, translate_message
from gui.text.languages import Language
from gui.window.main_window import MainWindow

log = logging.getLogger(__name__)

GAMES_FOLDER = "games"
"""Where unsaved games are kept, in the state folder."""

CONTESTS_FOLDER = "contests"
"""Where contest games and their logs are kept, in the state folder."""

START_MS = 50
"""The first picture settles before engines, whose loading stutters, begin to."""


@dataclass(frozen=True, slots=True)
class Program:
    """The parts that live as long as the window."""

    engine: EngineThread
    reader: BoardReader
    maker: TableMaker
    controller: GameController
    hints: Hints
    keeper: GameKeeper
    settings: Settings
    sounds: Sounds
    window: MainWindow
    contests: ContestDesk

    def shutdown(self) -> bool:
        """Keep the games, stop what thinks; say whether all threads have ended."""
        self.keeper.end()
        self.contests.end()
        self.controller.end()
        has_read = self.reader.shutdown()
        return self.engine.shutdown() and has_read


def main(names: list[str], *, is_new_window: bool = False) -> int:
    """Open the window, or hand its files to the one that is there.

    Args:
        names: Of records to open.
        is_new_window: Whether to open one more window in any case.

    Returns:
        The exit status, if no window was opened; else the process ends with it.
    """
    started = time.monotonic()
    lack = prepare_display()
    if lack is not None:
        sys.stderr.write(f"{lack}\n")
        return 1
    log_path = open_log(state_folder())
    settings = Settings()
    app = application(scale=settings.scale)
    GarbageCollector(app).start()
    guard = CrashGuard(state_folder())
    guard.install()
    log.info("Pentahex %s starts", __version__)
    paths = [Path(name) for name in names]
    where = single_instance.address(state_folder())
    answer = Answer.SILENCE
    if not is_new_window:
        answer = single_instance.hand_over(where, paths)
        if answer is Answer.TAKEN:
            log.info("another window has taken the files")
            return 0
    try:
        languages.apply(app, wanted_language(settings))
        program = new_program(paths, settings=settings, is_new_window=is_new_window)
    except Exception as error:  # the program's edge: told in a window
        log.exception("the window could not be made")
        guard.show_fatal(error)
        return 1
    program.window.painted.connect(lambda: remove_partial_files(state_folder()))
    program.window.painted.connect(
        lambda: log.info("painted after %.2f s", time.monotonic() - started)
    )
    program.window.show()
    problems = kept_nowhere(has_log=log_path is not None, settings=settings)
    if problems:
        program.window.show_note(" ".join(problems))
    first = FirstWindow(where, app)
    if answer is Answer.NOBODY:
        first.files_received.connect(program.window.open_from_elsewhere)
        program.window.painted.connect(
            lambda: QTimer.singleShot(START_MS, first.listen)
        )
    end_on_signals(app, program.window)
    status = app.exec_()
    first.close()
    program.shutdown()
    program.settings.save()
    log.info("ends with status %d", status)
    return leave(status)


def kept_nowhere(*, has_log: bool, settings: Settings) -> list[str]:
    """Return a sentence for each thing that the program cannot keep on this disk."""
    sentences = []
    if not has_log:
        sentences.append(
            tr("Window", "The log cannot be written. Pentahex continues without a log.")
        )
    if not settings.is_writable:
        sentences.append(
            tr(
                "Window",
                "The settings cannot be read or saved. Default settings are used.",
            )
        )
    return sentences


def leave(status: int) -> NoReturn:
    """End the process at once, when all is kept.

    Python would take down its modules first, under threads that may still compile or
    load kernels, which cannot be stopped: such an end is a crash at times.
    """
    remove_temporary_folders()
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def application(*, scale: int | None = None) -> QApplication:
    """Return the one application object, made on the first call.

    Args:
        scale: Size of texts and buttons in percent; the system's when left out.
    """
    app = QApplication.instance()
    return app if isinstance(app, QApplication) else _new_application(scale)


def _new_application(scale: int | None) -> QApplication:
    """Return an application object that is crisp at every scale of the screen."""
    find_qt_plugins()
    QCoreApplication.setAttribute(Qt.AA_EnableHighDpiScaling, scale is None)
    QCoreApplication.setAttribute(Qt.AA_UseHighDpiPixmaps)
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    with scaled(scale):
        app = QApplication([APPLICATION])
    app.setApplicationName("Pentahex")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName(APPLICATION)
    app.setWindowIcon(application_icon())
    widget_geometry_log.install(app)
    return app


def new_program(
    paths: list[Path],
    *,
    settings: Settings | None = None,
    make_searcher: SearcherFactory | None = None,
    reader: BoardReader | None = None,
    dialogs: FileDialogs | None = None,
    is_new_window: bool = False,
) -> Program:
    """Return the window with the records in ``paths``, or with the last games.

    Args:
        paths: Records to open.
        settings: The user's own when left out.
        make_searcher: Makes engines; the program's own when left out.
        reader: Reads boards; the program's own when left out.
        dialogs: Asks for files; the system's own when left out.
        is_new_window: Whether unfinished games are left to other windows.
    """
    settings = settings or Settings()
    engine = EngineThread()
    maker = TableMaker(settings, make_searcher=make_searcher)
    controller = GameController(engine, maker, settings.last_game)
    hints = Hints(engine, controller)
    reader = reader or BoardReader()
    folder = state_folder() / GAMES_FOLDER
    sounds = Sounds(controller, settings)
    keeper = GameKeeper(controller, folder, is_fresh=is_new_window)
    languages.apply(application(), wanted_language(settings))
    look = wanted_theme(settings)
    theme.apply(application(), look)
    window = MainWindow(
        controller=controller,
        hints=hints,
        reader=reader,
        maker=maker,
        keeper=keeper,
        settings=settings,
        sounds=sounds,
        dialogs=dialogs or FileDialogs(),
        theme=look,
    )
    contests = ContestDesk(
        controller=controller,
        maker=maker,
        settings=settings,
        keeper=ContestKeeper(state_folder() / CONTESTS_FOLDER),
        window=window,
        theme=look,
    )
    program = Program(
        engine=engine,
        reader=reader,
        maker=maker,
        controller=controller,
        hints=hints,
        keeper=keeper,
        settings=settings,
        sounds=sounds,
        window=window,
        contests=contests,
    )
    # behind the change of tables that drops games, which clears the status bar
    keeper.games_dropped.connect(window.show_note, Qt.QueuedConnection)  # type: ignore[call-arg]
    window.quit_question.add_saver(contests.keep_now)
    window.contest_requested.connect(contests.ask)
    contests.message_raised.connect(window.cards.show_message)
    if not is_new_window:
        window.painted.connect(lambda: restore_contest(program))
    window.settings_changed.connect(lambda: follow_settings(program))
    window.painted.connect(lambda: QTimer.singleShot(START_MS, controller.start))
    window.painted.connect(sounds.start)
    begin(program, paths)
    return program


def begin(program: Program, paths: list[Path]) -> None:
    """Open records and bring back unfinished games; without either, say welcome.

    The window does not wait for games on a slow disk: they appear later.
    """
    keeper, window = program.keeper, program.window
    counts: list[int] = []
    keeper.restored.connect(counts.append)
    keeper.restore(program.maker)
    if keeper.is_restoring:
        keeper.restored.connect(lambda count: show_restored(program, count))
    if paths:
        window.desk.open_all(paths)
    elif not any(counts):
        window.cards.show_welcome()
    if not keeper.is_restoring:
        show_restored(program, 0 if paths else sum(counts))
    for message in damaged_presets().values():
        window.show_note(translate_message(message))


def show_restored(program: Program, count: int) -> None:
    """Show that unfinished games came back, and which files are damaged."""
    keeper, window = program.keeper, program.window
    if count:
        window.show_note(tr("Window", "Your unfinished game was restored."))
    if keeper.damage:
        window.cards.show_message(damaged_files.heading, keeper.damage)


def restore_contest(program: Program) -> None:
    """Bring back an open contest after the unfinished games, from the same disk."""
    if program.keeper.is_restoring:
        program.keeper.restored.connect(program.contests.restore)
    else:
        program.contests.restore()


def follow_settings(program: Program) -> None:
    """Show the window as the settings say."""
    is_other = languages.apply(application(), wanted_language(program.settings))
    look = wanted_theme(program.settings)
    theme.apply(application(), look)
    program.window.set_theme(look)
    program.contests.set_theme(look)
    if is_other:
        program.window.retranslate()
        program.contests.retranslate()
    program.window.show_settings()


def wanted_theme(settings: Settings) -> Theme:
    """Return the theme that the user has chosen, in the chosen palette."""
    named = {"light": theme.LIGHT, "dark": theme.DARK}
    look = named.get(settings.theme) or theme.system_theme()
    return colour_blind_theme(look, settings.board.palette)


def wanted_language(settings: Settings) -> Language:
    """Return the language that the user has chosen."""
    choice = settings.language
    return languages.system_language() if choice == "system" else choice


def end_on_signals(app: QApplication, window: MainWindow) -> None:
    """Close all windows properly, and without a question, when a signal says so.

    The types of QtNetwork are made first: nothing of Qt is imported later than this.
    """
    from PyQt5 import QtNetwork  # noqa: F401, PLC0415 - costs ten milliseconds

    signals = EndSignals(app)
    signals.received.connect(window.quit_question.skip)
    signals.received.connect(app.closeAllWindows)


def try_window() -> str:
    """Open the window for a moment, without a screen, and say in short what is seen."""
    app = application()
    program = new_program([])
    program.window.show()
    app.processEvents()
    size = program.window.size()
    program.window.close()
    program.shutdown()
    return f"{size.width()}x{size.height()}"
