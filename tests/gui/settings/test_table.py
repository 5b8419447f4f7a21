"""Every row of the table is found in the file, the dialog and the menu."""

from enum import Enum
from itertools import chain

import pytest
from PyQt5.QtCore import QObject, QSettings
from PyQt5.QtWidgets import QCheckBox, QLineEdit, QMainWindow, QSlider, QSpinBox

from gui.actions.action_row import Menu
from gui.actions.action_table import default_keys, make_menus
from gui.actions.actions import Actions, plain_text
from gui.actions.setting_rows import name_chosen, setting_commands, setting_entry
from gui.board.board_options import BOARD_OPTIONS, BoardOptions
from gui.dialogs.settings_dialog.controls import OptionalNumberBox
from gui.dialogs.settings_dialog.page import TablePage
from gui.schema.display import DialogRow, MenuEntry, Page
from gui.schema.setting import Choice, Flag, Number, OptionalNumber, Text
from gui.settings.settings import Settings
from gui.settings.table import FAMILIES, MENU_SETTINGS, SETTINGS
from gui.widgets.choice_box import ChoiceBox
from gui.window.menus import Menus
from tests.gui.actions.action_states import state_of


class Grain(Enum):
    """A kind of wood."""

    OAK = "oak"
    ASH = "ash"


SHADOWS = Flag(
    key="board/shadows",
    default=True,
    row=DialogRow(page=Page.BOARD, title=lambda: "Shadows"),
    menu=MenuEntry(text=lambda: "&Shadows", shortcuts=("W",)),
)

GRAIN = Choice(
    key="board/grain",
    default=Grain.OAK,
    values=tuple(Grain),
    titles=lambda: ("&Oak", "&Ash"),
    row=DialogRow(page=Page.BOARD, title=lambda: "Grain"),
    menu=MenuEntry(text=lambda: "&Grain", is_slanted_only=True),
)

NEW_ROWS = (SHADOWS, GRAIN)
"""Options that no board draws."""


@pytest.fixture
def new_page(qtbot, settings):
    """Return a page of the dialog with the new rows."""
    page = TablePage(Page.BOARD, settings, NEW_ROWS)
    qtbot.addWidget(page)
    return page


@pytest.fixture
def new_actions(qapp, settings):
    """Return the actions of the new rows."""
    parent = QObject()
    entries = tuple(map(setting_entry, NEW_ROWS))
    actions = Actions(parent, [Menu(name="new", title=str, entries=entries)])
    actions.connect_commands(setting_commands(settings, NEW_ROWS))
    actions.show(state_of("hex", chosen=name_chosen(settings, NEW_ROWS)))
    yield actions
    parent.deleteLater()


def other_value(row):
    """Return a value of a shown setting that is not its default."""
    match row:
        case Flag():
            return not row.default
        case Choice():
            return next(value for value in row.values if value != row.default)
        case Number():
            return row.lowest if row.default != row.lowest else row.highest
        case OptionalNumber():
            return row.lowest
        case Text():
            return "甲, 乙"
    raise AssertionError(row)


def value_of(control):
    """Return the value that a control shows."""
    match control:
        case QCheckBox():
            return control.isChecked()
        case ChoiceBox():
            return control.currentData()
        case OptionalNumberBox():
            return control.chosen
        case QSlider() | QSpinBox():
            return control.value()
        case QLineEdit():
            return control.text()
    raise AssertionError(control)


def choose(control, value):
    """Choose a value as the user does."""
    match control:
        case QCheckBox():
            control.click()
        case ChoiceBox():
            control.setCurrentIndex(control.findData(value))
            control.activated.emit(control.currentIndex())
        case QSlider() | QSpinBox():
            control.setValue(value)
        case QLineEdit():
            control.setText(value)
            control.textEdited.emit(value)


@pytest.fixture
def reopen(settings, tmp_path):
    """Return a function that saves the settings and reads them again."""

    def reopen():
        settings.save()
        store = QSettings(str(tmp_path / "settings.ini"), QSettings.IniFormat)
        return Settings(store)

    return reopen


# A new board option needs a row, and nothing else but the painter and its Chinese


def test_a_new_row_is_found_in_the_dialog(new_page, settings):
    check, choice = (new_page.controls[row.key] for row in NEW_ROWS)

    choose(check, False)
    choose(choice, Grain.ASH)

    assert check.text() == "Shadows"
    assert [choice.itemText(index) for index in range(2)] == ["Oak", "Ash"]
    assert (settings[SHADOWS], settings[GRAIN]) == (False, Grain.ASH)


