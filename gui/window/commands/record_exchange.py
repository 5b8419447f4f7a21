"""Exchange of records and pictures with other programs: clipboard, drag and drop."""

from __future__ import annotations

from pathlib import Path

from PyQt5.QtCore import QEvent, QMimeData, QObject, Qt
from PyQt5.QtGui import QDropEvent
from PyQt5.QtWidgets import QApplication, QWidget

from engine.core.errors import RecordError
from engine.records import files, hexworld, move_list
from engine.records.sgf import codec as sgf
from gui.actions.actions import Commands
from gui.files.file_controller import FileController
from gui.game.game_controller import GameController
from gui.text.i18n import tr, translate_message
from gui.widgets.drop_overlay import DropOverlay


class RecordExchange(QObject):
    """Handlers of copy, paste and drop.

    A record is copied as SGF, as a list of moves, or as a HexWorld link.

    Args:
        controller: The games.
        file_controller: Opens records.
        board: The widget in a picture.
        window: The target of drops.
    """

    def __init__(
        self,
        *,
        controller: GameController,
        file_controller: FileController,
        board: QWidget,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._controller = controller
        self._file_controller = file_controller
        self._board = board
        self._overlay = DropOverlay(window)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def commands(self) -> Commands:
        """Return the commands of the clipboard, by action name."""
        return {
            "copy_record": self._copy_record,
            "copy_moves": self._copy_moves,
            "copy_link": self._copy_link,
            "copy_picture": self._copy_picture,
            "paste_record": self._paste,
        }

    def _copy_record(self) -> None:
        record = self._controller.session.record
        form = sgf.FORMAT
        if record.setup.game not in form.games:
            form = next(one for one in files.FORMATS if record.setup.game in one.games)
        QApplication.clipboard().setText(form.format(record))
        message = tr("Files", "Copied the record as {form}.")
        self._file_controller.status_reported.emit(message.format(form=form.title))

    def _copy_moves(self) -> None:
        position = self._controller.session.position
        text = move_list.format(position.setup, list(position.history))
        QApplication.clipboard().setText(text)
        self._file_controller.status_reported.emit(
            tr("Files", "Copied the moves up to here.")
        )

    def _copy_link(self) -> None:
        """Copy the HexWorld link of the line and the position on the board."""
        session = self._controller.session
        try:
            text = hexworld.format(session.record, at=session.cursor)
        except RecordError as error:
            self._file_controller.status_reported.emit(translate_message(error.message))
            return
        QApplication.clipboard().setText(text)
        self._file_controller.status_reported.emit(
            tr("Files", "Copied the HexWorld link.")
        )

    def _copy_picture(self) -> None:
        QApplication.clipboard().setPixmap(self._board.grab())
        self._file_controller.status_reported.emit(
            tr("Files", "Copied the picture of the board.")
        )

    def _paste(self) -> None:
        self._take(QApplication.clipboard().mimeData())

    def _take(self, data: QMimeData) -> None:
        """Open the files, otherwise the text."""
        paths = _list_files(data)
        if paths:
            self._file_controller.open_all(paths)
        else:
            self._file_controller.open_text(data.text())

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Accept files and texts that are dropped on the window."""
        if event.type() in (QEvent.DragLeave, QEvent.Drop):
            self._overlay.hide()
        if isinstance(event, QDropEvent) and event.type() in (
            QEvent.DragEnter,
            QEvent.Drop,
        ):
            data = event.mimeData()
            can_take = bool(_list_files(data)) or data.hasText()
            if not (can_take and event.possibleActions() & Qt.CopyAction):
                return False
            # After a move, which may be proposed, the source deletes its text or file.
            event.setDropAction(Qt.CopyAction)
            event.accept()
            if event.type() == QEvent.Drop:
                self._take(data)
            else:
                self._overlay.show_over()
            return True
        return False


def _list_files(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
