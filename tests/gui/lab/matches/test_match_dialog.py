"""The form of a match: fields, problems in one sentence, the plan that it writes."""

import shutil

import pytest

from engine.core.files.paths import RUN_NETWORK
from engine.games import GAMES
from engine.nn.named_networks import find_network
from engine.tournament.run_folder import RunFolder
from gui.lab.matches.match_choice import default_match_choice
from gui.lab.matches.match_dialog import MatchDialog
from tests.gui.driving import choose, has_widget, press, widget
from tests.gui.lab.conftest import LockedPath, fail_for_want_of_room, tiny_choice


@pytest.fixture
def answers(tmp_path):
    return {"file": None, "folder": tmp_path / "other"}


@pytest.fixture
def show(qtbot, tmp_path, answers):
    """Return a function that shows the form."""
    dialogs = []

    def open_form(choice=None):
        dialog = MatchDialog(
            choice or tiny_choice(),
            default_match_choice,
            folder=tmp_path / "matches",
            ask_file=lambda parent, folder: answers["file"],
            ask_folder=lambda parent, folder: answers["folder"],
        )
        qtbot.addWidget(dialog)
        dialogs.append(dialog)  # a test may keep no more than a part of it
        dialog.show()
        return dialog

    return open_form


def problem(dialog):
    return widget(dialog, "match_problem").text()


def type_text(dialog, name, text):
    field = widget(dialog, name)
    field.setText(text)
    field.textEdited.emit(text)


def test_starting_writes_the_plan_into_a_new_folder(show, tmp_path):
    dialog = show()

    press(dialog, "match_accept")

    assert not dialog.isVisible()
    assert dialog.path == tmp_path / "matches" / "gomoku-5x6-uct-plain-1-minimax-1"
    assert RunFolder(dialog.path).plan() == tiny_choice().make_plan()


def test_a_second_match_gets_another_folder(show):
    first = show()
    press(first, "match_accept")

    assert show().path.name == f"{first.path.name}-2"


def test_a_taken_name_is_refused_and_nothing_is_overwritten(show):
    first = show()
    press(first, "match_accept")
    before = (first.path / "plan.json").read_bytes()
    second = show(tiny_choice(games=8))
    type_text(second, "match_name", first.path.name)

    press(second, "match_accept")

    assert second.isVisible()
    assert str(first.path) in problem(second)
    assert (first.path / "plan.json").read_bytes() == before


def test_an_empty_name_gives_way_to_the_suggestion(show):
    dialog = show()
    suggestion = widget(dialog, "match_name").text()

    type_text(dialog, "match_name", "own")
    type_text(dialog, "match_name", " ")

    assert widget(dialog, "match_name").text() == suggestion


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nobody", "nobody"),
        ("uct:99", "99"),
        ("uct{speed=3}", "speed"),
        ("uct{nodes=", "braces"),
        ("", "engine"),
        ("mcts", "network"),
    ],
)
def test_a_wrong_engine_is_one_sentence(show, text, reason):
    dialog = show()
    press(dialog, "match_engines_way_typed")

    type_text(dialog, "match_engines_text", text)

    assert reason in problem(dialog)
    assert not widget(dialog, "match_accept").isEnabled()


def test_an_engine_can_have_settings_of_its_own(show):
    dialog = show()
    press(dialog, "match_engines_way_typed")

    type_text(dialog, "match_engines_text", "uct:3{nodes=7}")

    assert dialog.choice.engines == ("uct:3{nodes=7}", "minimax:1")
    assert not problem(dialog)


def test_an_engine_can_play_the_network_in_the_folder_of_a_run(show, tmp_path):
    run = tmp_path / "my run"
    run.mkdir()
    dialog = show(tiny_choice(setup=GAMES["gomoku"].setup()))
    press(dialog, "match_engines_way_typed")
    text = f"mcts{{net={run}}}"

    type_text(dialog, "match_engines_text", text)
    assert "folder of a training run with a network" in problem(dialog)
    shutil.copy(find_network("gomoku-2"), run / RUN_NETWORK)
    type_text(dialog, "match_engines_text", text)

    assert not problem(dialog)


@pytest.mark.parametrize("text", ["uct:3{nodes=7}", "cmd:./engine --fast"])
def test_an_engine_that_no_list_has_is_shown_as_text(show, text):
    dialog = show(tiny_choice(engines=("uct-plain:1", text)))
    assert has_widget(dialog, "match_engines_picker")

    widget(dialog, "match_engines_list").setCurrentRow(1)

    assert widget(dialog, "match_engines_text").text() == text
    assert not has_widget(dialog, "match_engines_picker")