def test_a_new_row_is_found_in_the_file(settings, reopen):
    settings[SHADOWS], settings[GRAIN] = False, Grain.ASH

    again = reopen()

    assert (again[SHADOWS], again[GRAIN]) == (False, Grain.ASH)


def test_a_new_row_has_actions_that_change_it(new_actions, settings):
    new_actions["shadows"].trigger()
    new_actions["grain_ash"].trigger()

    assert settings[SHADOWS] is False
    assert settings[GRAIN] is Grain.ASH


def test_the_actions_of_a_new_row_follow_it(new_actions, settings):
    settings[GRAIN] = Grain.ASH

    new_actions.show(state_of("hex", chosen=name_chosen(settings, NEW_ROWS)))

    names = ("shadows", "grain_oak", "grain_ash")
    assert [action.isChecked() for action in new_actions.find(names)] == [
        True,
        False,
        True,
    ]
    assert [action.text() for action in new_actions.find(names)] == [
        "&Shadows",
        "&Oak",
        "&Ash",
    ]


def test_a_new_row_for_slanted_boards_is_grey_on_others(new_actions):
    new_actions.show(state_of("gomoku"))

    names = ("shadows", "grain_oak", "grain_ash")
    enabled = [action.isEnabled() for action in new_actions.find(names)]
    assert enabled == [True, False, False]


def test_the_painter_reads_the_value_of_a_new_row():
    options = BoardOptions({GRAIN: Grain.ASH, SHADOWS: True})

    assert (options[GRAIN], options[SHADOWS]) == (Grain.ASH, True)
    assert options == BoardOptions({GRAIN: Grain.ASH})
    assert options.replace(GRAIN, Grain.OAK) == BoardOptions()
    assert hash(options) == hash(BoardOptions({GRAIN: Grain.ASH}))


# Every row of the program


def test_keys_and_names_are_unique():
    members = [family["gomoku"] for family in FAMILIES]
    keys = [row.key for row in chain(SETTINGS, members)]
    shown = [row.name for row in SETTINGS if row.row or row.menu]

    assert len(set(keys)) == len(keys)
    assert len(set(shown)) == len(shown)
    assert all(row.group and row.name for row in SETTINGS)


@pytest.mark.parametrize("row", SETTINGS, ids=lambda row: row.key)
def test_the_text_of_a_default_is_read_again(row):
    assert row.default is None or row.parse(row.format(row.default)) == row.default


@pytest.mark.parametrize(
    "row", [row for row in SETTINGS if row.row], ids=lambda row: row.key
)
def test_every_value_of_the_dialog_comes_back_after_a_restart(row, settings, reopen):
    settings[row] = other_value(row)

    assert reopen()[row] == other_value(row)


@pytest.mark.parametrize(
    "row", [row for row in SETTINGS if row.row], ids=lambda row: row.key
)
def test_a_control_shows_its_setting_and_changes_it(row, qtbot, settings):
    settings[row] = row.default
    page = TablePage(row.row.page, settings)
    qtbot.addWidget(page)
    control, value = page.controls[row.key], other_value(row)
    at_first = value_of(control)

    choose(control, value)

    assert at_first == row.default
    assert settings[row] == value
    assert value_of(control) == value


@pytest.mark.parametrize("row", MENU_SETTINGS, ids=lambda row: row.key)
def test_the_view_menu_has_every_row_with_an_entry(row, qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    Menus(window, Actions(window, make_menus()), [])
    groups = window.menuBar().actions()
    (view,) = (menu for menu in groups if plain_text(menu.text()) == "View")
    entries = {plain_text(entry.text()): entry for entry in view.menu().actions()}
    entry = entries[plain_text(row.menu.text())]

    titles = list(row.titled().values()) if isinstance(row, Choice) else []
    actions = entry.menu().actions() if titles else [entry]

    assert [action.text() for action in actions] == (titles or [row.menu.text()])
    assert default_keys().get(row.name, ()) == row.menu.shortcuts


def test_the_options_of_the_board_are_part_of_the_table():
    assert set(BOARD_OPTIONS) <= set(SETTINGS)
    assert all(row.row.page is Page.BOARD for row in BOARD_OPTIONS)
