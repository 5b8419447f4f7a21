"""The window as a whole, with scripted engines."""

import pytest
from PyQt5.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PyQt5.QtGui import QDropEvent
from PyQt5.QtWidgets import QMenu

from engine.core.types import Move, Player
from engine.games import GAMES
from engine.records import files
from engine.records.record import GameRecord
from gui.new_game import NewGame
from tests.gui.conftest import ENGINE
from tests.gui.driving import (
    click_cell,
    has_widget,
    key,
    moves,
    press,
    status,
    texts,
    widget,
)

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

WIN_IN_NINE = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"]


@pytest.fixture
def persons(program, settings):
    """Return the window with two persons at a Gomoku board."""
    settings.remember_new_game(NewGame(setup=GAMES["gomoku"].setup()))
    press(program.window, "card_play_gomoku")
    return program


@pytest.fixture
def watching(program):
    press(program.window, "card_watch")
    return program


def wait_for_moves(qtbot, program, count):
    qtbot.waitUntil(lambda: program.controller.session.ply == count)


def play_all(program, names):
    for name in names:
        click_cell(program, name)


def save_record(path, game, names):
    setup = GAMES[game].setup()
    record, node = GameRecord(setup=setup), 0
    for name in names:
        record, node = record.with_move(node, GAMES[game].parse_cell(setup, name))
    files.save(record, path)
    return path


# The first minute


def test_the_first_click_on_the_board_plays_and_the_engine_answers(program, qtbot):
    assert has_widget(program.window, "card_welcome")

    click_cell(program, "h1")

    wait_for_moves(qtbot, program, 2)
    assert moves(program)[0] == "h1"
    assert not has_widget(program.window, "card_welcome")


def test_play_hex_on_the_card_shows_the_hex_board(program):
    press(program.window, "card_play_hex")

    assert program.controller.session.setup.game == "hex"
    assert widget(program.window, "switch_hex").isChecked()


def test_watch_on_the_card_lets_two_engines_play(watching, qtbot):
    wait_for_moves(qtbot, watching, 2)

    assert has_widget(watching.window, "button_run")
    assert has_widget(watching.window, "button_step")


def test_escape_closes_the_card(program):
    key(program.window, Qt.Key_Escape)

    assert not has_widget(program.window, "card_welcome")


# Playing


def test_take_back_while_the_engine_thinks_takes_the_move_back(program, engines, qtbot):
    engines.delay = 60
    press(program.window, "card_play_gomoku")
    click_cell(program, "h8")
    qtbot.waitUntil(lambda: len(engines.searched) > 0)
    assert status(program) == "White to move. The engine is thinking…"

    press(program.window, "button_take_back")
    qtbot.wait(50)

    assert moves(program) == []
    assert status(program) == "Black to move. A move here starts a variation."


def test_redo_plays_again_what_was_taken_back(persons):
    play_all(persons, ["h8", "h9"])
    press(persons.window, "button_take_back")

    press(persons.window, "button_redo")

    assert moves(persons) == ["h8", "h9"]


def test_an_occupied_cell_is_one_sentence_in_the_status_bar(persons):
    play_all(persons, ["h8", "h8"])

    assert status(persons) == "h8 is already occupied."
    assert moves(persons) == ["h8"]


def test_the_status_bar_says_what_take_back_removes(persons):
    play_all(persons, ["h8", "h9"])

    assert widget(persons.window, "label_undo").text() == "Take back removes h9"


def test_each_game_keeps_its_board(persons):
    play_all(persons, ["h8", "h9"])

    press(persons.window, "switch_hex")
    assert moves(persons) == []
    press(persons.window, "switch_gomoku")

    assert moves(persons) == ["h8", "h9"]


def test_the_keys_walk_through_the_game(persons):
    window = persons.window
    play_all(persons, ["h8", "h9", "h10", "h11"])

    key(window, Qt.Key_Left)
    assert moves(persons) == ["h8", "h9", "h10"]
    key(window, Qt.Key_Home)
    assert moves(persons) == []
    key(window, Qt.Key_Right)
    assert moves(persons) == ["h8"]
    key(window, Qt.Key_End)
    assert len(moves(persons)) == 4
    key(window, Qt.Key_PageUp)
    assert moves(persons) == []
    key(window, Qt.Key_PageDown)
    assert len(moves(persons)) == 4
    assert widget(window, "label_counter").text() == "Move 4 / 4"


