"""The harness itself, tried on a window of a few lines."""

import os
import struct
import sys
from pathlib import Path

import pytest

from tests.desktop.desktop import DesktopError, Rect

pytestmark = pytest.mark.desktop

PROGRAM = """
import os
import sys
from pathlib import Path

import PyQt5
from PyQt5.QtCore import QPoint, QTimer
from PyQt5.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QMainWindow
from PyQt5.QtWidgets import QMenu, QShortcut, QVBoxLayout, QWidget

log_file = Path(os.environ["XDG_STATE_HOME"]) / "pentahex" / "pentahex.log"
log_file.parent.mkdir(parents=True)


def log(text):
    with log_file.open("a", encoding="utf-8") as file:
        file.write(f"2026-01-01 12:00:00 DEBUG {text}\\n")


class Board(QLabel):
    def mousePressEvent(self, event):
        log(f"clicked {event.globalX()} {event.globalY()}")

    def contextMenuEvent(self, event):
        menu = QMenu(self)
        menu.addAction("One", lambda: log("chose one"))
        menu.addAction("Two", lambda: log("chose two"))
        menu.exec_(event.globalPos())


class Question(QDialog):
    def __init__(self, parent):
        super().__init__(parent)
        self.answer = QLineEdit(self)
        self.answer.returnPressed.connect(self.accept)
        QVBoxLayout(self).addWidget(self.answer)

    def accept(self):
        log(f"answered {self.answer.text()}")
        super().accept()


class Window(QMainWindow):
    def __init__(self):
        super().__init__()
        self.board = Board("盘 board")
        self.board.setObjectName("board")
        self.line = QLineEdit()
        self.line.textChanged.connect(lambda text: log(f"typed {text}"))
        middle = QWidget()
        layout = QVBoxLayout(middle)
        layout.addWidget(self.board)
        layout.addWidget(self.line)
        self.setCentralWidget(middle)
        QShortcut("Ctrl+T", self, lambda: log("took back"))
        QShortcut("Ctrl+G", self, self.grow_slowly)
        QShortcut("Ctrl+K", self, lambda: Question(self).exec_())
        QShortcut("Ctrl+Q", self, self.close)
        self.resize(800, 600)

    def log_geometry(self):
        corner = self.board.mapToGlobal(QPoint(0, 0))
        width, height = self.board.width(), self.board.height()
        log(f"geometry widget board {corner.x()} {corner.y()} {width} {height}")
        log(f"geometry cell h8 {corner.x() + 30} {corner.y() + 40}")
        log("geometry widgets settled")
        log("geometry cells settled")

    def grow_slowly(self):
        log("geometry widgets change")
        QTimer.singleShot(600, lambda: self.resize(900, 700))

    def resizeEvent(self, event):
        super().resizeEvent(event)
        QTimer.singleShot(0, self.log_geometry)


QApplication.addLibraryPath(str(Path(PyQt5.__file__).parent / "Qt5" / "plugins"))
application = QApplication(sys.argv)
window = Window()
window.show()
log(f"arguments {sys.argv[1:]} display {os.environ['DISPLAY']}")
print("printed", flush=True)
application.exec_()
"""


def own_children():
    """Return the process ids of this process's children."""
    pid = os.getpid()
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


@pytest.fixture
def desktop(start_desktop, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    desktop = start_desktop(
        command=[sys.executable, str(program)],
        arguments=["a 局.sgf"],
        pictures=tmp_path / "pictures",
    )
    desktop.wait_for_log("geometry cell", 20)
    return desktop


def test_a_click_lands_on_the_cell(desktop):
    x, y = desktop.cell_centre("h8")

    desktop.click_cell("h8")

    desktop.wait_for_log(rf"clicked {x} {y}$", 5)


def test_a_widget_is_found_where_it_is_now(desktop):
    first = desktop.widget_rect("board")

    desktop.click_widget("board")

    assert isinstance(first, Rect)
    assert first.width > 700
    x, y = first.centre
    desktop.wait_for_log(rf"clicked {x} {y}$", 5)


def test_a_click_waits_for_a_widget_that_moves(desktop):
    before = desktop.widget_rect("board")
    desktop.key("ctrl+g")
    desktop.wait_for_log("geometry widgets change", 5)

    desktop.click_widget("board")

    after = desktop.widget_rect("board")
    assert after.width == before.width + 100
    x, y = after.centre
    desktop.wait_for_log(rf"clicked {x} {y}$", 5)


def test_keys_reach_shortcuts_and_text_fields(desktop):
    desktop.key("ctrl+t")
    after = desktop.wait_for_log("took back", 5)

    desktop.type("h8 i9")

    desktop.wait_for_log("typed h8 i9$", 5, after=after)


def test_keys_go_to_the_dialog_on_top(desktop):
    desktop.key("ctrl+k")
    desktop.wait_until(lambda: len(desktop.windows()) > 1, 5, "the dialog opens")

    desktop.type("yes")
    desktop.key("Return")

    desktop.wait_for_log("answered yes$", 5)


def test_keys_choose_in_an_open_menu(desktop):
    desktop.click(*desktop.cell_centre("h8"), button=3)
    desktop.wait_until(lambda: len(desktop.windows()) > 1, 5, "the menu opens")

    desktop.key("Down")
    desktop.key("Down")
    desktop.key("Return")

    desktop.wait_for_log("chose two$", 5)


def test_a_screenshot_shows_the_whole_screen(desktop):
    picture = desktop.screenshot("window")

    header = picture.read_bytes()[:24]
    assert header[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", header[16:24]) == (1366, 768)


def test_arguments_reach_the_program(desktop):
    assert any("arguments ['a 局.sgf']" in line for line in desktop.log_lines())


def test_the_program_writes_below_its_folder_only(desktop, tmp_path):
    log = tmp_path / "desktop-1" / "state" / "pentahex" / "pentahex.log"

    assert log.exists()


def test_the_end_of_the_program_is_seen(desktop):
    desktop.key("ctrl+q")

    assert desktop.wait_for_exit(5) == 0


def test_waiting_fails_with_the_log_when_nothing_comes(desktop):
    with pytest.raises(DesktopError, match=r"(?s)Not within 0.2 s: a bird.*printed"):
        desktop.wait_until(lambda: False, 0.2, "a bird")


def test_waiting_fails_at_once_when_the_program_is_gone(desktop):
    desktop.key("ctrl+q")
    desktop.wait_for_exit(5)

    with pytest.raises(DesktopError, match="The program ended before: a bird"):
        desktop.wait_until(lambda: False, 60, "a bird")


def test_quit_leaves_no_process_behind(desktop):
    before = own_children()

    desktop.quit()

    assert len(before) == 2
    assert not own_children()


def test_an_unknown_cell_is_named(desktop):
    with pytest.raises(DesktopError, match="The log names no cell 'z99'"):
        desktop.cell_centre("z99")
