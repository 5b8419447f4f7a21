"""Keys of the actions: the program's own and the user's."""

import pytest
from PyQt5.QtCore import QSettings, Qt
from PyQt5.QtGui import QKeySequence
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QAction, QLabel, QMainWindow, QTreeWidgetItemIterator

from gui.actions.action_table import default_keys, make_menus
from gui.actions.actions import Actions
from gui.actions.shortcuts import Shortcuts, format_shortcuts
from gui.dialogs.settings_dialog.shortcuts_page import ShortcutsPage
from gui.dialogs.shortcuts_sheet import ShortcutsSheet
from gui.settings.settings import Settings
from gui.text import languages
from gui.window.menus import Menus
from tests.gui.actions.action_states import state_after
from tests.gui.driving import has_widget, key, moves, play_all, press, widget
from tests.gui.window.dock_driving import Screen


def action(window, name):
    return window.findChild(QAction, name)


@pytest.fixture
def actions(qtbot):
    """Return the names of three actions, with actions to them."""
    made = {name: QAction() for name in ("take_back", "redo", "numbers")}
    for name, one in made.items():
        one.setObjectName(name)
    return made


def texts_of(action):
    return [key.toString() for key in action.shortcuts()]


# Which keys there are


def test_every_default_key_belongs_to_one_action_of_the_window(program):
    names = {one.objectName() for one in program.window.findChildren(QAction)}
    keys = [key for keys in default_keys().values() for key in keys]

    assert set(default_keys()) <= names
    assert len(keys) == len(set(keys))
    assert all(QKeySequence(key).toString() for key in keys)


def test_actions_begin_with_the_default_keys(actions, settings):
    Shortcuts(actions.values(), default_keys(), settings)

    assert texts_of(actions["redo"]) == ["Ctrl+Y", "Ctrl+Shift+Z"]


def test_the_users_keys_come_back_after_a_restart(actions, settings):
    Shortcuts(actions.values(), default_keys(), settings).assign(
        "redo", QKeySequence("Ctrl+;")
    )

    keys = Shortcuts(actions.values(), default_keys(), settings)

    assert texts_of(actions["redo"]) == ["Ctrl+;"]
    assert keys.is_changed("redo")
    assert not keys.is_changed("take_back")


def test_a_key_that_is_given_away_is_lost_to_the_other_action(actions, settings):
    keys = Shortcuts(actions.values(), default_keys(), settings)

    keys.assign("numbers", QKeySequence("Ctrl+Y"))

    assert texts_of(actions["numbers"]) == ["Ctrl+Y"]
    assert texts_of(actions["redo"]) == ["Ctrl+Shift+Z"]


def test_reset_brings_a_key_back_from_whoever_has_it(actions, settings):
    keys = Shortcuts(actions.values(), default_keys(), settings)
    keys.assign("numbers", QKeySequence("Ctrl+Z"))

    keys.reset("take_back")

    assert texts_of(actions["take_back"]) == ["Ctrl+Z"]
    assert texts_of(actions["numbers"]) == []


def test_reset_all_forgets_every_change(actions, settings):
    keys = Shortcuts(actions.values(), default_keys(), settings)
    keys.assign("numbers", QKeySequence("Ctrl+Z"))
    keys.assign("redo", None)

    keys.reset_all()

    assert texts_of(actions["take_back"]) == ["Ctrl+Z"]
    assert texts_of(actions["redo"]) == ["Ctrl+Y", "Ctrl+Shift+Z"]
    assert texts_of(actions["numbers"]) == ["M"]


def test_an_action_may_have_no_key(actions, settings):
    Shortcuts(actions.values(), default_keys(), settings).assign("redo", None)

    Shortcuts(actions.values(), default_keys(), settings)

    assert texts_of(actions["redo"]) == []


def test_nonsense_in_the_settings_counts_as_never_set(actions, tmp_path):
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.IniFormat)
    store.setValue("keys/redo", "Ctrl+Nonsense")

    Shortcuts(actions.values(), default_keys(), Settings(store))

    assert texts_of(actions["redo"]) == ["Ctrl+Y", "Ctrl+Shift+Z"]


def test_no_two_actions_share_a_key_whatever_the_settings_say(actions, tmp_path):
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.IniFormat)
    store.setValue("keys/redo", "Ctrl+Z")
    store.setValue("keys/numbers", "Ctrl+Z; N")

    Shortcuts(actions.values(), default_keys(), Settings(store))

    assert texts_of(actions["redo"]) == ["Ctrl+Z"]
    assert texts_of(actions["numbers"]) == ["N"]
    assert texts_of(actions["take_back"]) == []


# The page of the settings


@pytest.fixture
def window(qtbot):
    made = QMainWindow()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def groups(window):
    """Return all actions of the program by menu."""
    actions = Actions(window, make_menus())
    actions.show(state_after())
    return Menus(window, actions, []).groups()


@pytest.fixture
def keys(groups, settings):
    actions = [one for _, members in groups for one in members]
    return Shortcuts(actions, default_keys(), settings)


@pytest.fixture
def page(keys, groups, qtbot):
    """Return the page alone."""
    made = ShortcutsPage(keys, groups)
    qtbot.addWidget(made)
    made.show()
    return made


def choose(window, text):
    """Choose an action by its text."""
    tree = widget(window, "keys_list")
    rows = QTreeWidgetItemIterator(tree)
    while rows.value().text(0) != text:
        rows += 1
    tree.setCurrentItem(rows.value())


def press_key(window, key, modifiers=Qt.NoModifier):
    edit = widget(window, "keys_edit")
    QTest.keyClick(edit, key, modifiers)
    edit.editingFinished.emit()