def test_a_move_at_an_earlier_position_becomes_a_variation(persons):
    play_all(persons, ["h8", "h9"])
    key(persons.window, Qt.Key_Left)

    click_cell(persons, "i9")

    assert has_widget(persons.window, "variations")
    key(persons.window, Qt.Key_Down)
    assert moves(persons) == ["h8", "h9"]


def test_a_click_in_the_move_list_goes_there(persons, qtbot):
    play_all(persons, ["h8", "h9", "h10"])
    view = widget(persons.window, "list_moves")
    cell = view.visualRect(view.model().index(0, 2)).center()

    qtbot.mouseClick(view.viewport(), Qt.LeftButton, pos=cell)

    assert moves(persons) == ["h8", "h9"]


def test_pause_and_step_lead_two_engines_move_by_move(watching, qtbot):
    wait_for_moves(qtbot, watching, 1)
    press(watching.window, "button_run")
    paused_at = watching.controller.session.ply
    assert status(watching).endswith("The engines are paused.")

    press(watching.window, "button_step")
    wait_for_moves(qtbot, watching, paused_at + 1)
    qtbot.wait(500)
    assert watching.controller.session.ply == paused_at + 1

    press(watching.window, "button_run")
    wait_for_moves(qtbot, watching, paused_at + 2)


def test_escape_stops_the_engine_and_enter_lets_it_move(program, engines, qtbot):
    engines.delay = 60
    press(program.window, "card_play_gomoku")
    click_cell(program, "h8")
    qtbot.waitUntil(lambda: len(engines.searched) > 0)

    key(program.window, Qt.Key_Escape)
    assert status(program) == "White to move. Press Enter to let the engine move."
    for searcher in engines.made:
        searcher.delay = 0
    key(program.window, Qt.Key_Return)

    wait_for_moves(qtbot, program, 2)


@pytest.fixture
def swapping(program):
    """Return the window with two persons at a Hex board with the swap rule."""
    setup = GAMES["hex"].setup(options={"swap": "on"})
    program.controller.put(program.maker.chosen(NewGame(setup=setup)))
    click_cell(program, "b5")
    return program


def test_the_second_player_swaps_by_the_button(swapping):
    press(swapping.window, "button_swap")

    assert moves(swapping) == ["b5", "swap-pieces"]
    assert not widget(swapping.window, "button_swap").isEnabled()


def test_the_second_player_swaps_by_a_click_on_the_stone(swapping):
    click_cell(swapping, "b5")

    assert moves(swapping) == ["b5", "swap-pieces"]


def test_without_the_rule_there_is_no_swap(persons):
    assert not has_widget(persons.window, "button_swap")


# The end of a game


def test_a_card_says_who_won_and_why(persons, qtbot):
    play_all(persons, WIN_IN_NINE)

    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))
    assert texts(persons.window, "card_result") == ["Black wins", "5 in a row."]
    assert status(persons) == "Black wins. 5 in a row."


def test_the_card_of_the_end_leaves_the_winning_line_visible(persons, qtbot):
    play_all(persons, WIN_IN_NINE)
    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))

    card = widget(persons.window, "card_result")
    board = widget(persons.window, "board")
    for cell in persons.controller.session.position.winning_cells:
        place = board.mapTo(card.parentWidget(), board.cell_center(cell))
        assert not card.geometry().contains(place)


def test_again_begins_the_same_game_anew(persons, qtbot):
    play_all(persons, WIN_IN_NINE)
    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))

    press(persons.window, "card_again")

    assert moves(persons) == []
    assert not has_widget(persons.window, "card_result")


def test_resigning_is_asked_for_and_ends_the_game(persons, qtbot):
    click_cell(persons, "h8")

    press(persons.window, "button_resign")
    assert persons.controller.session.outcome is None
    press(persons.window, "card_resign_confirm")

    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))
    assert status(persons) == "Black wins. White resigned."


