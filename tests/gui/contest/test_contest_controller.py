"""Contest games begin, are left, come back, and survive a crash."""

import errno

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QApplication

from engine.core.errors import RecordFileError
from engine.core.files import atomic_file
from engine.core.types import Outcome, Player
from engine.games import GAMES
from gui.contest.contest_game import ContestState
from gui.game.open_game import OpenGame
from gui.settings.table import LANGUAGE, LAST_CONTEST, RECORD_FOLDER, THEME
from gui.text import languages
from tests.gui.contest.conftest import crash
from tests.gui.driving import has_widget, press, texts, widget

CONTEST_LOST = Outcome(Player.SECOND, "resignation")


def no_room(path, data):
    raise RecordFileError("not written") from OSError(errno.ENOSPC, "no space")


def test_a_full_disk_is_told_to_the_operator_until_a_later_try_succeeds(
    operator, monkeypatch, qtbot
):
    operator.begin()
    with monkeypatch.context() as disk:
        disk.setattr(atomic_file, "write_atomically", no_room)
        operator.answered("J10")
        qtbot.waitUntil(lambda: "the disk is full" in operator.message)
        message, at_the_end = operator.message, operator.controller.save_now()

    problem = operator.controller.save_now()

    assert message == at_the_end == "This contest cannot be saved: the disk is full."
    assert "full" not in operator.message
    assert problem == ""


def test_the_operators_window_takes_the_place_of_the_main_window(start_with_program):
    operator, program = start_with_program()
    program.window.move(0, 0)
    operator.begin()

    assert operator.window.isVisible()
    assert not program.window.isVisible()
    assert operator.window.pos() == program.window.pos()


def test_the_main_window_is_maximized_again_though_it_was_forgotten(
    start_with_program,
):
    operator, program = start_with_program()
    program.window.setWindowState(Qt.WindowMaximized)
    operator.begin()
    assert operator.window.isMaximized()
    program.window.setWindowState(Qt.WindowNoState)  # as some window managers do

    operator.leave_by_key()

    assert program.window.isMaximized()


def test_the_operators_window_is_maximized_after_the_full_screen(start_with_program):
    operator, program = start_with_program()
    program.window.setWindowState(Qt.WindowMaximized)
    operator.begin()

    operator.key(Qt.Key_F11)
    assert operator.window.isFullScreen()
    operator.key(Qt.Key_F11)

    assert operator.window.windowState() == Qt.WindowMaximized


def test_the_operators_window_is_no_larger_than_the_screen(start_with_program):
    operator, program = start_with_program()
    room = program.window.screen().availableGeometry()
    program.window.setGeometry(room.adjusted(-50, 50, 100, 100))

    operator.begin()

    assert room.contains(operator.window.frameGeometry())


@pytest.mark.parametrize("game", list(GAMES))
def test_the_main_window_resigns_no_contest_game(start_with_program, game):
    operator, program = start_with_program()
    operator.begin(setup=GAMES[game].setup())
    operator.answered("F6")

    operator.leave_by_key()

    assert program.window.isVisible()
    assert not widget(program.window, "button_resign").isEnabled()
    program.window.cards.ask_to_resign()
    assert not has_widget(program.window, "card_resign")


def test_the_main_window_names_the_teams_not_the_engine(start_with_program, qtbot):
    operator, program = start_with_program()
    operator.begin()
    operator.answered("J10")

    operator.leave_by_key()

    qtbot.waitUntil(program.window.isVisible)
    names = [
        widget(program.window, f"label_player_{seat}").text()
        for seat in ("first", "second")
    ]
    assert names == ["乙队", "甲队"]
    assert program.window.windowTitle().startswith("乙队 – 甲队")  # noqa: RUF001


