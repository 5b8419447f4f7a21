"""Records and pictures on their way to and from other programs: clipboard, drops."""

from __future__ import annotations

from pathlib import Path

from PyQt5.QtCore import QEvent, QMimeData, QObject
from PyQt5.QtGui import QDropEvent
from PyQt5.QtWidgets import QApplication, QWidget

from engine.core.errors import RecordError
from engine.records import files, hexworld, move_list
from engine.records.sgf import codec as sgf
from gui.actions.actions import Actions
from gui.files.file_controller import RecordDesk
from gui.game.game_controller import GameController
from gui.text.i18n import tr, translate_message
from gui.widgets.drop_sign import DropOverlay


class RecordExchange(QObject):
    """Copies the game and its picture; opens what is pasted or dropped.

    A record is copied as SGF, which every program for these games reads, as the bare
    names of its moves, or as the address of the game on HexWorld.

    Args:
        actions: Copy and paste.
        controller: The games.
        desk: Opens records.
        board: What a picture shows.
        window: Where things are dropped.
    """

    def __init__(
        self,
        *,
        actions: Actions,
        controller: GameController,
        desk: RecordDesk,
        board: QWidget,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._controller = controller
        self._desk = desk
        self._board = board
        actions.copy_record.triggered.connect(self._copy_record)
        actions.copy_moves.triggered.connect(self._copy_moves)
        actions.copy_link.triggered.connect(self._copy_link)
        actions.copy_picture.triggered.connect(self._copy_picture)
        actions.paste_record.triggered.connect(self._paste)
        self._sign = DropOverlay(window)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def _copy_record(self) -> None:
        record = self._controller.session.record
        form = sgf.FORMAT
        if record.setup.game not in form.games:
            form = next(one for one in files.FORMATS if record.setup.game in one.games)
        QApplication.clipboard().setText(form.format(record))
        message = tr("Files", "Copied the record as {form}.")
        self._desk.told.emit(message.format(form=form.title))

    def _copy_moves(self) -> None:
        position = self._controller.session.position
        text = move_list.format(position.setup, list(position.history))
        QApplication.clipboard().setText(text)
        self._desk.told.emit(tr("Files", "Copied the moves up to here."))

    def _copy_link(self) -> None:
        """Copy the address of the line on the board, at the position on the board."""
        session = self._controller.session
        try:
            text = hexworld.format(session.record, at=session.cursor)
        except RecordError as error:
            self._desk.told.emit(translate_message(error.message))
            return
        QApplication.clipboard().setText(text)
        self._desk.told.emit(tr("Files", "Copied the HexWorld link."))

    def _copy_picture(self) -> None:
        QApplication.clipboard().setPixmap(self._board.grab())
        self._desk.told.emit(tr("Files", "Copied the picture of the board."))

    def _paste(self) -> None:
        self._take(QApplication.clipboard().mimeData())

    def _take(self, data: QMimeData) -> None:
        """Open files, or else a text."""
        paths = _files_in(data)
        if paths:
            self._desk.open_all(paths)
        else:
            self._desk.open_text(data.text())

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Welcome files and texts that are dropped on the window."""
        if event.type() in (QEvent.DragLeave, QEvent.Drop):
            self._sign.hide()
        if isinstance(event, QDropEvent) and event.type() in (
            QEvent.DragEnter,
            QEvent.Drop,
        ):
            data = event.mimeData()
            if not _files_in(data) and not data.hasText():
                return False
            event.acceptProposedAction()
            if event.type() == QEvent.Drop:
                self._take(data)
            else:
                self._sign.show_over()
            return True
        return False


def _files_in(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
