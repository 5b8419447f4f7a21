"""The page of the settings for the engines that analyse."""

import pytest
from PyQt5.QtWidgets import QAction, QFileDialog

from gui.dialogs.settings_dialog.engine_fields import EngineFields
from gui.settings.analysis_settings import ANALYSIS_ENGINE
from tests.gui.driving import has_widget, widget
from tests.networks import GOMOKU_NETWORK

GOMOKU = ANALYSIS_ENGINE["gomoku"]


@pytest.fixture
def show_fields(qtbot, settings):
    """Return a function that shows the fields of Gomoku."""

    def show():
        fields = EngineFields("gomoku", settings)
        qtbot.addWidget(fields)
        fields.show()
        return fields

    return show


def choose(fields, part, data):
    box = widget(fields, f"settings_engine_gomoku_{part}")
    box.setCurrentIndex(box.findData(data))
    box.activated.emit(box.currentIndex())


def type_own(fields, text):
    field = widget(fields, "settings_engine_gomoku_own")
    field.setText(text)
    field.textEdited.emit(text)


def about(fields):
    return widget(fields, "settings_engine_gomoku_about").text()


def test_a_chosen_kind_is_stored(show_fields, settings):
    choose(show_fields(), "kind", "uct")

    assert settings[GOMOKU] == "uct"


def test_the_choice_of_the_program_is_stored_as_no_engine(show_fields, settings):
    settings[GOMOKU] = "uct"

    choose(show_fields(), "kind", None)

    assert settings[GOMOKU] == ""


def test_a_network_and_settings_of_its_own_are_stored_together(show_fields, settings):
    fields = show_fields()
    choose(fields, "kind", "mcts")

    type_own(fields, "exploration=2.0, batch=8")
    choose(fields, "network", GOMOKU_NETWORK)

    assert settings[GOMOKU] == f"mcts{{batch=8,exploration=2.0,net={GOMOKU_NETWORK}}}"


def test_what_is_stored_is_shown_again(show_fields, settings):
    settings[GOMOKU] = f"mcts{{batch=8,net={GOMOKU_NETWORK}}}"

    fields = show_fields()

    assert widget(fields, "settings_engine_gomoku_own").text() == "batch=8"
    assert (
        widget(fields, "settings_engine_gomoku_network").currentData() == GOMOKU_NETWORK
    )


def test_a_value_network_is_among_the_settings_of_its_own(show_fields, settings):
    fields = show_fields()
    choose(fields, "kind", "alphabeta")
    type_own(fields, "net=gomoku-4")
    assert settings[GOMOKU] == "alphabeta{net=gomoku-4}"
    fields = show_fields()
    assert widget(fields, "settings_engine_gomoku_own").text() == "net=gomoku-4"

    type_own(fields, "")

    assert settings[GOMOKU] == "alphabeta"


def test_a_wrong_key_is_explained_and_not_stored(show_fields, settings):
    fields = show_fields()
    choose(fields, "kind", "uct")

    type_own(fields, "explortion=2.0")

    assert about(fields).startswith("Expected a key of uct among")
    assert settings[GOMOKU] == "uct"


def test_a_file_that_is_no_network_is_explained_and_not_stored(
    show_fields, settings, tmp_path, monkeypatch
):
    path = tmp_path / "net.safetensors"
    path.write_bytes(b"no network")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: (str(path), ""))
    fields = show_fields()
    choose(fields, "kind", "mcts")

    choose(fields, "network", "file")

    assert about(fields)
    assert settings[GOMOKU] == "mcts"


def test_an_engine_without_a_network_offers_none(show_fields):
    fields = show_fields()

    choose(fields, "kind", "alphabeta")

    assert not has_widget(fields, "settings_engine_gomoku_network")


def test_the_gear_opens_the_page(program):
    program.window.findChild(QAction, "arrange_analyse").trigger()

    widget(program.window, "button_engine_settings").click()

    assert widget(program.window, "settings_engines").isVisible()


def test_a_long_name_does_not_widen_the_page(show_fields):
    fields = show_fields()
    box = widget(fields, "settings_engine_gomoku_kind")

    assert box.minimumSizeHint().width() < box.view().sizeHintForColumn(0)
