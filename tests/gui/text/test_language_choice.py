"""The program changes its language while it runs."""

import pytest
from PyQt5.QtCore import QLocale
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import QMenu, QMessageBox

from engine.core.message import Message, MessageKey, as_clause
from gui.app import application as app
from gui.settings.table import LANGUAGE
from gui.text import languages
from gui.text.i18n import fill, join_sentences, tr, translate_message
from tests.gui.driving import has_widget, play_all, press, status, texts, widget


@pytest.fixture
def chinese(program, settings):
    settings[LANGUAGE] = "zh_CN"
    yield program
    languages.apply(app.get_application(), "en")


@pytest.fixture
def spoken(qapp):
    """Speak Chinese without a window."""
    languages.apply(qapp, "zh_CN")


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (["zh-CN", "zh", "zh-Hans-CN"], "zh_CN"),
        (["zh-TW", "zh-Hant-TW"], "zh_CN"),
        (["en-GB"], "en"),
        (["de-DE", "zh-CN", "en"], "zh_CN"),
        (["fr-FR", "de-DE"], "en"),
        (["C"], "en"),
        ([], "en"),
    ],
)
def test_the_first_language_that_the_program_speaks_is_taken(wanted, language):
    assert languages.choose_language(wanted) == language


def test_the_language_of_the_system_is_the_default(settings):
    settings[LANGUAGE] = "system"

    assert app.select_language(settings) == languages.system_language()


def test_the_opening_has_its_chinese_name(persons, settings):
    play_all(persons, ["h8", "h9", "i9"])

    settings[LANGUAGE] = "zh_CN"

    assert widget(persons.window, "label_opening").text() == "花月（直指 4）"
    settings[LANGUAGE] = "en"


def test_the_window_follows_a_change_of_language_at_once(chinese, qtbot):
    window = chinese.window

    assert window.menuBar().actions()[0].text() == "对局(&G)"
    assert status(chinese) == "轮到黑方。"
    assert "五子棋" in window.windowTitle()
    assert widget(window, "button_take_back").text() == "悔棋"
    qtbot.waitUntil(lambda: has_widget(window, "card_welcome"))
    assert texts(window, "card_welcome")[0] == "想下什么棋？"


def test_the_window_goes_back_to_english(chinese, settings):
    settings[LANGUAGE] = "en"

    assert status(chinese) == "Black to move."
    assert tr("Games", "Black") == "Black"
    assert QLocale().language() == QLocale.English


def test_qts_own_texts_follow(spoken, qtbot):
    box = QMessageBox(QMessageBox.Question, "", "", QMessageBox.Cancel)
    qtbot.addWidget(box)

    assert "取消" in box.button(QMessageBox.Cancel).text()


def test_arrow_keys_are_called_by_their_arrows(spoken):
    assert QKeySequence("Ctrl+Left").toString(QKeySequence.NativeText) == "Ctrl+←"


def test_an_open_dialog_goes_away_when_the_language_changes(program, settings):
    press(program.window, "button_new")
    dialog = widget(program.window, "new_game")

    settings[LANGUAGE] = "zh_CN"

    assert not dialog.isVisible()
    languages.apply(app.get_application(), "en")


def test_the_language_is_chosen_in_the_menu_of_the_window(program, settings):
    menu = program.window.findChild(QMenu, "menu_language")

    titles = [action.text() for action in menu.actions()]

    assert titles == ["&Follow system", "English", "中文"]
    assert menu.actions()[1].isChecked()


def test_a_change_of_language_is_remembered(program, settings, qtbot):
    menu = program.window.findChild(QMenu, "menu_language")

    menu.actions()[2].trigger()

    assert settings[LANGUAGE] == "zh_CN"
    qtbot.waitUntil(lambda: status(program) == "轮到黑方。")
    languages.apply(app.get_application(), "en")


def test_messages_of_the_engine_are_chinese(spoken):
    objection = Message("{cell} is already occupied.", cell=MessageKey("h8"))
    sentence = Message(
        "{side} may not play {cell} ({why})",
        side=MessageKey("Black"),
        cell=MessageKey("h8"),
        why=as_clause(objection),
    )

    assert translate_message(sentence) == "黑方不能下 h8（h8 处已有棋子）"


def test_a_list_of_the_engine_has_chinese_commas(spoken):
    games = (MessageKey("gomoku"), MessageKey("hex"))
    sentence = Message(
        "Expected a game among {known}, got {name!r}.", known=games, name="go"
    )

    assert translate_message(sentence) == "应为五子棋、海克斯棋之一，实为 'go'。"


def test_a_number_in_a_chinese_message_has_a_space_before_it(spoken):
    message = Message(
        "{path}: expected {wanted}, got {found}.",
        path="train.steps",
        wanted=Message("a whole number"),
        found="999999",
    )

    assert translate_message(message).endswith("，得到 999999。")


def test_a_text_gets_spaces_at_the_ends_of_its_fields_only():
    assert fill("由{player}决定。", player="Alpha-Beta 10 级") == (
        "由 Alpha-Beta 10 级决定。"
    )
    assert fill("由{player}决定。", player="甲队A") == "由甲队A 决定。"
    assert fill("{side} to move", side="Black") == "Black to move"


def test_only_sentences_that_are_not_chinese_have_a_space_between_them():
    assert join_sentences(("Red to move.", "", "Esc stops.")) == (
        "Red to move. Esc stops."
    )
    assert join_sentences(("正在分析……", "按 Esc 停止。", "轮到红方。")) == (
        "正在分析……按 Esc 停止。轮到红方。"
    )
    assert join_sentences(("正在分析……", "")) == "正在分析……"


def test_a_text_that_is_no_sentence_stays_as_it_is(spoken):
    assert translate_message("anything {at all}") == "anything {at all}"


def test_english_sentences_are_not_changed(qapp):
    sentence = as_clause(
        Message("{side} won by {how}.", side=MessageKey("Red"), how="...")
    )

    assert translate_message(sentence) == "Red won by ..."
