"""The board in the window: its menus and keys, its zoom and its keyboard."""

import sys

import pytest
from PyQt5.QtCore import QEvent, QObject, Qt
from PyQt5.QtWidgets import QAction

from gui.board.board_options import (
    COORDINATES,
    NUMBERS,
    ORIENTATION,
    SIDE_MARKS,
    Orientation,
    SideMarkStyle,
)
from gui.settings.table import PALETTE
from gui.style.colour_blind import Palette
from tests.gui.driving import (
    click_cell,
    has_widget,
    key,
    moves,
    play_all,
    press,
    status,
    widget,
)

MOST_CALLS = 500
"""Python calls of a display option: about a hundred; 4,600 with the whole program."""


def action(program, name):
    return program.window.findChild(QAction, name)


def board_of(program):
    return widget(program.window, "board")


def zoom_in(program, times=1):
    for _ in range(times):
        key(program.window, Qt.Key_Plus, Qt.ControlModifier)


@pytest.fixture
def hex_persons(persons):
    press(persons.window, "switch_hex")
    return persons


CHOICES = {
    "side_marks_letters": (SIDE_MARKS, SideMarkStyle.LETTERS),
    "orientation_upright": (ORIENTATION, Orientation.UPRIGHT),
    "palette_safe": (PALETTE, Palette.COLOUR_BLIND),
    "numbers": (NUMBERS, True),
    "coordinates": (COORDINATES, False),
}
"""A setting and its value for actions of the menu *View*."""


def test_a_choice_in_the_view_menu_is_seen_at_once_and_kept(
    hex_persons, settings, subtests
):
    click_cell(hex_persons, "d4")

    for name, (row, value) in CHOICES.items():
        with subtests.test(name):
            before = board_of(hex_persons).grab().toImage()
            action(hex_persons, name).trigger()

            assert board_of(hex_persons).grab().toImage() != before
            assert settings[row] == value


class RestyleWatch(QObject):
    """Event filter that records the widgets whose style, colours or font changed."""

    KINDS = (QEvent.StyleChange, QEvent.PaletteChange, QEvent.FontChange)

    def __init__(self):
        super().__init__()
        self.widgets = []

    def eventFilter(self, watched, event):  # noqa: N802 - Qt's name
        if event.type() in self.KINDS:
            self.widgets.append(watched.objectName())
        return False


@pytest.fixture
def restyled(qapp):
    """Return the list of widgets that are styled again during the test."""
    watch = RestyleWatch()
    qapp.installEventFilter(watch)
    yield watch.widgets
    qapp.removeEventFilter(watch)


def count_calls(do):
    """Return the number of Python functions that are called."""
    calls = []

    def note(_frame, kind, _argument):
        if kind == "call":
            calls.append(kind)

    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(None)
    return len(calls)


def test_a_display_option_takes_few_calls(hex_persons, subtests):
    for name in ("numbers", "coordinates"):
        with subtests.test(name):
            option = action(hex_persons, name)

            assert count_calls(option.trigger) < MOST_CALLS


def test_a_display_option_styles_nothing_again(hex_persons, restyled, qapp, subtests):
    for name in ("numbers", "coordinates", "side_marks_letters", "orientation_upright"):
        with subtests.test(name):
            action(hex_persons, name).trigger()
            qapp.processEvents()

            assert restyled == []


def test_another_palette_does_style_the_window_again(hex_persons, restyled, qapp):
    action(hex_persons, "palette_safe").trigger()
    qapp.processEvents()

    assert "main_window" in restyled


def test_only_a_board_that_can_be_turned_offers_orientations(hex_persons):
    turns = action(hex_persons, "orientation_diamond")

    on_hex = turns.isEnabled()
    press(hex_persons.window, "switch_gomoku")

    assert on_hex
    assert not turns.isEnabled()


def test_the_keys_enlarge_the_board_and_show_it_whole_again(persons):
    board, window = board_of(persons), persons.window
    whole = board.grab().toImage()

    zoom_in(persons, 3)
    enlarged = board.zoom_percent
    key(window, Qt.Key_Minus, Qt.ControlModifier)
    smaller = board.zoom_percent
    key(window, Qt.Key_0, Qt.ControlModifier)

    assert enlarged > smaller > 100
    assert board.zoom_percent == 100
    assert board.grab().toImage() == whole


def test_the_badge_shows_the_zoom_and_leads_back(persons):
    at_first = has_widget(persons.window, "button_zoom")
    zoom_in(persons)
    badge = widget(persons.window, "button_zoom")
    text, place = badge.text(), badge.geometry()

    press(persons.window, "button_zoom")

    assert not at_first
    assert text == "125 %"
    assert widget(persons.window, "area_board").rect().contains(place)
    assert not has_widget(persons.window, "button_zoom")
    assert board_of(persons).zoom_percent == 100


def test_the_ways_back_are_grey_while_the_whole_board_is_seen(persons):
    names = ("zoom_out", "zoom_whole")
    at_first = [action(persons, name).isEnabled() for name in names]

    zoom_in(persons)

    assert at_first == [False, False]
    assert all(action(persons, name).isEnabled() for name in names)


def test_a_click_on_an_enlarged_board_plays_the_cell_under_the_mouse(persons):
    zoom_in(persons, 3)

    click_cell(persons, "h8")
    click_cell(persons, "i9")

    assert moves(persons) == ["h8", "i9"]


def test_a_card_floats_over_an_enlarged_board(persons):
    zoom_in(persons, 3)

    card_area = widget(persons.window, "area_board")
    click_cell(persons, "h8")
    press(persons.window, "button_resign")

    card = widget(persons.window, "card_resign")
    assert card_area.rect().contains(card.geometry())


def test_a_key_lets_the_arrows_choose_cells_and_reports_it(persons):
    play_all(persons, ["h8", "h9"])

    key(persons.window, Qt.Key_B)
    board = board_of(persons)
    key(board, Qt.Key_Right)
    key(board, Qt.Key_Return)

    assert moves(persons) == ["h8", "h9", "i9"]
    assert "Arrow keys choose a cell" not in status(persons)


def test_the_status_bar_tells_what_the_keyboard_does_and_names_its_cell(persons):
    play_all(persons, ["h8", "h9"])

    key(persons.window, Qt.Key_B)

    assert status(persons).startswith("Arrow keys choose a cell")
    assert widget(persons.window, "label_cell").text() == "h9"
    assert board_of(persons).accessibleName() == "h9, White, last move"


def test_after_escape_the_arrows_walk_through_the_game_again(persons):
    play_all(persons, ["h8", "h9"])
    key(persons.window, Qt.Key_B)

    key(board_of(persons), Qt.Key_Escape)
    key(persons.window, Qt.Key_Left)

    assert moves(persons) == ["h8"]
    assert board_of(persons).accessibleName() == "Board"


@pytest.mark.parametrize("marks", ["letters", "patterns"])
def test_the_stones_beside_the_names_are_marked_as_those_on_the_board(
    hex_persons, marks
):
    panel = widget(hex_persons.window, "panel_players")
    before = panel.grab().toImage()

    action(hex_persons, f"side_marks_{marks}").trigger()

    assert panel.grab().toImage() != before