def test_a_game_is_not_resigned_by_mistake(persons):
    click_cell(persons, "h8")
    press(persons.window, "button_resign")

    press(persons.window, "card_keep_playing")

    assert persons.controller.session.outcome is None
    click_cell(persons, "h9")
    assert moves(persons) == ["h8", "h9"]


def test_only_what_makes_sense_can_be_pressed(program, settings):
    window = program.window
    names = ("save", "export", "take_back", "redo", "resign")
    assert not any(widget(window, f"button_{name}").isEnabled() for name in names)

    settings.remember_new_game(NewGame(setup=GAMES["gomoku"].setup()))
    press(window, "card_play_gomoku")
    click_cell(program, "h8")

    enabled = [name for name in names if widget(window, f"button_{name}").isEnabled()]
    assert enabled == ["save", "export", "take_back", "resign"]


# Records


def test_a_file_that_cannot_be_read_leaves_the_game_as_it_is(
    persons, file_answers, tmp_path
):
    play_all(persons, ["h8", "h9"])
    file_answers.record = tmp_path / "broken.sgf"
    file_answers.record.write_text("nonsense", encoding="utf-8")

    press(persons.window, "button_open")

    assert moves(persons) == ["h8", "h9"]
    heading, sentence = texts(persons.window, "card_message")
    assert heading == "This file cannot be opened"
    assert sentence.startswith("broken.sgf: ")


def test_a_missing_file_is_one_sentence(persons, file_answers, tmp_path):
    file_answers.record = tmp_path / "nowhere.sgf"

    press(persons.window, "button_open")

    assert "nowhere.sgf" in texts(persons.window, "card_message")[1]


def test_opening_a_record_switches_the_game(persons, file_answers, tmp_path):
    path = tmp_path / "game.sgf"
    file_answers.record = save_record(path, "hex", ["a1", "b2", "c3"])

    press(persons.window, "button_open")

    assert persons.controller.session.setup.game == "hex"
    assert moves(persons) == ["a1", "b2", "c3"]
    assert status(persons) == "Opened game.sgf."


def test_a_records_remarks_are_shown(persons, file_answers, tmp_path):
    file_answers.record = tmp_path / "odd.sgf"
    text = "(;GM[4]FF[4]SZ[15];B[hh];W[zz])"
    file_answers.record.write_text(text, encoding="utf-8")

    press(persons.window, "button_open")

    heading = texts(persons.window, "card_message")[0]
    assert heading == "Opened odd.sgf with remarks"
    assert moves(persons) == ["h8"]


def test_files_can_be_dropped_on_the_window(persons, tmp_path):
    path = save_record(tmp_path / "game.sgf", "gomoku", ["h8"])
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    drop = QDropEvent(
        QPointF(QPoint(9, 9)), Qt.CopyAction, data, Qt.LeftButton, Qt.NoModifier
    )

    persons.window.dropEvent(drop)

    assert moves(persons) == ["h8"]


def test_records_of_the_command_line_are_opened(start_program, tmp_path):
    paths = [
        save_record(tmp_path / "one.sgf", "gomoku", ["h8"]),
        save_record(tmp_path / "two.sgf", "hex", ["f6"]),
    ]

    program = start_program(*paths)

    assert moves(program) == ["f6"]
    press(program.window, "switch_gomoku")
    assert moves(program) == ["h8"]


def test_saving_writes_the_game_and_names_the_window(persons, file_answers, tmp_path):
    play_all(persons, ["h8", "h9"])
    assert persons.window.isWindowModified()
    file_answers.target = tmp_path / "mine.sgf"

    press(persons.window, "button_save")

    record = files.load(file_answers.target)
    assert record.main_moves() == [Move(112), Move(97)]
    assert persons.window.windowTitle().startswith("mine.sgf")
    assert not persons.window.isWindowModified()
    assert status(persons) == "Saved as mine.sgf."


def test_saving_again_asks_nothing(persons, file_answers, tmp_path):
    click_cell(persons, "h8")
    file_answers.target = tmp_path / "mine.sgf"
    press(persons.window, "button_save")
    click_cell(persons, "h9")

    press(persons.window, "button_save")

    assert len(file_answers.suggestions) == 1
    assert len(files.load(file_answers.target).main_moves()) == 2


