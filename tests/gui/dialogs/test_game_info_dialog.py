"""Game information: what is shown, what can be edited, and what refuses."""

import pytest
from PyQt5.QtWidgets import QAction, QApplication

from engine.core.types import Move, Outcome, Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.records import files
from engine.records.model.record import GameRecord, Headers
from gui.dialogs.game_info_dialog import GameInfoDialog
from tests.gui.driving import WIN_IN_NINE, choose, has_widget, play_all, widget

GOMOKU = GAMES["gomoku"].setup()
HEADERS = Headers(
    first_name="Wang",
    second_name="<b>Li</b>",
    event="Cup",
    place="Chongqing",
    date="2026-11-23 10:00",
)


@pytest.fixture
def show(qtbot, controller, factory):
    """Return a function that shows the dialog for a game of two moves."""

    def start(outcome=None, headers=HEADERS):
        record = GameRecord(setup=GOMOKU, headers=headers, outcome=outcome)
        record, node = record.with_move(0, Move(112))
        record, _ = record.with_move(node, Move(113))
        controller.put(factory.open_record(record, None))
        dialog = GameInfoDialog(controller.session, controller.set_information)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return start


def type_in(dialog, name, text):
    widget(dialog, f"game_info_{name}").setText(text)


def headers_of(controller):
    return controller.session.record.headers


def test_the_information_of_the_record_is_shown(show):
    dialog = show()

    names = ("first", "second", "event", "place", "date")
    shown = [widget(dialog, f"game_info_{name}").text() for name in names]

    assert shown == ["Wang", "<b>Li</b>", "Cup", "Chongqing", "2026-11-23 10:00"]


def test_what_is_typed_is_kept_and_marks_the_game_modified(show, controller):
    dialog = show()

    type_in(dialog, "first", "  Zhang ")
    type_in(dialog, "place", "Harbin\x07\x00")
    dialog.accept()

    assert headers_of(controller).first_name == "Zhang"
    assert headers_of(controller).place == "Harbin"
    assert controller.game.is_modified


def test_nothing_changes_if_it_is_cancelled(show, controller):
    dialog = show()

    type_in(dialog, "first", "Zhang")
    dialog.reject()

    assert headers_of(controller) == HEADERS
    assert not controller.game.is_modified


def test_saving_without_a_change_leaves_the_game_unmodified(show, controller):
    show(Outcome(Player.SECOND, "resignation")).accept()

    assert not controller.game.is_modified


@pytest.mark.parametrize(
    ("winner", "reason", "outcome"),
    [
        (Player.FIRST, "resignation", Outcome(Player.FIRST, "resignation")),
        (Player.SECOND, "unstated", Outcome(Player.SECOND, "unstated")),
        ("draw", "unstated", Outcome(None, "agreement")),
        ("unfinished", "unstated", None),
    ],
)
def test_a_result_is_set(show, controller, winner, reason, outcome):
    dialog = show(Outcome(Player.SECOND, "time"))

    choose(dialog, "game_info_result", winner)
    choose(dialog, "game_info_reason", reason)
    dialog.accept()

    assert controller.session.record.outcome == outcome


@pytest.mark.parametrize("ending", [".sgf", ".json"])
def test_the_information_comes_back_from_a_file(show, controller, tmp_path, ending):
    dialog = show()
    choose(dialog, "game_info_result", Player.FIRST)
    type_in(dialog, "event", "Cup [2] \\ {x}")
    dialog.accept()
    path = tmp_path / f"game{ending}"

    files.save(controller.session.record, path)

    read = files.load(path)
    assert read.headers == controller.session.record.headers
    assert read.outcome == Outcome(Player.FIRST, "unstated")


def test_a_result_by_the_rules_is_only_shown(qtbot, persons):
    play_all(persons, WIN_IN_NINE)
    session = persons.controller.session
    dialog = GameInfoDialog(session, persons.controller.set_information)
    qtbot.addWidget(dialog)
    dialog.show()

    assert widget(dialog, "game_info_ruled").text().startswith("Black wins")
    assert not has_widget(dialog, "game_info_result")
    dialog.accept()
    assert session.record.outcome.winner is Player.FIRST


def test_the_result_is_set_at_the_end_of_the_game_alone(show, controller, qtbot):
    show()
    controller.go_to(1)
    dialog = GameInfoDialog(controller.session, controller.set_information)
    qtbot.addWidget(dialog)
    dialog.show()

    box = widget(dialog, "game_info_result")

    assert not box.isEnabled()
    assert "last move" in box.toolTip()


def test_a_refused_change_is_one_sentence_and_the_dialog_stays(show, controller):
    dialog = show()
    choose(dialog, "game_info_result", Player.FIRST)
    controller.go_to(0)

    dialog.accept()

    text = widget(dialog, "game_info_problem").text()
    assert text == "Go to the last move of the game first."
    assert dialog.isVisible()
    assert controller.session.record.outcome is None


def test_a_result_of_the_meantime_stays(show, controller):
    dialog = show()
    controller.set_information(HEADERS, Outcome(Player.FIRST, "resignation"))

    type_in(dialog, "event", "Final")
    dialog.accept()

    assert controller.session.record.outcome == Outcome(Player.FIRST, "resignation")
    assert headers_of(controller).event == "Final"


def test_a_running_search_goes_on_when_names_change(thinking):
    thinking.set_information(HEADERS, None)

    assert thinking.view.awaits_engine
    assert headers_of(thinking).event == "Cup"


def test_the_names_of_the_panel_follow(persons, qtbot):
    persons.controller.put(persons.factory.make_game(MatchSetup(setup=GOMOKU)))
    persons.window.findChild(QAction, "game_info").trigger()
    qtbot.waitUntil(lambda: has_widget(persons.window, "game_info"))
    dialog = widget(persons.window, "game_info")

    type_in(dialog, "second", "Li")
    dialog.accept()
    QApplication.processEvents()

    assert widget(persons.window, "label_player_second").text() == "Li"
    assert "Li" in persons.window.windowTitle()