def test_an_engine_can_be_chosen_from_the_list(show):
    dialog = show()

    choose(dialog, "match_engines_picker_kind", "alphabeta")
    widget(dialog, "match_engines_picker_level").setValue(4)

    assert dialog.choice.engines == ("alphabeta:4", "minimax:1")


def test_a_person_is_no_engine(show):
    box = widget(show(), "match_engines_picker_engine")

    assert None not in [box.itemData(index) for index in range(box.count())]


def test_a_third_engine_makes_a_tournament(show):
    dialog = show(tiny_choice(has_test=True))
    assert not widget(dialog, "match_engines_remove").isEnabled()
    assert not has_widget(dialog, "match_kind")

    press(dialog, "match_engines_add")

    assert len(dialog.choice.engines) == 3
    assert has_widget(dialog, "match_kind")
    assert not widget(dialog, "match_test").isEnabled()
    press(dialog, "match_engines_remove")
    assert dialog.choice.kind == "match"


def test_searches_can_use_several_threads(show):
    dialog = show(tiny_choice(threads=3))
    assert widget(dialog, "match_threads").value() == 3

    widget(dialog, "match_threads").setValue(2)

    assert dialog.choice == tiny_choice(threads=2)


def test_engines_can_be_put_in_another_order(show):
    dialog = show()
    widget(dialog, "match_engines_list").setCurrentRow(1)

    press(dialog, "match_engines_up")

    assert dialog.choice.engines == ("minimax:1", "uct-plain:1")


def test_a_board_beyond_the_limits_is_one_sentence(show):
    dialog = show()

    widget(dialog, "match_height").setValue(40)

    assert "5 to 22" in problem(dialog)


def test_hypotheses_in_the_wrong_order_are_one_sentence(show):
    dialog = show(tiny_choice(has_test=True))

    widget(dialog, "match_elo0").setValue(90)

    assert "ELO0 below ELO1" in problem(dialog)


def test_a_file_of_openings_is_read_when_the_match_starts(show, answers, tmp_path):
    answers["file"] = tmp_path / "mine.txt"
    answers["file"].write_text("a1 b1\nz9\n")
    dialog = show()
    choose(dialog, "match_openings", "file")
    press(dialog, "match_browse_file")

    press(dialog, "match_accept")

    assert "Line 2 of mine.txt" in problem(dialog)
    assert not dialog.path.exists()


def test_the_form_says_how_many_openings_there_are(show):
    dialog = show(default_match_choice("hex"))

    text = widget(dialog, "match_about_openings").text()

    assert "balanced" in text
    widget(dialog, "match_width").setValue(12)
    assert "Random" in widget(dialog, "match_about_openings").text()


def test_another_game_brings_its_last_choice(show):
    dialog = show()

    press(dialog, "match_game_hex")

    assert dialog.choice == default_match_choice("hex")


def test_another_folder_can_be_chosen(show, answers):
    dialog = show()

    press(dialog, "match_browse")

    assert dialog.path.parent == answers["folder"]
    assert dialog.folder == answers["folder"]


def test_an_earlier_match_can_be_opened(show, answers, qtbot):
    dialog = show()

    with qtbot.waitSignal(dialog.run_chosen) as chosen:
        press(dialog, "match_open")

    assert chosen.args == [answers["folder"]]
    assert not dialog.isVisible()


def test_a_folder_without_permission_is_one_sentence_at_once(show, answers, tmp_path):
    answers["folder"] = LockedPath(tmp_path)
    dialog = show()

    press(dialog, "match_browse")

    assert "it is not permitted" in problem(dialog)
    assert not widget(dialog, "match_accept").isEnabled()


def test_a_full_disk_is_one_sentence_and_can_be_tried_again(show, monkeypatch):
    dialog = show()
    with monkeypatch.context() as patch:
        patch.setattr(RunFolder, "claim", fail_for_want_of_room)
        press(dialog, "match_accept")
        assert "the disk is full" in problem(dialog)

    press(dialog, "match_accept")

    assert dialog.result() == MatchDialog.Accepted


def test_a_name_that_is_too_long_is_one_sentence_while_one_types(show, tmp_path):
    (tmp_path / "matches").mkdir()
    dialog = show()

    type_text(dialog, "match_name", 300 * "a")

    assert "the name is too long" in problem(dialog)
    assert not widget(dialog, "match_accept").isEnabled()


def test_a_name_outside_the_folder_is_one_sentence_while_one_types(show):
    dialog = show()

    type_text(dialog, "match_name", "../a/b:c*")

    assert "without any of" in problem(dialog)
    assert not widget(dialog, "match_accept").isEnabled()


def test_a_folder_that_cannot_be_written_is_one_sentence(show, tmp_path):
    (tmp_path / "matches").write_text("a file")
    dialog = show()

    press(dialog, "match_accept")

    assert dialog.isVisible()
    assert "matches" in problem(dialog)
