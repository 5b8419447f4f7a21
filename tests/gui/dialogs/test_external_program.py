"""External programs in the list of engines: added, tried, remembered, removed."""

import pytest
from PyQt5.QtCore import QSettings, Qt
from PyQt5.QtTest import QTest

from engine.games import GAMES
from engine.match.engine_choice import default_match
from engine.match.match_setup import MatchSetup
from engine.players.program_player import ProgramPlayer
from gui.dialogs.new_game_dialog import NewGameDialog
from gui.dialogs.program_dialog import ProgramDialog
from gui.settings.external_programs import ExternalPrograms
from gui.settings.settings import Settings
from tests.gui.driving import choose, has_widget, press, widget
from tests.gui.external_programs import fake_gomocup, fake_htp

__all__ = ["fake_gomocup", "fake_htp"]

PICKER = "new_game_second"
GOMOKU = GAMES["gomoku"].setup()


@pytest.fixture
def ask():
    """Answer the question for a file by the list's only entry, if there is one."""
    answers = []
    return answers, lambda _parent, _folder: answers[0] if answers else None


@pytest.fixture
def programs(settings, ask):
    return ExternalPrograms(settings, ask[1])


@pytest.fixture
def show(qtbot, programs):
    def start(last=None, game="gomoku"):
        dialog = NewGameDialog(
            game, lambda name: last or default_match(name), programs=programs
        )
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return start


@pytest.fixture
def form(qtbot, ask):
    def start(game="gomoku", setup=None):
        dialog = ProgramDialog(setup or GAMES[game].setup(), ask[1])
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return start


def add(dialog, command, name=""):
    """Add a program by the entry of the list."""
    choose(dialog, f"{PICKER}_engine", "more")
    choose(dialog, f"{PICKER}_kind", "add_program")
    widget(dialog, "program_command").setText(command)
    widget(dialog, "program_name").setText(name)
    press(dialog, "program_accept")


def kinds(dialog, picker=PICKER):
    box = widget(dialog, f"{picker}_kind")
    return [box.itemText(index) for index in range(box.count())]


def answer(qtbot, form):
    """Try the program of a form and return what its label says then."""
    press(form, "program_try")
    assert widget(form, "program_answer").text() == "Waiting for an answer…"
    qtbot.waitUntil(lambda: widget(form, "program_try").isEnabled())
    return widget(form, "program_answer").text()


def test_an_added_program_is_chosen_and_offered_to_both_sides(show):
    dialog = show()

    add(dialog, "./rapfi --fast", "Rapfi")

    assert dialog.choice.second.command == "./rapfi --fast"
    assert dialog.choice.second.title == "Rapfi"
    choose(dialog, "new_game_first_engine", "more")
    for picker in ("new_game_first", PICKER):
        assert kinds(dialog, picker)[-3:] == [
            "External programs",
            "Rapfi",
            "External program…",
        ]


def test_a_program_is_remembered_for_its_game_alone(show, settings, tmp_path):
    add(show(), "./rapfi", "Rapfi")

    settings.save()
    other = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.IniFormat))
    known = ExternalPrograms(other, lambda _parent, _folder: None)
    assert [one.title for one in known.of_game("gomoku")] == ["Rapfi"]
    assert known.of_game("hex") == ()


def test_a_removed_program_is_forgotten(show, programs):
    dialog = show()
    add(dialog, "./rapfi", "Rapfi")

    press(dialog, f"{PICKER}_remove_program")

    assert programs.of_game("gomoku") == ()
    assert "Rapfi" not in kinds(dialog)
    assert not isinstance(dialog.choice.second, ProgramPlayer)


def test_a_changed_program_takes_its_own_place(show, programs):
    dialog = show()
    add(dialog, "./one", "One")
    add(dialog, "./two", "Two")
    choose(dialog, f"{PICKER}_kind", programs.of_game("gomoku")[0])

    press(dialog, f"{PICKER}_change_program")
    assert widget(dialog, "program_command").text() == "./one"
    widget(dialog, "program_name").setText("Other")
    press(dialog, "program_accept")

    titles = [one.title for one in programs.of_game("gomoku")]
    assert titles == ["Other", "Two"]
    assert kinds(dialog)[-3:] == ["Other", "Two", "External program…"]
    assert dialog.choice.second.title == "Other"


def test_a_cancelled_form_leaves_the_choice(show):
    dialog = show()
    choose(dialog, f"{PICKER}_engine", "more")
    before = widget(dialog, f"{PICKER}_kind").currentText()

    choose(dialog, f"{PICKER}_kind", "add_program")
    press(dialog, "program_cancel")

    assert widget(dialog, f"{PICKER}_kind").currentText() == before


def test_the_program_of_the_last_game_is_offered_though_it_was_removed(
    show, fake_gomocup
):
    player = fake_gomocup().player

    dialog = show(MatchSetup(setup=GOMOKU, second=player))

    assert dialog.choice.second == player
    assert not has_widget(dialog, f"{PICKER}_remove_program")


def test_rules_that_the_protocol_lacks_are_a_sentence(show):
    dialog = show()
    add(dialog, "./rapfi", "Rapfi")

    choose(dialog, "new_game_option_opening", "rif")

    problem = widget(dialog, "new_game_problem").text()
    assert problem.startswith("Rapfi cannot play this game: Expected no opening rule")
    assert dialog.choice is None