def shown_key(window, text):
    tree = widget(window, "keys_list")
    rows = QTreeWidgetItemIterator(tree)
    while rows.value().text(0) != text:
        rows += 1
    return rows.value().text(1)


def test_keys_of_one_name_are_shown_once(monkeypatch):
    monkeypatch.setattr(QKeySequence, "toString", lambda *_arguments: "回车")

    assert format_shortcuts([QKeySequence("Return"), QKeySequence("Enter")]) == "回车"


def test_a_free_key_counts_at_once(persons, qtbot):
    window = persons.window
    action(window, "settings").trigger()
    widget(window, "settings").show_page("settings_keys")
    choose(window, "Take back")

    press_key(window, Qt.Key_J)

    assert shown_key(window, "Take back") == "J"
    press(window, "settings_close")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    play_all(persons, ["h8", "h9"])
    key(window, Qt.Key_J)
    assert moves(persons) == ["h8"]
    assert "(J)" in widget(window, "button_take_back").toolTip()


def test_a_key_in_use_names_its_action_and_stays_there(page):
    choose(page, "Take back")

    press_key(page, Qt.Key_Y, Qt.ControlModifier)

    sentence = widget(page, "keys_problem").text()
    assert sentence == "Ctrl+Y is already assigned to “Redo”."
    assert shown_key(page, "Take back") == "Ctrl+Z"
    assert shown_key(page, "Redo") == "Ctrl+Y; Ctrl+Shift+Z"


def test_a_key_that_opens_a_menu_is_given_to_no_action(page):
    choose(page, "Take back")

    press_key(page, Qt.Key_G, Qt.AltModifier)

    assert widget(page, "keys_problem").text() == "Alt+G opens the menu “Game”."
    assert not has_widget(page, "keys_take_over")
    assert shown_key(page, "Take back") == "Ctrl+Z"


def test_a_key_in_use_can_be_taken_over(page):
    choose(page, "Take back")
    press_key(page, Qt.Key_Y, Qt.ControlModifier)
    reset_all, take_over = (
        widget(page, name) for name in ("keys_reset_all", "keys_take_over")
    )
    assert reset_all.isVisible()
    assert take_over.geometry().right() < reset_all.x()

    press(page, "keys_take_over")

    assert shown_key(page, "Take back") == "Ctrl+Y"
    assert shown_key(page, "Redo") == "Ctrl+Shift+Z"


def test_one_action_or_all_can_be_reset(page):
    for text, letter in (("Take back", Qt.Key_J), ("Redo", Qt.Key_D)):
        choose(page, text)
        press_key(page, letter)

    press(page, "keys_reset")
    assert shown_key(page, "Redo") == "Ctrl+Y; Ctrl+Shift+Z"
    assert shown_key(page, "Take back") == "J"

    press(page, "keys_reset_all")
    assert shown_key(page, "Take back") == "Ctrl+Z"


@pytest.mark.parametrize("wanted", ["take ba", "CTRL+Z"])
def test_actions_are_found_by_name_and_by_key(page, wanted):
    widget(page, "keys_search").setText(wanted)

    tree = widget(page, "keys_list")
    rows = QTreeWidgetItemIterator(tree, QTreeWidgetItemIterator.NotHidden)
    shown = []
    while rows.value():
        shown.append(rows.value().text(0))
        rows += 1
    assert shown == ["Edit", "Take back"]


def test_a_search_chooses_what_it_finds_so_that_nothing_hidden_gets_a_key(page):
    widget(page, "keys_search").setText("hint")

    press_key(page, Qt.Key_J)

    assert shown_key(page, "Hint") == "J"


# The sheet of all keys


@pytest.fixture
def sheet(keys, groups, qtbot):
    """Return the sheet alone."""
    made = ShortcutsSheet(groups)
    qtbot.addWidget(made)
    made.show()
    return made


def shown_texts(window):
    labels = widget(window, "sheet").findChildren(QLabel)
    return [label.text() for label in labels if label.isVisible()]


def test_the_sheet_shows_every_key_beside_its_action(sheet):
    shown = shown_texts(sheet)

    at = shown.index("Redo")
    assert shown[at : at + 3] == ["Redo", "Ctrl+Y", "Ctrl+Shift+Z"]
    keys = [k for keys in default_keys().values() for k in keys]
    native = [QKeySequence(k).toString(QKeySequence.NativeText) for k in keys]
    assert set(native) <= set(shown)


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_sheet_cuts_no_key_on_a_small_screen(
    groups, qapp, qtbot, monkeypatch, language
):
    languages.apply(qapp, language)
    screen = Screen(683, 364)  # 1366 x 768 at 200 %
    monkeypatch.setattr(ShortcutsSheet, "screen", lambda _: screen)

    made = ShortcutsSheet(groups)
    qtbot.addWidget(made)
    made.show()

    assert made.width() <= 683
    assert widget(made, "sheet").horizontalScrollBar().maximum() == 0


def test_the_sheet_shows_the_users_keys(program):
    Shortcuts(
        [action(program.window, "redo")], default_keys(), program.settings
    ).assign("redo", QKeySequence("J"))

    action(program.window, "keys_sheet").trigger()

    shown = shown_texts(program.window)
    assert shown[shown.index("Redo") + 1] == "J"


def test_the_sheet_can_be_searched(sheet):
    widget(sheet, "sheet_search").setText("redo")

    assert shown_texts(sheet) == ["Edit", "Redo", "Ctrl+Y", "Ctrl+Shift+Z"]


def test_the_sheet_leads_to_the_page_where_keys_are_changed(program):
    action(program.window, "keys_sheet").trigger()

    press(program.window, "sheet_change")

    assert widget(program.window, "keys_list").isVisible()