def test_the_main_window_calls_the_other_team_never_you(start_with_program, qtbot):
    operator, program = start_with_program()
    operator.begin(our_seat=Player.FIRST, our_name="", their_name="")
    operator.wait_for_answer()
    operator.key(Qt.Key_F5)
    operator.game.set_clocks(0.1, 600)
    operator.key(Qt.Key_F5)
    operator.wait_for(ContestState.OVER)

    operator.key(Qt.Key_F12)

    qtbot.waitUntil(lambda: has_widget(program.window, "card_result"))
    assert texts(program.window, "card_result") == [
        "White wins",
        "Black ran out of time.",
    ]
    assert widget(program.window, "label_player_second").text() == "Their team"
    languages.apply(QApplication.instance(), "zh_CN")
    assert widget(program.window, "label_player_second").text() == "对方"


def test_another_game_on_the_board_loses_no_contest(operator, factory):
    operator.begin()
    operator.answered("J10")

    other = factory.open_record(operator.game.session.record, None)
    assert isinstance(other, OpenGame)
    operator.games.put(other)

    assert operator.window is None
    assert any("Another game replaced this one" in line for line in operator.log)
    operator.come_back()
    operator.answered("K11")
    assert operator.moves == ["J,10", "A,15", "K,11", "B,15"]


def test_a_look_at_the_other_game_leaves_the_operators_mode(operator):
    operator.begin()
    operator.answered("J10")

    operator.games.switch_to("hex")

    assert operator.window is None
    assert operator.game.is_paused
    assert not operator.game.session.time.is_running
    operator.come_back()
    operator.answered("K11")
    assert operator.moves == ["J,10", "A,15", "K,11", "B,15"]


def test_a_second_window_does_not_take_the_contest_of_the_first(start_operator):
    first = start_operator()
    first.begin(our_engine=None)
    first.enter("J10")
    first.wait(50)

    second = start_operator()

    assert second.window is None
    assert first.game.journal.lines[-1].split("  ")[1].startswith("Move 1")


def test_a_crash_costs_no_move_and_no_answer(start_with_program):
    before, _ = start_with_program()
    before.begin()
    before.answered("J10")
    before.enter("K11")
    before.wait_for_answer()
    crash(before)

    operator, _ = start_with_program()

    assert operator.window.isVisible()
    assert operator.game.is_paused
    assert operator.moves == ["J,10", "A,15", "K,11"]
    assert operator.game.state is ContestState.PLACING
    assert operator.shown_move == "B,15"
    assert operator.log[-1] == "Program restarted; clocks stopped"
    operator.key(Qt.Key_F5)
    operator.enter()
    assert operator.moves == ["J,10", "A,15", "K,11", "B,15"]
    assert operator.game.typed == (1, 3)


def test_clocks_come_back_as_they_were(start_operator):
    before = start_operator()
    before.begin(our_engine=None)
    before.enter("J10")
    before.key(Qt.Key_F5)
    before.game.set_clocks(61, 500)
    crash(before)

    operator = start_operator()

    assert operator.clocks() == ["1:01", "8:20"]
    operator.key(Qt.Key_F5)
    assert operator.game.session.time.is_running


def test_the_same_game_does_not_come_back_twice(start_with_program):
    before, _ = start_with_program()
    before.begin(our_engine=None)
    before.enter("J10")
    before.wait(400)
    crash(before)

    _, program = start_with_program()
    program.autosave.save_now()

    assert program.autosave.list_earlier_games() == []


def test_a_finished_contest_does_not_come_back(start_operator):
    before = start_operator()
    before.begin(our_engine=None)
    before.enter("J10")
    before.game.declare(CONTEST_LOST)
    before.leave()
    before.main.close()
    before.controller.end()

    assert start_operator().window is None


def test_the_record_written_before_a_crash_gives_way_after_it(start_operator, tmp_path):
    before = start_operator()
    before.begin(our_engine=None)
    before.enter("J10")
    before.key(Qt.Key_F2)
    crash(before)

    operator = start_operator()
    operator.game.declare(CONTEST_LOST)
    operator.key(Qt.Key_F2)

    (path,) = (tmp_path / "records").glob("*.txt")
    assert "后手胜" in path.name


