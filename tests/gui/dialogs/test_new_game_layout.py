"""How the forms of a game look: on small screens, in their style, by keyboard."""

import pytest
from PyQt5.QtCore import QRect, Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication

from engine.core.clocks.time_control import TimeTerms
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.lab.experiments.experiment_dialog import ExperimentDialog
from gui.lab.training.training_dialog import TrainingDialog
from gui.text import languages
from tests.gui.driving import choose, press, scrolled_away, widget
from tests.gui.scripted_engines import ENGINE


def middle(dialog, name):
    """Return how far down the middle of a widget lies."""
    part = widget(dialog, name)
    return part.mapTo(dialog, part.rect().center()).y()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_it_fits_a_small_screen_with_all_its_fields(
    language, qapp, show_on, show_new_game
):
    languages.apply(qapp, language)
    engines = MatchSetup(
        setup=GAMES["gomoku"].setup(),
        first=ENGINE,
        second=ENGINE,
        time=TimeTerms.parse("10m+3x30s 30m+5s"),
    )
    show_on(QRect(0, 0, 1366, 768 - 80))  # less its frame and a task bar

    dialog = show_new_game(last=engines)
    QApplication.processEvents()

    assert scrolled_away(dialog) == (0, 0)


def test_on_a_tiny_screen_only_its_fields_scroll(qtbot, qapp, show_on, show_new_game):
    room = QRect(0, 0, 960, 540)  # 1920 by 1080 pixels at 200 %
    show_on(room)
    dialog = show_new_game()

    choose(dialog, "new_game_time_first_kind", "periods")
    press(dialog, "new_game_time_differs")

    qtbot.waitUntil(lambda: scrolled_away(dialog)[1] > 0 == scrolled_away(dialog)[0])
    assert room.contains(dialog.frameGeometry())
    assert dialog.rect().contains(widget(dialog, "new_game_accept").geometry())


def test_the_keyboard_begins_at_the_chosen_game(qtbot, show_new_game):
    dialog = show_new_game("hex")
    dialog.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    first = dialog.focusWidget().objectName()

    QTest.keyClick(dialog.focusWidget(), Qt.Key_Left)
    QTest.keyClick(dialog.focusWidget(), Qt.Key_Space)
    game = dialog.choice.setup.game
    QTest.keyClick(dialog.focusWidget(), Qt.Key_Tab)

    assert first == "new_game_game_hex"
    assert game == "gomoku"
    assert dialog.focusWidget().objectName() == "new_game_height"


def test_labels_stand_beside_the_first_line_of_their_field(qapp, show_new_game):
    dialog = show_new_game()
    QApplication.processEvents()

    for label, field in (
        ("new_game_side_second", "new_game_second_engine"),
        ("new_game_side_first", "new_game_first_engine"),
    ):
        assert abs(middle(dialog, label) - middle(dialog, field)) <= 1


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_list_opens_below_itself_with_all_its_rows(qapp, show_new_game):
    dialog = show_new_game()
    kinds = widget(dialog, "new_game_time_first_kind")

    kinds.showPopup()
    QApplication.processEvents()

    rows = kinds.view()
    last = rows.visualRect(kinds.model().index(kinds.count() - 1, 0))
    assert last.height() >= 28
    assert rows.viewport().rect().contains(last)
    kinds.hidePopup()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_form_of_a_contest_fits_a_small_screen(
    language, qapp, show_on, show_contest_form
):
    languages.apply(qapp, language)
    show_on(QRect(0, 0, 1366, 768 - 80))

    dialog = show_contest_form()
    QApplication.processEvents()

    assert scrolled_away(dialog) == (0, 0)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_form_of_a_contest_is_no_wider_than_a_screen_at_twice_its_scale(
    language, qapp, show_on, show_contest_form
):
    languages.apply(qapp, language)
    show_on(QRect(0, 0, 683, 364))

    dialog = show_contest_form()
    QApplication.processEvents()

    assert scrolled_away(dialog)[0] == 0
    assert dialog.frameGeometry().width() <= 683


@pytest.mark.parametrize("room", [QRect(0, 0, 911, 512), QRect(0, 0, 683, 364)])
def test_on_a_narrow_screen_nothing_is_beside_what_is_seen(
    room, show_on, show_new_game
):
    show_on(room)  # 1366 by 768 pixels at 150 % and, with a task bar, at 200 %

    dialog = show_new_game()
    QApplication.processEvents()

    assert scrolled_away(dialog)[0] == 0
    assert room.contains(dialog.frameGeometry())


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_forms_of_the_lab_are_no_wider_than_a_screen_at_twice_its_scale(
    language, qtbot, show_on, tmp_path
):
    languages.apply(QApplication.instance(), language)
    room = QRect(0, 0, 683, 364)
    show_on(room)
    forms = [
        TrainingDialog(
            folder=tmp_path, ask_file=lambda *_: None, ask_folder=lambda *_: None
        ),
        ExperimentDialog(folder=tmp_path, ask_folder=lambda *_: None),
    ]
    for form in forms:
        qtbot.addWidget(form)
        form.show()
        QApplication.processEvents()

        assert scrolled_away(form)[0] == 0
        assert room.contains(form.frameGeometry())


def test_it_grows_with_the_fields_that_a_choice_brings(qtbot, show_on, show_new_game):
    show_on(QRect(0, 0, 1366, 768))
    dialog = show_new_game()
    QApplication.processEvents()
    height = dialog.height()

    choose(dialog, "new_game_time_first_kind", "periods")

    qtbot.waitUntil(lambda: dialog.height() >= dialog.sizeHint().height() > height)
