"""Names of teams that are longer than the panel is wide."""

import pytest
from PyQt5.QtWidgets import QApplication

from engine.core.clocks.time_control import TimeControl, TimeTerms
from engine.core.types import Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.players import PlayerConfig
from engine.strengths import NAMES
from tests.gui.driving import widget

TEAM = "The computer game team of the University of Science and Technology"
RECORD = "(;GM[4]SZ[15]PB[{team}]PW[B]TM[600]OT[3x30 byo-yomi];B[hh])"


def panel_width(program):
    program.window.resize(1240, 860)
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
    program.controller.put(program.factory.chosen(setup))
    label = widget(program.window, "label_player_second")

    for name in (*(f"strength:{one}" for one in NAMES), "mcts:10"):
        program.controller.set_player(Player.SECOND, PlayerConfig.parse(name))
        QApplication.processEvents()

        needed = label.fontMetrics().horizontalAdvance(label.text())
        assert needed <= label.contentsRect().width()
