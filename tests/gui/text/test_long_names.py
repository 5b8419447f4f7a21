"""Names of teams that are longer than the panel is wide."""

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
