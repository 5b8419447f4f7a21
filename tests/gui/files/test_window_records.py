"""Opening, saving and exporting in the window."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QLabel, QLineEdit, QMenu

from engine.core.files import atomic_file
from engine.core.types import Move, Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.records import files
from engine.records.model.record import GameRecord
from gui.settings.table import EVENT, RECORD_FOLDER
from tests.gui.driving import (
    WIN_IN_NINE,
    click_cell,
    has_widget,
    moves,
    play_all,
    press,
    status,
    texts,
    widget,
)
from tests.gui.files.autosaved_games import answer, close
from tests.gui.files.saved_records import save_record


def test_a_file_that_cannot_be_read_leaves_the_game_as_it_is(
    persons, file_answers, tmp_path
):
    play_all(persons, ["h8", "h9"])
    file_answers.record = tmp_path / "broken.sgf"
    file_answers.record.write_text("nonsense", encoding="utf-8")

    press(persons.window, "button_open")

    assert moves(persons) == ["h8", "h9"]
    heading, message = texts(persons.window, "card_message")
    assert heading == "This file cannot be opened"
    assert message.startswith("broken.sgf: ")


def test_a_missing_file_is_one_sentence(persons, file_answers, tmp_path):
    file_answers.record = tmp_path / "nowhere.sgf"

    press(persons.window, "button_open")

    assert "nowhere.sgf" in texts(persons.window, "card_message")[1]


def test_a_library_is_opened_at_its_start(persons, file_answers, tmp_path):
    path = tmp_path / "openings.LIB"
    file_answers.record = save_record(path, "gomoku", ["h8", "h9", "i9"], rule="renju")

    press(persons.window, "button_open")

    assert len(persons.controller.session.record.main_line()) == 3
    assert moves(persons) == []


def test_opening_a_record_switches_the_game(persons, file_answers, tmp_path):
    path = tmp_path / "game.sgf"
    file_answers.record = save_record(path, "hex", ["a1", "b2", "c3"])

    press(persons.window, "button_open")

    assert persons.controller.session.setup.game == "hex"
    assert moves(persons) == ["a1", "b2", "c3"]
    assert status(persons) == (
        "Opened game.sgf. Continue from here… in the Game menu plays on with an engine."
    )


def test_a_finished_record_is_only_opened(persons, file_answers, tmp_path):
    path = tmp_path / "game.sgf"
    file_answers.record = path
    path.write_text("(;GM[11]FF[4]SZ[11]RE[B+Resign];B[a1];W[b2])", encoding="utf-8")

    press(persons.window, "button_open")

    assert status(persons) == "Opened game.sgf."


def test_a_records_remarks_are_shown(persons, file_answers, tmp_path):
    file_answers.record = tmp_path / "odd.sgf"
    text = "(;GM[4]FF[4]SZ[15];B[hh];W[zz])"
    file_answers.record.write_text(text, encoding="utf-8")

    press(persons.window, "button_open")

    heading = texts(persons.window, "card_message")[0]
    assert heading == "Opened odd.sgf with warnings"
    assert moves(persons) == ["h8"]


def test_records_of_the_command_line_are_opened(start_program, tmp_path):
    paths = [
        save_record(tmp_path / "one.sgf", "gomoku", ["h8"]),
        save_record(tmp_path / "two.sgf", "hex", ["f6"]),
    ]

    program = start_program(*paths)

    assert moves(program) == ["h8"]
    press(program.window, "switch_hex")
    assert moves(program) == ["f6"]


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


def test_saving_again_asks_nothing(
    controller, begin_game, file_controller, file_answers, tmp_path
):
    begin_game(MatchSetup(setup=GAMES["gomoku"].setup()))
    controller.play(Move(112))
    file_answers.target = tmp_path / "mine.sgf"
    file_controller.save()
    controller.play(Move(97))

    file_controller.save()

    assert len(file_answers.suggestions) == 1
    assert len(files.load(file_answers.target).main_moves()) == 2


def test_a_full_disk_is_one_sentence_and_nothing_is_lost(
    persons, file_answers, tmp_path, monkeypatch
):
    def fail(*args, **kwargs):
        raise OSError(28, "No space left on device")

    click_cell(persons, "h8")
    file_answers.target = tmp_path / "mine.sgf"
    monkeypatch.setattr(atomic_file, "_write_new", fail)

    press(persons.window, "button_save")

    heading, message = texts(persons.window, "card_message")
    assert heading == "The game was not saved"
    assert "mine.sgf" in message
    assert moves(persons) == ["h8"]
    assert persons.window.isWindowModified()


def test_an_export_has_the_contest_name_and_header(persons, settings, tmp_path):
    play_all(persons, WIN_IN_NINE)
    settings[RECORD_FOLDER] = tmp_path
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
    assert settings[EVENT] == "2026 CCGC"


def test_an_export_that_fails_keeps_the_dialog_open(
    persons, settings, tmp_path, caplog
):
    click_cell(persons, "h8")
    settings[RECORD_FOLDER] = tmp_path
    press(persons.window, "button_export")
    tmp_path.chmod(0o500)
    name = widget(persons.window, "export_file")
    name.setText("no/such/folder.txt")
    name.textEdited.emit(name.text())

    press(persons.window, "export_accept")

    assert "could not be written" in widget(persons.window, "export_problem").text()
    assert has_widget(persons.window, "export")
    assert "folder.txt was not exported" in caplog.text
    tmp_path.chmod(0o700)


def test_an_export_that_failed_can_be_tried_again(persons, settings, tmp_path):
    click_cell(persons, "h8")
    settings[RECORD_FOLDER] = tmp_path
    press(persons.window, "button_export")
    name = widget(persons.window, "export_file")
    name.setText("stick/game.txt")
    name.textEdited.emit(name.text())
    press(persons.window, "export_accept")

    (tmp_path / "stick").mkdir()
    press(persons.window, "export_accept")

    assert (tmp_path / "stick" / "game.txt").exists()
    assert not has_widget(persons.window, "export")


@pytest.fixture
def swapped_game(persons, file_answers, tmp_path):
    """Open a game of Hex with a swap, which the CCGC form cannot store."""
    setup = GAMES["hex"].setup(options={"swap": "on"})
    record, node = GameRecord(setup=setup), 0
    for move in (GAMES["hex"].parse_cell(setup, "f6"), Move(setup.cell_count)):
        record, node = record.with_move(node, move)
    file_answers.record = tmp_path / "swapped.sgf"
    files.save(record, file_answers.record)
    press(persons.window, "button_open")
    return record


def test_an_export_begins_with_a_form_that_can_store_the_game(
    persons, settings, swapped_game, tmp_path
):
    folder = tmp_path / "exports"
    folder.mkdir()
    settings[RECORD_FOLDER] = folder

    press(persons.window, "button_export")
    press(persons.window, "export_accept")

    [exported] = folder.iterdir()
    assert exported.suffix == ".sgf"
    assert files.load(exported).main_moves() == swapped_game.main_moves()


@pytest.mark.usefixtures("swapped_game")
def test_a_form_that_cannot_store_the_game_says_so_at_once(persons):
    press(persons.window, "button_export")
    forms = widget(persons.window, "export_form")
    fitting = forms.currentIndex()

    forms.setCurrentIndex(forms.findText("CCGC", Qt.MatchStartsWith))

    assert "swap-pieces" in widget(persons.window, "export_problem").text()
    assert not widget(persons.window, "export_accept").isEnabled()
    forms.setCurrentIndex(fitting)
    assert widget(persons.window, "export_problem").text() == ""
    assert widget(persons.window, "export_accept").isEnabled()


def test_names_of_an_export_are_beside_the_final_colours(persons, settings, tmp_path):
    setup = GAMES["gomoku"].setup(options={"opening": "swap2"})
    persons.controller.put(persons.factory.make_game(MatchSetup(setup=setup)))
    play_all(persons, ["h8", "h9", "j10"])
    press(persons.window, "notice_swap")
    settings[RECORD_FOLDER] = folder = tmp_path / "exports"
    folder.mkdir()
    press(persons.window, "button_export")
    dialog = widget(persons.window, "export")

    for side, name in (("Black", "Wang"), ("White", "Li")):
        field_beside(dialog, side).setText(name)
    press(persons.window, "export_accept")

    [exported] = folder.iterdir()
    text = exported.read_text(encoding="gb18030")
    assert "[Wang B][Li W]" in text


def field_beside(dialog, text):
    """Return the line edit of a row of a form."""
    [label] = [one for one in dialog.findChildren(QLabel) if one.text() == text]
    middle = label.mapTo(dialog, label.rect().center()).y()
    return min(
        dialog.findChildren(QLineEdit),
        key=lambda field: abs(field.mapTo(dialog, field.rect().center()).y() - middle),
    )


def test_recent_files_and_earlier_games_are_in_the_menu(
    persons, file_answers, tmp_path, controls
):
    click_cell(persons, "h8")
    file_answers.target = tmp_path / "mine.sgf"
    press(persons.window, "button_save")
    click_cell(persons, "h9")
    press(persons.window, "button_new")
    press(persons.window, "new_game_accept")
    answer("changes_question", "Don't save")

    assert controls("Open &recent")[0] == "mine.sgf"
    game, *others = controls("Ear&lier games")
    assert game.endswith("unfinished · 2 moves")
    assert others == ["", "More…"]
    controls("Open &recent", choose=0)
    assert moves(persons) == ["h8"]


def test_the_list_of_recent_files_can_be_cleared(persons, tmp_path, controls):
    path = save_record(tmp_path / "game.sgf", "gomoku", ["h8"])
    persons.window.file_controller.open(path)
    assert controls("Open &recent") == ["game.sgf", "", "Clear this list"]

    controls("Open &recent", choose=-1)

    assert controls("Open &recent") == ["None yet"]
    assert path.exists()


def test_a_file_that_is_gone_is_not_offered(persons, tmp_path, controls):
    path = save_record(tmp_path / "game.sgf", "gomoku", ["h8"])
    persons.window.file_controller.open(path)

    path.unlink()

    assert controls("Open &recent") == ["None yet"]


@pytest.fixture
def controls(persons):
    """Return a function that lists a menu, and chooses an entry if told to."""

    def look(title, *, choose=None):
        menus = persons.window.findChildren(QMenu)
        menu = next(menu for menu in menus if menu.title() == title)
        menu.aboutToShow.emit()
        if choose is not None:
            menu.actions()[choose].trigger()
        return [action.text() for action in menu.actions()]

    return look


def test_a_file_with_moves_alone_belongs_to_the_game_on_the_screen(
    controller, file_controller, file_answers, tmp_path
):
    file_answers.record = tmp_path / "moves.txt"
    file_answers.record.write_text("h8 h9", encoding="utf-8")

    file_controller.ask_and_open()

    assert controller.session.position.history == (112, 97)


def test_a_piskvork_record_is_opened(
    controller, file_controller, file_answers, tmp_path
):
    file_answers.record = tmp_path / "game.psq"
    text = "Piskvorky 20x20, 11:11, 0\n10,10,0\n11,10,30\nA\nB\n-1\n"
    file_answers.record.write_text(text, encoding="utf-8")

    file_controller.ask_and_open()

    position = controller.session.position
    assert [position.cell_name(move) for move in position.history] == ["j11", "k11"]


def test_a_record_comes_back_with_its_changes(start_program, tmp_path):
    path = save_record(tmp_path / "mygame.sgf", "gomoku", ["h8", "h9"])
    first = start_program(path)
    first.controller.store_comment(2, "Good move")
    close(first)

    second = start_program()

    assert second.controller.session.record.nodes[2].comment == "Good move"
    assert status(second) == "Your game was restored with its unsaved changes."
