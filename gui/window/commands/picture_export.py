"""Saves a picture of the board, or its moves as an animation."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, pyqtSignal
from PyQt5.QtWidgets import QWidget

from engine.core.errors import EngineError
from engine.core.files.atomic_file import write_atomically
from engine.records.picture import find_form
from gui.actions.actions import Commands
from gui.files.file_controller import FileController
from gui.files.file_dialogs import FileDialogs
from gui.files.suggested_names import suggest_picture
from gui.game.game_controller import GameController
from gui.settings.folders import record_folder
from gui.settings.settings import Settings, board_options
from gui.style.theme import current_theme
from gui.text.i18n import tr

if TYPE_CHECKING:
    from gui.board.gif import Pixels
    from gui.board.picture import Film

log = logging.getLogger(__name__)

SIDE = 1000
"""Pixels of the longer side."""

SECONDS = 1.0
"""Time of a position in an animation."""


class PictureExport(QObject):
    """Handler of the action that saves a picture.

    PNG and SVG show the position on the board, GIF the moves up to it. A GIF is encoded
    in a thread, which asks the window's thread for each picture.

    Args:
        controller: The games.
        file_controller: Reports what was done.
        dialogs: File dialogs.
        settings: Display options and the folder of records.
        window: Parent of the dialog.
    """

    _picture_wanted = pyqtSignal(int)  # number of the picture
    _ended = pyqtSignal(object)  # sentence on what went wrong, or None

    def __init__(
        self,
        *,
        controller: GameController,
        file_controller: FileController,
        dialogs: FileDialogs,
        settings: Settings,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._controller = controller
        self._file_controller = file_controller
        self._dialogs = dialogs
        self._settings = settings
        self._window = window
        self._film: Film | None = None
        self._path = Path()
        self._pictures: SimpleQueue[Pixels] = SimpleQueue()
        self._picture_wanted.connect(self._on_picture_wanted)
        self._ended.connect(self._on_ended)

    def commands(self) -> Commands:
        """Return the command by its action name."""
        return {"save_picture": self._ask_and_save}

    def _ask_and_save(self) -> None:
        """Save a picture to a file that the user selects in a dialog, one at a time."""
        if self._film is not None:
            self._report(tr("Files", "Saving {name}…"))
            return
        folder = record_folder(self._settings)
        suggestion = suggest_picture(self._controller.game, folder)
        path = self._dialogs.ask_picture(self._window, suggestion)
        if path is not None:
            self._save(path)

    def _save(self, path: Path) -> None:
        from gui.board.picture import (  # noqa: PLC0415 - loads QtSvg
            Film,
            PictureStyle,
            draw_still,
            make_scenes,
        )

        session = self._controller.session
        form = find_form(path) or "png"
        line = session.record.path_to(session.cursor)
        first = 0 if form == "gif" else len(line) - 1
        options = board_options(self._settings)
        scenes = make_scenes(session.record, line, options, first=first)
        font = self._window.font()
        style = PictureStyle(theme=current_theme(), font=font, side=SIDE)
        self._path = path
        if form == "gif":
            self._film = Film(scenes, style)
            self._report(tr("Files", "Saving {name}…"))
            count = len(scenes)
            threading.Thread(
                target=lambda: self._write_film(path, count), name="film", daemon=True
            ).start()
        else:
            data = draw_still(scenes[-1], style, form)
            self._ended.emit(_write(path, data))

    def _write_film(self, path: Path, count: int) -> None:
        """Encode an animation and write it, in a thread of its own."""
        from gui.board.picture import encode_film  # noqa: PLC0415

        try:
            data = encode_film(self._fetch, count, seconds=SECONDS)
            problem = _write(path, data)
        except Exception as error:  # the edge of the thread
            log.exception("%s was not saved", path)
            problem = repr(error)
        self._ended.emit(problem)

    def _fetch(self, number: int) -> Pixels:
        self._picture_wanted.emit(number)
        return self._pictures.get()

    def _on_picture_wanted(self, number: int) -> None:
        if self._film is not None:
            self._pictures.put(self._film.paint(number))

    def _on_ended(self, problem: str | None) -> None:
        self._film = None
        if problem is None:
            log.info("saved %s", self._path)
            self._report(tr("Files", "Saved as {name}."))
        else:
            self._file_controller.message_raised.emit(
                lambda: tr("Files", "The picture was not saved"), [problem]
            )

    def _report(self, template: str) -> None:
        text = template.format(name=self._path.name)
        self._file_controller.status_reported.emit(text)


def _write(path: Path, data: bytes) -> str | None:
    """Write a file and return what went wrong, if anything did."""
    try:
        write_atomically(path, data)
    except EngineError as error:
        log.warning("%s was not saved: %s", path, error)
        return error.message
    return None
