"""Nothing in the running window stays in the other language."""

import re

import pytest
from PyQt5.QtCore import QAbstractListModel, QEvent, QModelIndex, Qt
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import (
    QAbstractItemView,
    QAction,
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from engine.core.files.paths import state_folder
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.records.sgf import codec as sgf
from gui.actions.action_table import default_keys
from gui.app import application as app
from gui.dialogs.about_dialog import PAPERS, REFERENCES, versions
from gui.dialogs.crash_dialog import CrashDialog
from gui.settings.folders import record_folder
from gui.settings.last_match import save_last_match
from gui.settings.table import LANGUAGE
from gui.text import languages
from tests.gui.driving import WIN_IN_NINE, has_widget, play_all, press, widget
from tests.gui.scripted_engines import ENGINE

NAMES = {
    *("Pentahex", "English", "GNU"),  # proper names
    *("UCT", "UCB", "RAVE", "MCTS"),  # algorithms, which Chinese papers call so too
    *("Alpha", "Beta"),  # another of them
    *("SGF", "CCGC", "JSON", "HexWorld", "Piskvork", "RenLib"),  # forms of records
    *("sgf", "txt", "json", "psq", "lib"),  # their files
    *("MB", "CSV"),  # a unit, a form of tables
    *("Swap",),  # an opening rule, swap2, known by this name only
    *(
        "Ctrl",
        "Shift",
        "Alt",
        "Esc",
        "Enter",
        "Home",
        "End",
        "PgUp",
        "PgDown",
        "Space",
        "Tab",
        "Del",
    ),
}
"""Words of Latin letters that stand in Chinese texts as they are."""

PLACES = re.compile(r"\b[a-o]\d+\b|&[A-Z]|\bF\d+\b|uct[a-z-]*:\d+")
"""Cells, access keys, function keys, and engines as records name them."""

TEXTS = (
    *("text", "title", "iconText", "windowTitle", "toolTip", "statusTip"),
    *("placeholderText", "accessibleName", "accessibleDescription", "suffix", "prefix"),
)


def texts_of(root):
    """Return every text of a window with its menus, by the object and the kind."""
    found = {}
    objects = [root, *root.findChildren(QWidget), *root.findChildren(QAction)]
    for number, item in enumerate(objects):
        place = f"{number} {type(item).__name__} {item.objectName()}"
        typed = isinstance(item, QLineEdit | QPlainTextEdit)
        for kind in TEXTS:
            if hasattr(item, kind) and not (typed and kind == "text"):
                said = getattr(item, kind)
                found[f"{place}.{kind}"] = said() if callable(said) else said
        if isinstance(item, QComboBox):
            for index in range(item.count()):
                found[f"{place}[{index}]"] = item.itemText(index)
        if isinstance(item, QAbstractItemView) and item.model() is not None:
            for index, text in enumerate(texts_of_model(item.model())):
                found[f"{place}[{index}]"] = text
    return {place: text for place, text in found.items() if isinstance(text, str)}


def texts_of_model(model, parent=QModelIndex()):  # noqa: B008
    """Yield the titles of the columns, and every text and tip of the cells."""
    is_list = isinstance(model, QAbstractListModel)
    columns = 1 if is_list else model.columnCount(parent)
    if not parent.isValid():
        for column in range(columns):
            yield model.headerData(column, Qt.Horizontal)
    for row in range(model.rowCount(parent)):
        for column in range(columns):
            index = model.index(row, column, parent)
            yield from (index.data(Qt.DisplayRole), index.data(Qt.ToolTipRole))
        yield from texts_of_model(model, model.index(row, 0, parent))


def names_of_keys():
    """Return the words in the names that Qt gives to keys; it leaves some English."""
    keys = [QKeySequence(key) for keys in default_keys().values() for key in keys]
    names = " ".join(key.toString(QKeySequence.NativeText) for key in keys)
    return set(re.findall(r"[A-Za-z]{2,}", names))


def english_in(root, *data):
    """Return the texts of a window that hold an English word.

    Args:
        root: The window.
        data: Texts that are shown as they are, such as names of files.
    """
    left, known_words = {}, NAMES | names_of_keys()
    for place, text in texts_of(root).items():
        plain = text
        for known in data:
            plain = plain.replace(known, "")
        words = re.findall(r"[A-Za-z]{2,}", PLACES.sub("", plain))
        if set(words) - known_words:
            left[place] = text
    return left


def switch(program, language):
    program.settings[LANGUAGE] = language
    QApplication.sendPostedEvents(None, QEvent.DeferredDelete)


@pytest.fixture
def chinese(program):
    switch(program, "zh_CN")
    yield program
    languages.apply(app.get_application(), "en")


@pytest.fixture
def spoken(qapp):
    """Speak Chinese without the program."""
    languages.apply(qapp, "zh_CN")


@pytest.fixture
def in_a_game(chinese):
    """Return the window in a game of the engine, with all there is to see."""
    save_last_match(
        chinese.settings, MatchSetup(setup=GAMES["gomoku"].setup(), second=ENGINE)
    )
    press(chinese.window, "card_play_gomoku")
    return chinese


def test_the_window_in_a_game_is_all_chinese(in_a_game, qtbot):
    play_all(in_a_game, ["h8"])
    qtbot.waitUntil(lambda: in_a_game.controller.session.ply == 2)

    assert not english_in(in_a_game.window)


def test_the_window_of_every_game_with_its_menus_is_all_chinese(chinese, subtests):
    assert not english_in(chinese.window)

    for game in GAMES:
        with subtests.test(game):
            press(chinese.window, f"switch_{game}")

            assert not english_in(chinese.window)


def test_the_cards_are_all_chinese(chinese, qtbot):
    choice = MatchSetup(setup=GAMES["gomoku"].setup())
    chinese.controller.put(chinese.factory.make_game(choice))
    play_all(chinese, ["h8"])
    press(chinese.window, "button_resign")
    assert not english_in(widget(chinese.window, "card_resign"))

    press(chinese.window, "card_keep_playing")
    play_all(chinese, ["h9"])
    press(chinese.window, "button_take_back")
    press(chinese.window, "button_take_back")
    play_all(chinese, WIN_IN_NINE)

    qtbot.waitUntil(lambda: has_widget(chinese.window, "card_result"))
    assert not english_in(widget(chinese.window, "card_result"))


def test_messages_about_a_file_are_chinese(chinese, tmp_path):
    path = tmp_path / "empty.sgf"
    path.write_text("")

    chinese.window.file_controller.open(path)

    card = widget(chinese.window, "card_message")
    assert not english_in(card, path.name)


def test_a_message_follows_the_language(program, tmp_path):
    path = tmp_path / "empty.sgf"
    path.write_text("")
    program.window.file_controller.open(path)
    before = texts_of(widget(program.window, "card_message"))

    switch(program, "zh_CN")
    assert not english_in(widget(program.window, "card_message"), path.name)

    switch(program, "en")
    assert texts_of(widget(program.window, "card_message")) == before


DIALOGS = {
    "新对局(&N)…": "new_game",
    "导出(&E)…": "export",
    "设置(&S)…": "settings",
    "关于 Pentahex(&A)": "about",
}
"""The dialogs of actions of the menus."""


def test_the_dialogs_are_all_chinese(in_a_game, qtbot, subtests):
    play_all(in_a_game, ["h8"])
    qtbot.waitUntil(lambda: in_a_game.controller.session.ply == 2)
    folder = str(record_folder(in_a_game.settings))
    data = versions(), *PAPERS, REFERENCES, folder, sgf.FORMAT.title
    actions = in_a_game.window.findChildren(QAction)

    for text, name in DIALOGS.items():
        with subtests.test(name):
            next(action for action in actions if action.text() == text).trigger()

            dialog = widget(in_a_game.window, name)
            assert not english_in(dialog, *data, "nodes=1000000", "exploration=")
            dialog.reject()


@pytest.mark.parametrize("can_go_on", [True, False])
def test_the_crash_dialog_is_all_chinese(spoken, qtbot, can_go_on):
    dialog = CrashDialog("details", state_folder(), can_go_on=can_go_on)
    qtbot.addWidget(dialog)

    assert not english_in(dialog)


def test_qts_own_texts_are_chinese(spoken, qtbot):
    box = QMessageBox(QMessageBox.Question, "", "", QMessageBox.Yes | QMessageBox.No)
    buttons = QDialogButtonBox(QDialogButtonBox.Save | QDialogButtonBox.Discard)
    line = QLineEdit("text")
    menu = line.createStandardContextMenu()
    for made in (box, buttons, line, menu):
        qtbot.addWidget(made)

    found = [button.text() for button in (*box.buttons(), *buttons.buttons())]
    found += [action.text().split("\t")[0] for action in menu.actions()]

    assert not [text for text in found if re.search(r"[A-Za-z]{2,}", text)]


def test_qts_own_file_dialog_is_chinese(spoken, qtbot, tmp_path):
    dialog = QFileDialog(None, "", str(tmp_path))
    qtbot.addWidget(dialog)
    dialog.setOption(QFileDialog.DontUseNativeDialog)
    dialog.show()

    assert "文件" in widget(dialog, "fileNameLabel").text()
    dialog.reject()


def test_back_in_english_everything_is_as_it_was(program):
    before = texts_of(program.window)

    switch(program, "zh_CN")
    switch(program, "en")

    assert texts_of(program.window) == before


def test_access_keys_are_unique_in_each_menu(chinese, subtests):
    menus = [chinese.window.menuBar(), *chinese.window.findChildren(QMenu)]

    for language in ("zh_CN", "en"):
        switch(chinese, language)
        for menu in menus:
            with subtests.test(f"{menu.objectName()}, {language}"):
                texts = [one.text() for one in menu.actions() if one.isVisible()]
                found = [m for text in texts if (m := re.search(r"&(\w)", text))]
                keys = [m[1].upper() for m in found]
                # Panels are listed by their titles alone.
                has_keys = bool(texts) and menu.objectName() != "menu_panels"
                assert bool(keys) is has_keys
                assert len(set(keys)) == len(keys), texts


def test_the_settings_stay_open_where_the_language_is_the_same(program, settings):
    switch(program, languages.system_language())
    actions = program.window.findChildren(QAction)
    next(item for item in actions if item.objectName() == "settings").trigger()
    dialog = widget(program.window, "settings")
    choices = widget(program.window, "settings_language")

    choices.setCurrentIndex(choices.findData("system"))
    choices.activated.emit(choices.currentIndex())

    assert settings[LANGUAGE] == "system"
    assert dialog.isVisible()
    opened = [d for d in program.window.findChildren(QDialog) if d.isVisible()]
    assert opened == [dialog]
    dialog.reject()
    languages.apply(app.get_application(), "en")


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_no_button_of_a_card_is_cut_off(program, settings, qtbot, language):
    save_last_match(settings, MatchSetup(setup=GAMES["gomoku"].setup(), second=ENGINE))
    switch(program, language)
    press(program.window, "card_play_gomoku")
    play_all(program, ["h8"])
    qtbot.waitUntil(lambda: program.controller.session.ply == 2)
    press(program.window, "button_resign")
    press(program.window, "card_resign_confirm")
    qtbot.waitUntil(lambda: has_widget(program.window, "card_result"))

    card = widget(program.window, "card_result")
    buttons = card.findChildren(QPushButton)
    cut = [b.text() for b in buttons if b.width() < b.sizeHint().width()]

    languages.apply(app.get_application(), "en")
    assert len(buttons) > 2
    assert not cut