def test_theme_and_language_change_while_a_contest_is_played(
    start_with_program, settings
):
    operator, _ = start_with_program()
    operator.begin(our_engine=None)
    settings[THEME], settings[LANGUAGE] = "dark", "zh_CN"

    assert "轮到对方" in operator.task
    assert operator.message.startswith("输入列和行")
    settings[THEME], settings[LANGUAGE] = "light", "en"
    assert operator.task == "Their turn. Type their move for Black."
    assert operator.message.startswith("Column and row")


def test_the_dialog_fills_in_the_date_and_remembers_the_rest(start_with_program):
    operator, program = start_with_program()
    program.window.contest_requested.emit()
    operator.fill(
        contest_our_name="甲队",
        contest_their_name="乙队",
        contest_event="2026 CCGC",
        contest_place="重庆",
        contest_time="10",
    )
    assert widget(None, "contest_date").text()
    press(None, "contest_first_they")
    press(None, "contest_accept")

    contest = operator.game.contest
    assert contest.our_seat is Player.SECOND
    assert contest.seconds == 600
    assert operator.game.session.record.headers.first_name == "乙队"
    operator.game.declare(CONTEST_LOST)
    operator.leave()

    program.window.contest_requested.emit()
    assert widget(None, "contest_our_name").text() == "甲队"
    assert widget(None, "contest_time").text() == "10:00"
    press(None, "contest_cancel")


def test_the_record_is_written_into_the_folder_that_the_form_chose(
    operator, settings, tmp_path
):
    (tmp_path / "chosen").mkdir()
    operator.controller.show()
    shown = widget(None, "contest_folder").text()
    press(None, "contest_browse")
    press(None, "contest_accept")
    settings[RECORD_FOLDER] = tmp_path / "records"

    operator.wait_until_shown()
    operator.key(Qt.Key_F2)

    assert shown == str(tmp_path / "records")
    assert len(list((tmp_path / "chosen").glob("*.txt"))) == 1
    operator.key(Qt.Key_F12)
    operator.controller.show()
    assert widget(None, "contest_folder").text() == str(tmp_path / "chosen")
    press(None, "contest_cancel")


@pytest.mark.parametrize(
    ("field", "text", "why"),
    [
        ("contest_date", "yesterday", "Expected a date"),
        ("contest_time", "soon", "Expected a time"),
    ],
)
def test_the_dialog_says_what_makes_no_sense(operator, field, text, why):
    operator.controller.show()
    operator.fill(**{field: text})

    assert why in widget(None, "contest_problem").text()
    assert not widget(None, "contest_accept").isEnabled()
    press(None, "contest_cancel")


@pytest.mark.parametrize(
    ("opening", "text"),
    [
        ("none", "We are White."),
        ("rif", "We are White until the opening settles the colours."),
        ("swap2", "We are White until the opening settles the colours."),
        ("taraguchi", "We are White until the opening settles the colours."),
    ],
)
def test_the_dialog_says_whether_our_colour_is_settled(operator, opening, text):
    setup = GAMES["gomoku"].setup(options={"opening": opening})
    operator.set_up(setup=setup, our_seat=Player.SECOND)
    operator.key(Qt.Key_F12)

    operator.controller.show()

    assert widget(None, "contest_sides").text() == text
    press(None, "contest_cancel")


def test_only_hex_asks_where_row_one_is(operator, has):
    operator.controller.show()
    assert not has("contest_rows")

    press(None, "contest_game_hex")

    assert has("contest_rows")
    press(None, "contest_accept")
    assert operator.game.contest.setup == GAMES["hex"].setup()


def test_settings_that_are_nonsense_count_as_never_set(operator, settings):
    settings[LAST_CONTEST["gomoku"]] = '{"game": "chess"}'

    assert operator.controller.last_contest("gomoku").setup == GAMES["gomoku"].setup()
