"""The dialog for a new game, alone and from the window."""

import random
from types import SimpleNamespace

import pytest
from PyQt5.QtCore import QRect, Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication

from engine.core.time_control import TimeTerms
from engine.core.types import Player
from engine.games import GAMES
from gui import theme, translation
from gui.dialogs.form import FormDialog
from gui.dialogs.new_game_dialog import NewGameDialog
from gui.dialogs.screen_room import ScrolledForm
from gui.dialogs.time_editor import USUAL_TIMES
from gui.new_game import NewGame, default_new_game
from gui.theme import LIGHT
from tests.gui.conftest import ENGINE
from tests.gui.driving import has_widget, press, widget


@pytest.fixture
def dressed(qapp):
    """Let the program wear its style, and speak English again afterwards."""
    theme.apply(qapp, LIGHT)
    yield qapp
    translation.apply(qapp, "en")
    qapp.setStyleSheet("")


@pytest.fixture
def dialog(qtbot):
    dialog = NewGameDialog("gomoku", default_new_game, LIGHT)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


@pytest.fixture
def show_on(monkeypatch):
    """Return a function that gives dialogs a screen with room in a rectangle."""

    def show_on(room):
        screen = SimpleNamespace(availableGeometry=lambda: QRect(room))
        monkeypatch.setattr(FormDialog, "screen", lambda _dialog: screen)

    return show_on


def scrolled_away(dialog):
    """Return how many pixels of the fields' width and height are out of sight."""
    area = dialog.findChild(ScrolledForm)
    return (
        area.horizontalScrollBar().maximum(),
        area.verticalScrollBar().maximum(),
    )


def middle(dialog, name):
    """Return how far down the middle of a widget lies."""
    part = widget(dialog, name)
    return part.mapTo(dialog, part.rect().center()).y()


def choose(dialog, name, data):
    box = widget(dialog, name)
    for index in range(box.count()):
        value = box.itemData(index)
        if data in (value, getattr(value, "name", None)):
            box.setCurrentIndex(index)
            return
    raise LookupError(data)


def set_size(dialog, height, width):
    widget(dialog, "new_game_height").setValue(height)
    widget(dialog, "new_game_width").setValue(width)


def test_it_begins_with_the_last_choice(qtbot):
    last = NewGame(
        setup=GAMES["gomoku"].setup(
            height=9, width=12, options={"rule": "exact", "line_length": "4"}
        ),
        first=ENGINE,
        seconds_per_move=2.5,
        draws_colours=True,
        time=TimeTerms.parse("30m 10m+3x30s warn"),
        caps_engines=True,
    )
    dialog = NewGameDialog("gomoku", lambda game: last, LIGHT)
    qtbot.addWidget(dialog)

    assert dialog.choice == last


def test_every_option_of_the_game_is_offered(dialog):
    for option in GAMES["gomoku"].options:
        box = widget(dialog, f"new_game_option_{option.key}")
        offered = [box.itemData(index) for index in range(box.count())]
        assert offered == list(option.choices)


def test_the_board_need_not_be_square(dialog):
    set_size(dialog, 6, 13)

    assert (dialog.choice.setup.height, dialog.choice.setup.width) == (6, 13)


def test_an_impossible_size_is_one_sentence_and_cannot_be_started(dialog):
    set_size(dialog, 30, 15)

    assert dialog.choice is None
    assert not widget(dialog, "new_game_accept").isEnabled()
    assert "5 to 22" in widget(dialog, "new_game_problem").text()

    set_size(dialog, 15, 15)
    assert widget(dialog, "new_game_accept").isEnabled()


def test_another_game_brings_its_own_sides_and_rules(dialog):
    press(dialog, "new_game_game_hex")

    assert dialog.choice.setup == GAMES["hex"].setup()
    assert dialog.choice.player(Player.FIRST) is None


def test_both_sides_can_be_engines_with_a_level(dialog):
    choose(dialog, "new_game_first_engine", "uct-plain")
    choose(dialog, "new_game_second_engine", "uct-plain")
    widget(dialog, "new_game_first_level").setValue(3)

    assert dialog.choice.is_watched
    assert dialog.choice.player(Player.FIRST).level == 3


def test_a_usual_size_is_one_choice_away(dialog):
    box = widget(dialog, "new_game_size")
    box.activated.emit(1)

    side = GAMES["gomoku"].common_sides[0]
    assert (dialog.choice.setup.height, dialog.choice.setup.width) == (side, side)


