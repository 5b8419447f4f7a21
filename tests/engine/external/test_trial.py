"""Trials of programs: their name and first move, or why there is none."""

import threading
import time

import pytest

from engine.core.errors import ExternalProgramError
from engine.external.settings import ExternalSettings, join_command, split_command
from engine.external.trial import Trial
from engine.games import get_game
from engine.search.api import Limits, StopFlag

GOMOKU = get_game("gomoku").setup(height=9, width=9)
HEX = get_game("hex").setup(height=5, width=5)


def run(fake, setup, **settings):
    return Trial(fake.command, ExternalSettings(name="Fake", **settings), setup).run()


def test_a_gomocup_program_has_a_name_and_a_move(gomocup):
    answer = run(gomocup(), GOMOKU)

    assert (answer.name, answer.cell) == ("Fake", "a9")


def test_an_htp_program_has_a_name_and_a_move(htp):
    answer = run(htp(), HEX)

    assert (answer.name, answer.cell) == ("Fake", "a1")


def test_a_program_for_another_game_is_named_with_its_answer(htp):
    with pytest.raises(ExternalProgramError) as caught:
        run(htp("tight"), GOMOKU, startup=0.5)

    assert caught.value.message == (
        "Expected a program for gomoku that speaks Gomocup: The program Fake did not "
        'answer "START 9" within 0.5 seconds; its last line was "=".'
    )


def test_a_program_that_ends_is_no_question_of_the_protocol(gomocup):
    with pytest.raises(ExternalProgramError) as caught:
        run(gomocup("crash"), GOMOKU)

    assert caught.value.message.startswith("The program Fake ended with status 3")


def test_a_stopped_trial_fails_soon(gomocup):
    trial = Trial(gomocup("silent").command, ExternalSettings(), GOMOKU)
    threading.Timer(0.3, trial.stop).start()
    started = time.monotonic()

    with pytest.raises(ExternalProgramError):
        trial.run()

    assert time.monotonic() - started < 5


@pytest.mark.parametrize(("kind", "setup"), [("gomocup", GOMOKU), ("htp", HEX)])
def test_a_program_whose_move_is_discarded_is_ended_and_starts_again(
    kind, setup, request
):
    fake = request.getfixturevalue(kind)("mute")
    position = get_game(setup.game).new_position(setup)
    stop = StopFlag()
    threading.Timer(0.3, stop.discard).start()
    started = time.monotonic()

    with pytest.raises(ExternalProgramError, match="its move is not needed"):
        fake.searcher.search(position, Limits(seconds=60), stop=stop)

    assert time.monotonic() - started < 5
    fake.searcher.prepare(position)


@pytest.mark.parametrize(
    "words", [["/my engines/rapfi", "--fast"], ["rapfi"], ["a", "it's"]]
)
def test_a_joined_command_splits_into_its_words(words):
    assert split_command(join_command(words)) == words
