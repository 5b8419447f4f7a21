"""Names of teams that are longer than the panel is wide."""

import pytest
from PyQt5.QtCore import QRect
from PyQt5.QtWidgets import QApplication, QDockWidget

from engine.core.clocks.time_control import TimeControl, TimeTerms
from engine.core.types import Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.players.player_config import parse_engine
from engine.players.strengths import NAMES
from gui.window.main_window import MainWindow
from tests.gui.driving import has_widget, widget

TEAM = "The computer game team of the University of Science and Technology"
RECORD = "(;GM[4]SZ[15]PB[{team}]PW[B]TM[600]OT[3x30 byo-yomi];B[hh])"


def panel_width(program):
    return widget(program.window, "panel_players").minimumSizeHint().width()


def test_a_long_name_takes_no_room_from_the_board(start_program, tmp_path):
    widths = []
    for team in ("A", TEAM):
        path = tmp_path / f"{len(team)}.sgf"
        path.write_text(RECORD.format(team=team), encoding="utf-8")
        widths.append(panel_width(start_program(path)))

    assert widths[0] == widths[1]


def test_the_whole_name_stands_in_the_tip(start_program, tmp_path):
    path = tmp_path / "long.sgf"
    path.write_text(RECORD.format(team=TEAM), encoding="utf-8")

    program = start_program(path)

    assert widget(program.window, "label_player_first").toolTip() == TEAM


@pytest.mark.parametrize("seconds", [0, 600], ids=["untimed", "timed"])
@pytest.mark.parametrize("game", GAMES)
def test_the_names_of_all_strengths_are_whole(program, game, seconds):
    clock = TimeTerms.for_both(TimeControl(main_seconds=seconds) if seconds else None)
    program.window.resize(1240, 700)
    setup = MatchSetup(setup=GAMES[game].setup(), time=clock)
    program.controller.put(program.factory.make_game(setup))
    label = widget(program.window, "label_player_second")

    for name in (*(f"strength:{one}" for one in NAMES), "mcts:10"):
        program.controller.set_player(Player.SECOND, parse_engine(name))
        QApplication.processEvents()

        needed = label.fontMetrics().horizontalAdvance(label.text())
        assert needed <= label.contentsRect().width()


VARIATIONS = "(;GM[4]SZ[15]PB[{team}]PW[B];B[hh];W[ii](;B[jj])(;B[gg]))"
"""A record with a choice of moves, which the list of moves offers in a line."""


class Screen:
    """Screen on which the panels of *Play* are above each other."""

    def __init__(self):
        self.geometry = self.availableGeometry = lambda: QRect(0, 0, 1366, 900)


@pytest.fixture
def screen(monkeypatch):
    monkeypatch.setattr(MainWindow, "screen", lambda _: Screen())


def open_record(start_program, tmp_path, team, form=RECORD):
    path = tmp_path / f"{len(team)}.sgf"
    path.write_text(form.format(team=team), encoding="utf-8")
    return start_program(path)


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize(
    "team", [TEAM, "北京理工大学计算机学院五子棋与海克斯棋联合代表队" * 2]
)
def test_a_long_name_is_whole_in_several_lines(start_program, tmp_path, qtbot, team):
    program = open_record(start_program, tmp_path, team)
    label = widget(program.window, "label_player_first")
    metrics = label.fontMetrics()

    def is_whole():
        width = label.contentsRect().width()
        lines = -(-metrics.horizontalAdvance(team) // width)
        return lines > 1 and label.height() >= lines * metrics.lineSpacing()

    qtbot.waitUntil(is_whole)


@pytest.mark.usefixtures("screen")
def test_a_short_name_gives_the_room_of_a_long_one_back(start_program, tmp_path, qtbot):
    program = open_record(start_program, tmp_path, TEAM)
    dock = program.window.findChild(QDockWidget, "dock_players")
    qtbot.waitUntil(lambda: dock.height() == dock.preferred_height())
    high = dock.height()

    setup = MatchSetup(setup=GAMES["hex"].setup())
    program.controller.put(program.factory.make_game(setup))

    qtbot.waitUntil(lambda: dock.height() == dock.preferred_height())
    assert dock.height() < high


@pytest.mark.usefixtures("screen")
def test_a_long_name_does_not_enlarge_the_window(start_program, tmp_path, qtbot):
    program = open_record(start_program, tmp_path, TEAM * 4)
    least = program.window.minimumSizeHint().height()
    label = widget(program.window, "label_player_first")

    qtbot.waitUntil(lambda: label.height() > label.fontMetrics().height())

    assert program.window.minimumSizeHint().height() == least


@pytest.mark.usefixtures("screen")
def test_variations_leave_the_list_of_moves_its_least_height(
    start_program, tmp_path, qtbot
):
    program = open_record(start_program, tmp_path, "A", VARIATIONS)
    panel = widget(program.window, "panel_moves")
    heights = []

    for node in (1, 3):
        program.controller.go_to(node)
        QApplication.processEvents()
        heights.append(panel.minimumSizeHint().height())

    assert has_widget(program.window, "variations")
    assert heights[0] == heights[1]