def test_the_window_starts_and_remembers_the_choice(program, settings):
    press(program.window, "button_new")
    dialog = widget(program.window, "new_game")
    choose(dialog, "new_game_second_engine", None)
    set_size(dialog, 7, 8)

    press(program.window, "new_game_accept")

    assert program.controller.session.setup.size_text == "7x8"
    assert settings.new_game("gomoku").setup.size_text == "7x8"
    assert settings.new_game("gomoku").second is None


def test_a_cancelled_dialog_changes_nothing(program, settings):
    before = program.controller.table
    press(program.window, "button_new")
    set_size(widget(program.window, "new_game"), 7, 8)

    press(program.window, "new_game_cancel")

    assert program.controller.table is before
    assert settings.new_game("gomoku") == default_new_game("gomoku")


def test_chance_draws_both_sides_alike():
    wish = NewGame(setup=GAMES["hex"].setup(), second=ENGINE, draws_colours=True)
    rng = random.Random(5)

    drawn = [wish.with_sides_drawn(rng).first for _ in range(200)]

    assert 70 < drawn.count(ENGINE) < 130


def test_without_a_draw_the_sides_stay():
    wish = NewGame(setup=GAMES["hex"].setup(), second=ENGINE)
    rng = random.Random(5)

    assert {wish.with_sides_drawn(rng) for _ in range(20)} == {wish}


def choose_time(dialog, kind, side="first"):
    box = widget(dialog, f"new_game_time_{side}_kind")
    box.setCurrentIndex(box.findData(kind))


def test_every_kind_of_time_can_be_chosen(dialog):
    terms = {}
    for kind in ("none", "move", "total", "increment", "periods"):
        choose_time(dialog, kind)
        terms[kind] = str(dialog.choice.time)

    assert terms == {
        "none": "none",
        "move": "30s/move",
        "total": "10m",
        "increment": "10m+5s",
        "periods": "10m+3x30s",
    }


def test_only_the_numbers_of_the_kind_are_shown(dialog):
    names = ("main", "count", "increment", "seconds")

    def shown():
        return [n for n in names if has_widget(dialog, f"new_game_time_first_{n}")]

    assert shown() == []
    choose_time(dialog, "increment")
    assert shown() == ["main", "increment"]
    choose_time(dialog, "periods")
    assert shown() == ["main", "count", "seconds"]


@pytest.mark.parametrize("text", USUAL_TIMES)
def test_a_usual_time_is_one_choice_away(dialog, text):
    box = widget(dialog, "new_game_time_first_usual")

    box.activated.emit(1 + USUAL_TIMES.index(text))

    assert str(dialog.choice.time) == text


def test_each_side_can_have_its_own_time(dialog):
    choose_time(dialog, "total")
    widget(dialog, "new_game_time_differs").click()
    assert str(dialog.choice.time) == "10m"

    choose_time(dialog, "move", side="second")
    assert str(dialog.choice.time) == "10m 30s/move"

    widget(dialog, "new_game_time_differs").click()
    assert str(dialog.choice.time) == "10m"


def test_a_fallen_flag_can_be_made_a_warning(dialog):
    choose_time(dialog, "total")
    box = widget(dialog, "new_game_time_flag")

    box.setCurrentIndex(box.findData(False))

    assert str(dialog.choice.time) == "10m warn"


def test_a_total_of_nothing_is_one_sentence(dialog):
    choose_time(dialog, "total")

    widget(dialog, "new_game_time_first_main").setValue(0)

    assert dialog.choice is None
    problem = widget(dialog, "new_game_problem").text()
    assert problem == "Expected a main time or a time for each move."


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [("15", 900), ("2:30", 150), ("1:00:00", 3600), ("90:00", 5400), (" 5 ", 300)],
)
def test_a_main_time_can_be_typed(dialog, typed, seconds):
    choose_time(dialog, "total")
    box = widget(dialog, "new_game_time_first_main")

    box.lineEdit().selectAll()
    QTest.keyClicks(box.lineEdit(), typed)
    box.interpretText()

    assert dialog.choice.time.first.main_seconds == seconds


