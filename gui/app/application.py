"""Start-up of the window: log, display, theme, games; engines after the first paint."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn

from PyQt5.QtCore import QCoreApplication, Qt, QTimer
from PyQt5.QtGui import QGuiApplication
from PyQt5.QtWidgets import QApplication

from engine import __version__
from engine.core.files.atomic_file import remove_partial_files
from engine.core.files.paths import APPLICATION, state_folder
from engine.core.files.private_folder import remove_temporary_folders
from gui.app import single_instance, widget_geometry_log
from gui.app.appearance import Appearance, select_language
from gui.app.crash_handler import CrashHandler
from gui.app.end_signals import EndSignals
from gui.app.first_games import open_first_games, restore_contest
from gui.app.garbage import GarbageCollector
from gui.app.log_file import open_log
from gui.app.preset_check import PresetCheck
from gui.app.program import Program, connect_windows, make_program
from gui.app.qt_environment import add_plugin_path, override_scale, prepare_display
from gui.app.services import make_services
from gui.app.single_instance import InstanceReply, InstanceServer
from gui.files.file_dialogs import FileDialogs
from gui.game.annotation_reader import AnnotationReader
from gui.game.lazy_searcher import SearcherFactory
from gui.settings.settings import Settings
from gui.settings.table import SCALE
from gui.style.icons import application_icon
from gui.text import languages
from gui.text.i18n import join_list, join_sentences, tr, translate_message
from gui.window.main_window import MainWindow

log = logging.getLogger(__name__)

START_MS = 50
"""Delay of the engines after the first paint; loading them blocks the window."""


def main(names: list[str], *, is_new_window: bool = False) -> int:
    """Open the window, or send its files to the running instance.

    Args:
        names: Paths of records to open.
        is_new_window: Whether to open another window in any case.

    Returns:
        The exit status if no window was opened; otherwise the process ends.
    """
    started = time.monotonic()
    problem = prepare_display()
    if problem is not None:
        sys.stderr.write(f"{problem}\n")
        return 1
    log_path = open_log(state_folder())
    settings = Settings()
    app = get_application(scale=settings[SCALE])
    GarbageCollector(app).start()
    crash_handler = CrashHandler(state_folder())
    crash_handler.install()
    log.info("Pentahex %s starts", __version__)
    paths = [Path(name) for name in names]
    where = single_instance.make_address(state_folder())
    answer = InstanceReply.NO_REPLY
    if not is_new_window:
        answer = single_instance.send_to_running_instance(where, paths)
        if answer is InstanceReply.ACCEPTED:
            log.info("sent the files to the running window")
            return 0
    try:
        languages.apply(app, select_language(settings))
        program = new_program(paths, settings=settings, is_new_window=is_new_window)
    except Exception as error:  # the program's edge: shown in a dialog
        log.exception("the window could not be created")
        crash_handler.show_fatal(error)
        return 1
    program.window.painted.connect(lambda: remove_partial_files(state_folder()))
    program.window.painted.connect(
        lambda: log.info("painted after %.2f s", time.monotonic() - started)
    )
    program.window.show()
    problems = list_storage_problems(has_log=log_path is not None, settings=settings)
    if problems:
        program.window.show_note(join_sentences(problems))
    first = InstanceServer(where, app)
    if answer is InstanceReply.NO_INSTANCE:
        first.files_received.connect(program.window.open_from_elsewhere)
        program.window.painted.connect(
            lambda: QTimer.singleShot(START_MS, first.listen)
        )
    runs = [controller.runs.give_way for controller in program.run_controllers]
    end_on_signals(app, program.window, runs)
    status = app.exec_()
    first.close()
    program.shutdown()
    program.settings.save()
    log.info("ends with status %d", status)
    return exit_process(status)


def list_storage_problems(*, has_log: bool, settings: Settings) -> list[str]:
    """Return a sentence for each file that is damaged or cannot be written."""
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
    if settings.damaged:
        message = tr(
            "Window",
            "The settings {names} are damaged. Their default values are used.",
        )
        sentences.append(message.format(names=join_list(settings.damaged)))
    return sentences


def exit_process(status: int) -> NoReturn:
    """End the process at once, after everything was saved.

    A regular exit unloads Python's modules while threads may still compile or load
    kernels. These threads cannot be stopped, and the process sometimes crashes.
    """
    remove_temporary_folders()
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def get_application(*, scale: int | None = None) -> QApplication:
    """Return the application object; create it on the first call.

    Args:
        scale: Size of texts and buttons in percent; default: the system's.
    """
    app = QApplication.instance()
    return app if isinstance(app, QApplication) else _new_application(scale)


def _new_application(scale: int | None) -> QApplication:
    """Create an application object that paints sharply at every screen scale."""
    add_plugin_path()
    QCoreApplication.setAttribute(Qt.AA_EnableHighDpiScaling, scale is None)
    QCoreApplication.setAttribute(Qt.AA_UseHighDpiPixmaps)
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    with override_scale(scale):
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
    reader: AnnotationReader | None = None,
    dialogs: FileDialogs | None = None,
    is_new_window: bool = False,
) -> Program:
    """Create the window with the records in ``paths``, or with the unfinished games.

    Args:
        paths: Records to open.
        settings: Default: the user's settings.
        make_searcher: Factory of engines; default: the program's own.
        reader: Source of board annotations; default: the program's own.
        dialogs: File dialogs; default: the system's.
        is_new_window: Whether to leave unfinished games to other windows.
    """
    services = make_services(
        settings or Settings(),
        make_searcher=make_searcher,
        reader=reader,
        dialogs=dialogs,
        is_new_window=is_new_window,
    )
    Appearance(get_application(), services.settings)
    program = make_program(services)
    connect_windows(program)
    if not is_new_window:
        program.window.painted.connect(lambda: restore_contest(program))
    start = program.controller.start
    program.window.painted.connect(lambda: QTimer.singleShot(START_MS, start))
    program.window.painted.connect(program.sounds.start)
    program.window.painted.connect(check_presets(program.window).start)
    open_first_games(program, paths)
    return program


def check_presets(window: MainWindow) -> PresetCheck:
    """Return the check of the presets, which names damaged files in the status bar."""
    check = PresetCheck(get_application(), window)
    check.damage_found.connect(lambda error: window.show_note(translate_message(error)))
    return check


def end_on_signals(
    app: QApplication,
    window: MainWindow,
    give_way: Iterable[Callable[[], None]] = (),
) -> None:
    """Close all windows without a question on Ctrl+C and SIGTERM.

    QtNetwork is imported first: no part of Qt is imported after this call.

    Args:
        app: The application.
        window: The main window.
        give_way: Let the program end without a question about its runs.
    """
    from PyQt5 import QtNetwork  # noqa: F401, PLC0415 - costs ten milliseconds

    signals = EndSignals(app)
    for skip in (window.quit_question.skip, *give_way):
        signals.received.connect(skip)
    signals.received.connect(app.closeAllWindows)


def check_window() -> str:
    """Open the window off screen and return its size as text."""
    app = get_application()
    program = new_program([])
    program.window.show()
    app.processEvents()
    size = program.window.size()
    program.window.close()
    program.shutdown()
    return f"{size.width()}x{size.height()}"