def test_a_program_plays_by_swap2(show):
    dialog = show()
    add(dialog, "./rapfi", "Rapfi")

    choose(dialog, "new_game_option_opening", "swap2")

    assert widget(dialog, "new_game_problem").text() == ""
    assert dialog.choice.setup.option("opening") == "swap2"


def test_a_contest_can_be_played_by_a_program_without_a_warning(
    show_contest_form, programs, fake_gomocup
):
    player = fake_gomocup().player
    programs.put("gomoku", player)
    dialog = show_contest_form(programs)

    choose(dialog, "contest_engine_engine", "more")
    choose(dialog, "contest_engine_kind", player)

    assert dialog.contest.our_engine == player
    assert not has_widget(dialog, "contest_weakness")


def test_a_contest_by_swap2_can_be_played_by_a_program(
    show_contest_form, programs, fake_gomocup
):
    programs.put("gomoku", fake_gomocup().player)
    dialog = show_contest_form(programs)
    choose(dialog, "contest_engine_engine", "more")
    choose(dialog, "contest_engine_kind", fake_gomocup().player)

    choose(dialog, "contest_option_opening", "swap2")

    assert dialog.contest.setup.option("opening") == "swap2"
    choose(dialog, "contest_option_opening", "rif")
    assert dialog.contest is None


def test_a_trial_shows_the_name_and_the_first_move(qtbot, form, fake_gomocup):
    dialog = form()
    widget(dialog, "program_command").setText(fake_gomocup().command)

    assert answer(qtbot, dialog) == "It answers: Fake. Its first move is a15."
    assert widget(dialog, "program_name").text() == "Fake"
    assert dialog.program.title == "Fake"


def test_a_trial_of_an_htp_program(qtbot, form, fake_htp):
    dialog = form("hex")
    widget(dialog, "program_command").setText(fake_htp().command)

    assert answer(qtbot, dialog) == "It answers: Fake. Its first move is a1."


def test_a_missing_file_is_a_sentence(qtbot, form):
    dialog = form()
    widget(dialog, "program_command").setText("/nowhere/program")

    assert answer(qtbot, dialog) == (
        "The program /nowhere/program cannot be started: "
        "there is no such file or folder."
    )
    assert widget(dialog, "program_answer").property("role") == "danger"


def test_a_trial_does_not_give_the_keyboard_to_cancel(qtbot, form, fake_gomocup):
    dialog = form()
    widget(dialog, "program_command").setText(fake_gomocup().command)
    button = widget(dialog, "program_try")
    dialog.activateWindow()
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)

    QTest.keyClick(button, Qt.Key_Space)
    QTest.keyClick(dialog.focusWidget() or dialog, Qt.Key_Space)

    assert dialog.isVisible()
    qtbot.waitUntil(button.hasFocus)


def test_a_program_that_refuses_is_a_sentence_with_the_protocol(
    qtbot, form, fake_gomocup
):
    dialog = form()
    widget(dialog, "program_command").setText(fake_gomocup("refuses").command)
    widget(dialog, "program_name").setText("Fake")

    assert answer(qtbot, dialog) == (
        "Expected a program for gomoku that speaks Gomocup: The program Fake refused "
        '"START 15" with "ERROR unsupported size".'
    )


def test_rules_without_words_in_the_protocol_are_tried_on_the_usual_board(
    qtbot, form, fake_gomocup
):
    setup = GAMES["gomoku"].setup(options={"opening": "rif"})
    dialog = form(setup=setup)
    widget(dialog, "program_command").setText(fake_gomocup().command)

    assert answer(qtbot, dialog).startswith("It answers: Fake.")


def test_a_program_that_does_not_know_swap2_is_a_sentence(qtbot, form, fake_gomocup):
    dialog = form(setup=GAMES["gomoku"].setup(options={"opening": "swap2"}))
    fake = fake_gomocup("swap2:0:UNKNOWN command")
    widget(dialog, "program_command").setText(fake.command)
    widget(dialog, "program_name").setText("Fake")

    assert answer(qtbot, dialog) == (
        "The program Fake does not know the opening rule swap2: it answered "
        'SWAP2BOARD with "UNKNOWN command".'
    )


def test_a_closed_form_ends_its_trial(qtbot, form, fake_gomocup):
    fake = fake_gomocup("child", "silent")
    dialog = form()
    widget(dialog, "program_command").setText(fake.command)
    press(dialog, "program_try")
    qtbot.waitUntil(lambda: len(fake.processes) == 2)

    press(dialog, "program_cancel")

    qtbot.waitUntil(lambda: not fake.processes, timeout=5000)


def test_a_chosen_file_fills_command_folder_and_name(form, ask, tmp_path):
    ask[0].append(tmp_path / "my engine" / "rapfi.exe")
    dialog = form()

    press(dialog, "program_browse")

    assert widget(dialog, "program_name").text() == "rapfi"
    settings = dict(dialog.program.overrides)
    assert settings == {"name": "rapfi", "cwd": str(tmp_path / "my engine")}


def test_quotes_that_are_not_closed_are_a_sentence(form):
    dialog = form()

    widget(dialog, "program_command").setText("'./rapfi")

    assert widget(dialog, "program_problem").text().startswith("Expected closed quotes")
    assert dialog.program is None
    assert not widget(dialog, "program_try").isEnabled()


def test_settings_in_braces_may_be_typed(form):
    dialog = form()

    widget(dialog, "program_command").setText("cmd{renju=2}:./rapfi")

    assert dialog.program.command == "./rapfi"
    assert dict(dialog.program.overrides) == {"name": "rapfi", "renju": 2}