def test_a_full_disk_is_one_sentence_and_nothing_is_lost(
    persons, file_answers, tmp_path, monkeypatch
):
    def fail(*args, **kwargs):
        raise OSError(28, "No space left on device")

    click_cell(persons, "h8")
    file_answers.target = tmp_path / "mine.sgf"
    monkeypatch.setattr(files, "_write_new", fail)

    press(persons.window, "button_save")

    heading, sentence = texts(persons.window, "card_message")
    assert heading == "The game was not saved"
    assert "mine.sgf" in sentence
    assert moves(persons) == ["h8"]
    assert persons.window.isWindowModified()


def test_an_export_has_the_contest_name_and_header(persons, settings, tmp_path):
    play_all(persons, WIN_IN_NINE)
    settings.last_folder = tmp_path
    press(persons.window, "button_export")
    widget(persons.window, "export_first").setText("")

    for field, text in (
        ("first", "甲队"),
        ("second", "乙队"),
        ("event", "2026 CCGC"),
        ("place", "重庆"),
        ("date", "2026-07-29 14:00"),
    ):
        line = widget(persons.window, f"export_{field}")
        line.setText(text)
        line.textEdited.emit(text)
    press(persons.window, "export_accept")

    name = "C5-甲队 B vs 乙队 W-先手胜-2026.07.29 14：00 重庆-2026 CCGC.txt"
    record = files.load(tmp_path / name)
    assert record.main_moves() == persons.controller.session.record.main_moves()
    assert record.headers.player_name(Player.FIRST) == "甲队"
    assert settings.event == "2026 CCGC"


def test_an_export_that_fails_keeps_the_dialog_open(persons, settings, tmp_path):
    click_cell(persons, "h8")
    settings.last_folder = tmp_path
    press(persons.window, "button_export")
    tmp_path.chmod(0o500)
    name = widget(persons.window, "export_file")
    name.setText("no/such/folder.txt")
    name.textEdited.emit(name.text())

    press(persons.window, "export_accept")

    assert "could not be written" in widget(persons.window, "export_problem").text()
    assert has_widget(persons.window, "export")
    tmp_path.chmod(0o700)


def test_recent_files_and_earlier_games_are_in_the_menu(
    persons, file_answers, tmp_path, controls
):
    click_cell(persons, "h8")
    file_answers.target = tmp_path / "mine.sgf"
    press(persons.window, "button_save")
    click_cell(persons, "h9")
    press(persons.window, "button_new")
    press(persons.window, "new_game_accept")

    assert controls("Open &recent") == ["mine.sgf"]
    assert len(controls("Ear&lier games")) == 1
    controls("Open &recent", choose=True)
    assert moves(persons) == ["h8"]


@pytest.fixture
def controls(persons):
    """Return a function that lists a menu, and chooses its first entry if told to."""

    def look(title, *, choose=False):
        menus = persons.window.findChildren(QMenu)
        menu = next(menu for menu in menus if menu.title() == title)
        menu.aboutToShow.emit()
        if choose:
            menu.actions()[0].trigger()
        return [action.text() for action in menu.actions()]

    return look


# Looks


def test_the_theme_can_be_changed_while_playing(persons, settings):
    click_cell(persons, "h8")
    settings.theme = "dark"

    persons.window.commands.settings_changed.emit()

    assert moves(persons) == ["h8"]
    light = persons.window.grab().toImage().pixelColor(3, 3).lightness()
    assert light < 80


def test_coordinates_and_numbers_are_remembered(persons, settings):
    key(persons.window, Qt.Key_K)
    key(persons.window, Qt.Key_M)

    assert not settings.shows_coordinates
    assert settings.shows_numbers


def test_an_engine_can_be_given_a_side(persons, qtbot):
    click_cell(persons, "h8")

    persons.controller.set_player(Player.SECOND, ENGINE)

    wait_for_moves(qtbot, persons, 2)
    assert "uct-plain, level 1" in texts(persons.window, "panel_players")


def test_the_players_are_named_with_their_times(program):
    shown = texts(program.window, "panel_players")

    assert "Black" in shown
    assert "You" in shown
    assert shown.count("0:00") == 4
