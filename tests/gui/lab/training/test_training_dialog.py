"""Form of a training run: configuration, name and folder of the run."""

import pytest

from engine.training.run.training_file import TEXT
from gui.lab.training.training_choice import TrainingChoice
from gui.lab.training.training_dialog import TrainingDialog
from gui.style.theme import MONO_FAMILIES
from tests.gui.driving import press, widget
from tests.gui.lab.conftest import LockedPath, fail_for_want_of_room

pytest.importorskip("torch")


@pytest.fixture
def form(qtbot, tmp_path):
    dialog = TrainingDialog(
        folder=tmp_path, ask_file=lambda *_: None, ask_folder=lambda *_: None
    )
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_the_form_begins_with_the_simplest_configuration(form, tmp_path):
    assert 'name = "first-run"' in widget(form, "training_text").toPlainText()
    assert widget(form, "training_accept").isEnabled()
    assert form.choice.folder == tmp_path / "first-run"


def test_the_configuration_has_letters_of_one_width(form):
    assert widget(form, "training_text").font().families() == list(MONO_FAMILIES)


def test_a_mistake_in_the_configuration_is_said_while_one_types(form):
    text = widget(form, "training_text")
    whole = text.toPlainText()

    text.setPlainText(whole.replace("steps = 60", "steps = 0"))
    assert "train.steps" in widget(form, "training_problem").text()
    assert not widget(form, "training_accept").isEnabled()
    text.setPlainText(whole)

    assert widget(form, "training_accept").isEnabled()


def test_a_chosen_file_is_named_above_its_text(qtbot, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('game = "hex"\n')
    dialog = TrainingDialog(
        folder=tmp_path, ask_file=lambda *_: own, ask_folder=lambda *_: None
    )
    qtbot.addWidget(dialog)
    dialog.show()

    press(dialog, "training_file")

    assert widget(dialog, "training_template").currentText() == "own.toml"
    assert widget(dialog, "training_text").toPlainText() == own.read_text()


def test_a_name_outside_the_folder_is_one_sentence_in_the_form(form, qtbot):
    name = widget(form, "training_name")
    name.clear()

    qtbot.keyClicks(name, "../a")

    assert "without any of" in widget(form, "training_problem").text()
    assert not widget(form, "training_accept").isEnabled()


def test_a_name_that_is_too_long_is_one_sentence_in_the_form(form, qtbot):
    name = widget(form, "training_name")
    name.clear()

    qtbot.keyClicks(name, 300 * "a")

    assert "the name is too long" in widget(form, "training_problem").text()
    assert not widget(form, "training_accept").isEnabled()


def test_a_folder_without_permission_is_one_sentence_in_the_form(qtbot, tmp_path):
    dialog = TrainingDialog(
        folder=LockedPath(tmp_path),
        ask_file=lambda *_: None,
        ask_folder=lambda *_: None,
    )
    qtbot.addWidget(dialog)
    dialog.show()

    assert "it is not permitted" in widget(dialog, "training_problem").text()
    assert not widget(dialog, "training_accept").isEnabled()


def test_a_full_disk_is_one_sentence_and_can_be_tried_again(form, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(TrainingChoice, "write", fail_for_want_of_room)
        press(form, "training_accept")
        assert "the disk is full" in widget(form, "training_problem").text()

    press(form, "training_accept")

    assert form.result() == TrainingDialog.Accepted


def test_the_form_writes_what_was_edited(form):
    text = widget(form, "training_text")
    text.setPlainText(text.toPlainText().replace("generations = 12", "generations = 3"))

    press(form, "training_accept")

    written = (form.choice.folder / TEXT).read_text()
    assert "generations = 3" in written
