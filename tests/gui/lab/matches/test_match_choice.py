"""Choices of the match form: plans, texts for the settings, names of folders."""

import pytest

from engine.core.errors import EngineError
from engine.games import GAMES, get_game
from engine.tournament.contestants import list_contestants
from gui.lab.matches.match_choice import default_match_choice, parse_match_choice
from tests.gui.lab.conftest import tiny_choice


@pytest.mark.parametrize("game", GAMES)
def test_the_default_match_can_be_played(game):
    choice = default_match_choice(game)

    plan = choice.make_plan()

    assert plan.kind == "match"
    assert plan.openings
    assert len(list_contestants(plan)) == 2


@pytest.mark.parametrize(
    "choice",
    [
        default_match_choice("hex"),
        tiny_choice(limit="own", openings="none", is_gauntlet=True, threads=3),
        tiny_choice(engines=("uct", "uct{nodes=7}", "mcts"), openings_file="a.txt"),
    ],
)
def test_a_choice_survives_the_settings(choice):
    assert parse_match_choice(choice.to_text()) == choice


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"setup": 3}', "{" * 9])
def test_damaged_settings_are_refused_in_a_sentence(text):
    with pytest.raises(EngineError):
        parse_match_choice(text)


def test_settings_with_an_impossible_board_are_refused():
    text = tiny_choice().to_text().replace('"height": 5', '"height": 500')

    with pytest.raises(EngineError, match="500"):
        parse_match_choice(text)


@pytest.mark.parametrize(
    ("engines", "is_gauntlet", "kind"),
    [
        (("uct", "mcts"), True, "match"),
        (("uct", "mcts", "minimax"), True, "gauntlet"),
        (("uct", "mcts", "minimax"), False, "round-robin"),
    ],
)
def test_the_number_of_engines_makes_a_match_or_a_tournament(
    engines, is_gauntlet, kind
):
    plan = tiny_choice(engines=engines, is_gauntlet=is_gauntlet).make_plan()

    assert plan.kind == kind


def test_a_test_belongs_to_a_match_alone():
    three = ("uct", "mcts", "minimax")

    assert tiny_choice(has_test=True, elo1=30.0).make_plan().sprt.elo1 == 30
    assert tiny_choice().make_plan().sprt is None
    assert tiny_choice(has_test=True, engines=three).make_plan().sprt is None


def test_hypotheses_in_the_wrong_order_are_refused():
    with pytest.raises(EngineError, match="ELO0 below ELO1"):
        tiny_choice(has_test=True, elo0=50.0, elo1=0.0).make_plan()


def test_threads_are_those_of_every_search():
    contestants = list_contestants(tiny_choice(threads=2).make_plan())

    assert [one.config.run_keys.threads for one in contestants] == [2, 2]


def test_openings_come_from_the_chosen_file(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("a1 b2\nc3\n")

    plan = tiny_choice(openings="file", openings_file=str(path)).make_plan()

    assert sorted(opening.moves for opening in plan.openings) == ["a1 b2", "c3"]


def test_openings_of_another_board_are_refused(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("a1 b2\no15\n")

    with pytest.raises(EngineError, match=r"Line 2 of mine\.txt"):
        tiny_choice(openings="file", openings_file=str(path)).make_plan()


def test_a_match_may_begin_on_the_empty_board():
    assert tiny_choice(openings="none").make_plan().openings == ()


def test_a_suggested_name_is_a_safe_name_of_a_folder():
    setup = get_game("hex").setup(height=5, width=8)
    engines = ("uct{net='../x'}", "cmd:C:\\a b\\c.exe --all")

    name = tiny_choice(setup=setup, engines=engines).suggest_name()

    assert name.startswith("hex-5x8-uct")
    assert not set(name) & set("/\\:{}'\" ")
    assert len(name) <= 60


def test_a_suggested_name_has_the_name_of_a_network_and_not_its_path():
    engines = ('mcts{net="/home/me/runs/first-run/net.safetensors"}', "uct:1")

    name = tiny_choice(engines=engines).suggest_name()

    assert name == "gomoku-5x6-mcts-net-first-run-uct-1"
