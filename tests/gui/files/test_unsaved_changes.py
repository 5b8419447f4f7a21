"""The question about a record with unsaved changes, and what happens without it."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication

from engine.core.types import Player
from engine.match.match_setup import MatchSetup
from engine.records import files
from gui.contest.contest import default_contest
from gui.files.earlier_games_dialog import Column
from tests.gui.driving import (
    click_cell,
    has_widget,
    key,
    moves,
    play_all,
    press,
    texts,
    wait_for_moves,
    widget,
)
from tests.gui.files.autosaved_games import PERSONS, answer, begin, close
from tests.gui.files.saved_records import save_record
from tests.gui.scripted_engines import ENGINE

QUESTION = "changes_question"


def comment_in(path):
    return files.load(path).nodes[2].comment


def begin_another(program):
    press(program.window, "button_new")
    press(program.window, "new_game_accept")


def quit_with_key(program):
    key(program.window, Qt.Key_Q, Qt.ControlModifier)


def test_saving_before_the_end_writes_the_changes(commented, path):
    quit_with_key(commented)
    assert commented.window.isVisible()
    assert widget(None, QUESTION).text() == "mygame.sgf has unsaved changes."

    answer(QUESTION, "Save")

    assert not commented.window.isVisible()
    assert comment_in(path) == "Good move"


def test_cancelling_keeps_the_window(commented, path):
    quit_with_key(commented)

    QTest.keyClick(widget(None, QUESTION), Qt.Key_Escape)

    assert commented.window.isVisible()
    assert comment_in(path) == ""
    quit_with_key(commented)
    assert has_widget(None, QUESTION)


def test_a_declined_change_stays_among_the_earlier_games(
    commented, start_program, path
):
    quit_with_key(commented)

    answer(QUESTION, "Don't save")

    assert not commented.window.isVisible()
    assert comment_in(path) == ""
    close(commented)
    again = start_program()
    assert moves(again) == []
    [copy] = again.autosave.list_earlier_games()
    assert comment_in(copy) == "Good move"


def test_a_new_game_asks_first(commented, path):
    begin_another(commented)

    assert moves(commented) == ["h8", "h9"]
    answer(QUESTION, "Save")
    assert moves(commented) == []
    assert comment_in(path) == "Good move"


def test_a_new_game_does_not_begin_if_it_is_cancelled(commented):
    begin_another(commented)

    answer(QUESTION, "Cancel")

    assert moves(commented) == ["h8", "h9"]
    assert commented.window.isWindowModified()


def test_another_record_asks_first(commented, tmp_path):
    other = save_record(tmp_path / "other.sgf", "gomoku", ["a1"])

    commented.window.file_controller.open(other)

    assert moves(commented) == ["h8", "h9"]
    answer(QUESTION, "Don't save")
    assert moves(commented) == ["a1"]


def test_the_record_itself_is_read_after_the_answer(commented, path):
    commented.window.file_controller.open(path)
    answer(QUESTION, "Save")

    assert commented.controller.session.record.nodes[2].comment == "Good move"
    assert not commented.window.isWindowModified()


def test_a_declined_record_is_read_from_its_file_again(commented, path, tmp_path):
    other = save_record(tmp_path / "other.sgf", "hex", ["a1"])

    commented.window.file_controller.open_all([path, other])
    answer(QUESTION, "Don't save")

    assert moves(commented) == ["h8", "h9"]
    assert commented.controller.session.record.nodes[2].comment == ""
    assert not commented.window.isWindowModified()


@pytest.mark.parametrize("beside", [[], ["other.sgf"]])
def test_a_declined_record_that_cannot_be_read_is_asked_for_again(
    commented, path, tmp_path, beside
):
    others = [save_record(tmp_path / name, "hex", ["a1"]) for name in beside]
    path.unlink()

    commented.window.file_controller.open_all([path, *others])
    answer(QUESTION, "Don't save")
    assert commented.window.isVisible()
    quit_with_key(commented)

    assert widget(None, QUESTION).text() == "mygame.sgf has unsaved changes."
    answer(QUESTION, "Cancel")


def test_another_kind_of_game_leaves_the_record_on_its_board(commented, tmp_path):
    other = save_record(tmp_path / "other.sgf", "hex", ["a1"])

    commented.window.file_controller.open(other)

    assert moves(commented) == ["a1"]
    assert not has_widget(None, QUESTION)


def test_the_end_asks_for_each_changed_record(commented, tmp_path, path):
    other = save_record(tmp_path / "other.sgf", "hex", ["a1", "b2"])
    commented.window.file_controller.open(other)
    commented.controller.store_comment(2, "Bridge")

    quit_with_key(commented)
    answer(QUESTION, "Save")
    answer(QUESTION, "Save")

    assert not commented.window.isVisible()
    assert (comment_in(path), comment_in(other)) == ("Good move", "Bridge")


def test_a_changed_main_line_is_confirmed_before_the_end(commented, path):
    controller = commented.controller
    controller.go_to(1)
    click_cell(commented, "a1")
    controller.make_main_line(controller.session.cursor)

    quit_with_key(commented)
    answer(QUESTION, "Save")

    assert commented.window.isVisible()
    assert "Overwrite mygame.sgf?" in texts(commented.window, "card_save_over")
    press(commented.window, "card_overwrite")
    assert not commented.window.isVisible()
    assert len(files.load(path).nodes) == 4


def test_a_file_that_cannot_be_written_keeps_the_window(commented, path):
    path.unlink()
    path.mkdir()
    quit_with_key(commented)

    answer(QUESTION, "Save")

    assert commented.window.isVisible()
    assert texts(commented.window, "card_message")[0] == "The game was not saved"


def test_a_game_without_a_file_ends_without_a_question(persons):
    play_all(persons, ["h8", "h9"])

    quit_with_key(persons)

    assert not persons.window.isVisible()
    assert not has_widget(None, QUESTION)


def test_a_signal_ends_the_program_without_a_question(commented, start_program):
    commented.window.quit_question.skip()

    commented.window.close()

    assert not commented.window.isVisible()
    close(commented)
    again = start_program()
    assert moves(again) == ["h8", "h9"]
    assert again.window.isWindowModified()
    assert again.window.windowTitle().startswith("mygame.sgf")


def test_the_end_of_the_session_asks_nothing(commented, monkeypatch):
    monkeypatch.setattr(QApplication, "isSavingSession", lambda _app: True)

    commented.window.close()

    assert not commented.window.isVisible()


def test_a_finished_record_comes_back_after_the_end_of_the_session(
    start_program, tmp_path
):
    path = tmp_path / "over.sgf"
    text = "(;GM[4]FF[4]SZ[15]RE[B+Resign];B[hh];W[hg])"
    path.write_text(text, encoding="utf-8")
    program = start_program(path)
    program.controller.store_comment(2, "Good move")
    program.window.quit_question.skip()
    close(program)

    again = start_program()

    assert again.controller.session.record.nodes[2].comment == "Good move"
    assert again.controller.session.outcome is not None
    assert not again.controller.view.players.engines
    quit_with_key(again)
    answer(QUESTION, "Save")
    assert comment_in(path) == "Good move"


def test_a_restored_game_that_its_file_holds_asks_nothing(
    start_program, file_answers, tmp_path, qtbot
):
    program = start_program()
    begin(program, MatchSetup(setup=PERSONS.setup, second=ENGINE))
    click_cell(program, "a1")
    wait_for_moves(qtbot, program, 2)
    file_answers.target = tmp_path / "mine.sgf"
    program.window.file_controller.save()
    close(program)

    again = start_program()

    assert again.controller.view.players.player(Player.SECOND) == ENGINE
    assert not again.window.isWindowModified()
    quit_with_key(again)
    assert not has_widget(None, QUESTION)


def test_the_end_during_a_search_saves_the_game_with_the_last_move(
    start_program, engines, path, qtbot
):
    program = start_program(path)
    engines.delay = 60
    program.controller.set_player(Player.FIRST, ENGINE)
    program.controller.move_now()
    program.controller.store_comment(2, "Good move")
    qtbot.waitUntil(lambda: len(engines.searched) > 0)

    quit_with_key(program)
    answer(QUESTION, "Save")

    assert not program.window.isVisible()
    assert comment_in(path) == "Good move"


def test_the_earlier_games_name_the_file(commented, qtbot):
    begin_another(commented)
    answer(QUESTION, "Don't save")
    menu = commented.window.findChild(object, "menu_earlier")

    menu.aboutToShow.emit()

    def label():
        return menu.actions()[0].text()

    qtbot.waitUntil(lambda: "2 moves" in label())
    assert "· mygame.sgf ·" in label()
    menu.actions()[-1].trigger()
    table = widget(commented.window, "earlier_table")
    file = table.model().index(0, Column.FILE)
    qtbot.waitUntil(lambda: file.data() == "mygame.sgf")
    assert table.columnWidth(Column.FILE) >= table.sizeHintForColumn(Column.FILE)


def test_a_contest_asks_before_it_takes_the_board(commented, path):
    commented.contests.begin(default_contest("gomoku"))

    assert commented.contests.window is None
    answer(QUESTION, "Save")

    assert commented.contests.window.isVisible()
    assert comment_in(path) == "Good move"


@pytest.fixture
def saved_game(start_program, file_answers, tmp_path, qtbot):
    """Return a program with a game against an engine, which its file holds."""
    program = start_program()
    begin(program, MatchSetup(setup=PERSONS.setup, second=ENGINE))
    click_cell(program, "a1")
    wait_for_moves(qtbot, program, 2)
    program.autosave.save_now()
    file_answers.target = tmp_path / "mine.sgf"
    program.window.file_controller.save()
    return program


def test_an_earlier_game_that_its_file_holds_asks_nothing(saved_game, tmp_path):
    begin_another(saved_game)
    [earlier] = saved_game.autosave.list_earlier_games()

    saved_game.window.file_controller.open(earlier, is_autosaved=True)

    assert len(moves(saved_game)) == 2
    assert saved_game.controller.game.path == tmp_path / "mine.sgf"
    begin_another(saved_game)
    assert not has_widget(None, QUESTION)
    assert moves(saved_game) == []


def test_a_restored_game_asks_before_it_replaces_another_in_its_file(
    saved_game, start_program, tmp_path
):
    close(saved_game)
    path = save_record(tmp_path / "mine.sgf", "gomoku", ["h8", "h9"])
    again = start_program()
    again.controller.store_comment(2, "Good move")

    again.window.file_controller.save()

    assert "Overwrite mine.sgf?" in texts(again.window, "card_save_over")
    assert len(files.load(path).nodes) == 3
    assert comment_in(path) == ""


def test_a_rematch_is_one_of_the_game_it_was_asked_for(commented, tmp_path):
    commented.controller.rematch()
    other = save_record(tmp_path / "other.sgf", "hex", ["a1"])
    commented.window.file_controller.open(other)

    answer(QUESTION, "Don't save")

    assert commented.controller.session.setup.game == "gomoku"
    assert moves(commented) == []


def test_a_cancelled_end_asks_again_for_each_record(commented, tmp_path):
    other = save_record(tmp_path / "other.sgf", "hex", ["a1", "b2"])
    commented.window.file_controller.open(other)
    commented.controller.store_comment(2, "Bridge")
    quit_with_key(commented)
    first = widget(None, QUESTION).text()
    answer(QUESTION, "Don't save")
    answer(QUESTION, "Cancel")

    commented.window.close()

    assert widget(None, QUESTION).text() == first


def test_the_result_stays_if_the_question_before_a_rematch_is_cancelled(
    commented, qtbot
):
    commented.controller.resign(commented.controller.session.position.seat_to_move)
    qtbot.waitUntil(lambda: has_widget(commented.window, "card_result"))

    press(commented.window, "card_again")
    answer(QUESTION, "Cancel")

    qtbot.waitUntil(lambda: has_widget(commented.window, "card_result"))
