"""The editor of positions by clicks."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QAction

from engine.core.types import Move, Player
from engine.games import GAMES
from gui.board.board_options import DEFAULT_BOARD_OPTIONS
from gui.dialogs.position_editor.position_editor import PositionEditor
from tests.gui.driving import WIN_IN_NINE, has_widget, key, play_all, press, widget


@pytest.fixture
def edit(qtbot):
    """Return a function that shows the editor for moves on a board."""

    def show(game, height, width, names=()):
        setup = GAMES[game].setup(height=height, width=width)
        position = GAMES[game].new_position(setup)
        for name in names:
            position = position.play(GAMES[game].parse_cell(setup, name))
        editor = PositionEditor(position, DEFAULT_BOARD_OPTIONS)
        qtbot.addWidget(editor)
        with qtbot.waitActive(editor):
            editor.show()
        return editor

    return show


def click(editor, cell, button=Qt.LeftButton):
    board = widget(editor, "position_editor_board")
    if button == Qt.LeftButton:
        QTest.mouseClick(board, button, pos=board.cell_center(Move(cell)))
    else:
        board.menu_requested.emit(Move(cell), board.cell_center(Move(cell)))


def test_it_begins_with_the_stones_of_the_position(edit):
    editor = edit("hex", 5, 7, ["a1", "b2", "c3"])

    assert editor.record.start_stones.count(Player.FIRST) == 2
    assert editor.record.start_player is Player.SECOND
    assert widget(editor, "position_editor_count").text() == "Red 2 · Blue 1"


def test_clicks_place_and_remove_stones_of_the_chosen_side(edit):
    editor = edit("gomoku", 9, 12)

    press(editor, "position_editor_tool_second")
    click(editor, 3)
    click(editor, 4)
    click(editor, 4)
    click(editor, 3, Qt.RightButton)
    click(editor, 5)

    assert list(editor.record.start_stones).index(Player.SECOND) == 5
    assert editor.record.start_stones.count(0) == 9 * 12 - 1


def test_the_side_to_move_is_chosen(edit):
    editor = edit("gomoku", 9, 9, ["e5"])

    press(editor, "position_editor_side_first")

    assert editor.record.start_player is Player.FIRST


def test_keys_and_buttons_undo_and_redo(edit):
    editor = edit("gomoku", 9, 9)
    click(editor, 3)

    key(editor, Qt.Key_Z, Qt.ControlModifier)
    assert not editor.record.has_content
    press(editor, "position_editor_redo")
    assert editor.record.has_content
    press(editor, "position_editor_clear")
    press(editor, "position_editor_undo")

    assert editor.record.start_stones[3] == Player.FIRST


def test_the_board_is_turned_and_mirrored(edit):
    editor = edit("gomoku", 7, 7)
    click(editor, 0)

    press(editor, "position_editor_turn")
    assert editor.record.start_stones[6] == Player.FIRST
    press(editor, "position_editor_mirror")

    assert editor.record.start_stones[0] == Player.FIRST


def test_a_board_without_a_reflection_offers_none(edit):
    editor = edit("hex", 4, 9)

    assert widget(editor, "position_editor_turn").isEnabled()
    assert not widget(editor, "position_editor_mirror").isEnabled()


def test_a_finished_position_is_refused_with_the_reason(edit):
    editor = edit("gomoku", 9, 9, WIN_IN_NINE)

    problem = widget(editor, "position_editor_problem").text()
    assert problem == "The game is over here: Black wins."
    assert not widget(editor, "position_editor_analyse").isEnabled()
    assert not widget(editor, "position_editor_play").isEnabled()
    click(editor, 8 * 9)

    assert widget(editor, "position_editor_problem").text() == ""
    assert widget(editor, "position_editor_analyse").isEnabled()


def test_an_edited_position_is_a_record_of_its_own(persons):
    play_all(persons, ["h8", "h9"])
    old = persons.controller.session.record
    persons.window.findChild(QAction, "edit_position").trigger()
    editor = persons.window.findChild(PositionEditor)
    click(editor, 0)

    press(editor, "position_editor_analyse")

    session = persons.controller.session
    assert session.record.start_stones.count(0) == 15 * 15 - 3
    assert session.position.to_move is Player.SECOND
    assert persons.controller.game.is_modified
    assert old.start_stones == b""
    assert has_widget(persons.window, "panel_search")
    persons.autosave.save_now()
    assert persons.controller.game.autosaved_record is session.record


@pytest.mark.parametrize("was_on", [False, True])
def test_analyse_switches_the_analysis_on(persons, was_on):
    persons.analysis.set_on(was_on)
    persons.window.findChild(QAction, "edit_position").trigger()

    press(persons.window.findChild(PositionEditor), "position_editor_analyse")

    assert persons.analysis.is_on


def test_a_game_goes_on_from_an_edited_position(persons):
    persons.window.findChild(QAction, "edit_position").trigger()
    editor = persons.window.findChild(PositionEditor)
    click(editor, 112)
    press(editor, "position_editor_play")

    press(persons.window, "new_game_accept")

    session = persons.controller.session
    assert session.record.start_stones[112] == Player.FIRST
    assert session.position.to_move is Player.SECOND


def resize(editor, height, width):
    for name, side in (("height", height), ("width", width)):
        widget(editor, f"position_editor_{name}").setValue(side)


@pytest.mark.parametrize("game", ["gomoku", "hex"])
def test_the_size_is_that_of_the_position_within_the_limits_of_the_game(edit, game):
    editor = edit(game, 7, 9, ["a1"])
    fields = [widget(editor, f"position_editor_{n}") for n in ("height", "width")]

    assert [field.value() for field in fields] == [7, 9]
    limits = GAMES[game].smallest_side, GAMES[game].largest_side
    assert [(field.minimum(), field.maximum()) for field in fields] == [limits] * 2


@pytest.mark.parametrize("game", ["gomoku", "hex"])
def test_stones_keep_their_coordinates_when_the_size_changes(edit, game):
    editor = edit(game, 7, 9, ["a1", "c5"])

    resize(editor, 10, 8)

    record = editor.record
    names = {
        GAMES[game].cell_name(record.setup, Move(cell))
        for cell, stone in enumerate(record.start_stones)
        if stone
    }
    assert (record.setup.height, record.setup.width) == (10, 8)
    assert names == {"a1", "c5"}


def test_stones_outside_are_counted_and_return_with_the_size(edit):
    editor = edit("gomoku", 15, 15, ["a1", "o15", "h8"])

    resize(editor, 9, 9)
    outside = widget(editor, "position_editor_outside").text()
    count = widget(editor, "position_editor_count").text()
    resize(editor, 15, 15)

    assert outside.startswith("Stones outside the board: 1.")
    assert count == "Black 2 · White 0"
    assert not has_widget(editor, "position_editor_outside")
    assert editor.record.start_stones.count(0) == 15 * 15 - 3


def test_undo_returns_the_size_with_its_stones(edit):
    editor = edit("gomoku", 9, 9, ["i9"])
    resize(editor, 8, 8)

    key(editor, Qt.Key_Z, Qt.ControlModifier)

    assert widget(editor, "position_editor_height").value() == 9
    assert any(editor.record.start_stones)
    assert not has_widget(editor, "position_editor_outside")


def test_a_board_that_is_not_square_turns_the_swap_off(edit, qtbot):
    setup = GAMES["hex"].setup(height=5, options={"swap": "on"})
    editor = PositionEditor(GAMES["hex"].new_position(setup), DEFAULT_BOARD_OPTIONS)
    qtbot.addWidget(editor)
    editor.show()

    resize(editor, 5, 6)

    assert editor.record.setup.option("swap") == "off"
    notes = widget(editor, "position_editor_outside").text()
    assert notes == "The swap rule needs a square board."