def test_letters_are_no_main_time(dialog):
    choose_time(dialog, "total")
    box = widget(dialog, "new_game_time_first_main")

    box.lineEdit().selectAll()
    QTest.keyClicks(box.lineEdit(), "x:")
    box.interpretText()

    assert dialog.choice.time.first.main_seconds == 600


def test_with_a_clock_the_time_of_engines_is_a_bound_if_wanted(dialog):
    choose(dialog, "new_game_second_engine", "uct-plain")
    assert not has_widget(dialog, "new_game_caps")
    choose_time(dialog, "total")

    assert not widget(dialog, "new_game_seconds").isEnabled()
    press(dialog, "new_game_caps")

    assert widget(dialog, "new_game_seconds").isEnabled()
    assert dialog.choice.caps_engines


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_it_fits_a_small_screen_with_all_its_fields(qtbot, language, dressed, show_on):
    translation.apply(dressed, language)
    engines = NewGame(
        setup=GAMES["gomoku"].setup(),
        first=ENGINE,
        second=ENGINE,
        time=TimeTerms.parse("10m+3x30s 30m+5s"),
    )
    show_on(QRect(0, 0, 1366, 768 - 80))  # less its frame and a task bar

    dialog = NewGameDialog("gomoku", lambda game: engines, LIGHT)
    qtbot.addWidget(dialog)
    dialog.show()
    QApplication.processEvents()

    assert scrolled_away(dialog) == (0, 0)


def test_on_a_tiny_screen_only_its_fields_scroll(qtbot, dressed, show_on):
    room = QRect(0, 0, 960, 540)  # 1920 by 1080 pixels at 200 %
    show_on(room)
    dialog = NewGameDialog("gomoku", default_new_game, LIGHT)
    qtbot.addWidget(dialog)
    dialog.show()

    choose(dialog, "new_game_time_first_kind", "periods")
    press(dialog, "new_game_time_differs")

    qtbot.waitUntil(lambda: scrolled_away(dialog)[1] > 0 == scrolled_away(dialog)[0])
    assert room.contains(dialog.frameGeometry())
    assert dialog.rect().contains(widget(dialog, "new_game_accept").geometry())


def test_the_keyboard_begins_at_the_chosen_game(qtbot):
    dialog = NewGameDialog("hex", default_new_game, LIGHT)
    qtbot.addWidget(dialog)
    dialog.show()
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


def test_labels_stand_beside_the_first_line_of_their_field(qtbot, dressed):
    dialog = NewGameDialog("gomoku", default_new_game, LIGHT)
    qtbot.addWidget(dialog)
    dialog.show()
    QApplication.processEvents()

    for label, field in (
        ("new_game_side_second", "new_game_second_engine"),
        ("new_game_side_first", "new_game_first_engine"),
    ):
        assert abs(middle(dialog, label) - middle(dialog, field)) <= 1


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_list_opens_below_itself_with_all_its_rows(qtbot, dressed):
    dialog = NewGameDialog("gomoku", default_new_game, LIGHT)
    qtbot.addWidget(dialog)
    dialog.show()
    kinds = widget(dialog, "new_game_time_first_kind")

    kinds.showPopup()
    QApplication.processEvents()

    rows = kinds.view()
    last = rows.visualRect(kinds.model().index(kinds.count() - 1, 0))
    assert last.height() >= 28
    assert rows.viewport().rect().contains(last)
    kinds.hidePopup()


def test_it_grows_with_the_fields_that_a_choice_brings(qtbot, dressed):
    dialog = NewGameDialog("gomoku", default_new_game, LIGHT)
    qtbot.addWidget(dialog)
    dialog.show()
    QApplication.processEvents()
    screen = dialog.screen().availableGeometry().height()

    choose(dialog, "new_game_time_first_kind", "periods")

    qtbot.waitUntil(lambda: dialog.height() >= min(dialog.sizeHint().height(), screen))


def test_the_engine_played_first_heads_the_list(dialog):
    names = widget(dialog, "new_game_second_engine")

    titles = [names.itemText(index) for index in range(names.count())]

    assert titles[:2] == ["Person", "Engine UCT"]


def test_the_window_remembers_the_time(program, settings):
    press(program.window, "button_new")
    dialog = widget(program.window, "new_game")
    choose_time(dialog, "periods")

    press(program.window, "new_game_accept")

    assert str(program.controller.session.time.terms) == "10m+3x30s"
    assert str(settings.new_game("gomoku").time) == "10m+3x30s"
