"""Tournament files and the choice of openings."""

import pytest

from engine.core.errors import RecordError, SettingsError
from engine.core.files.paths import resources
from engine.games import get_game
from engine.tournament.contestants import list_contestants
from engine.tournament.opening_choice import choose_openings
from engine.tournament.plan import MoveLimits
from engine.tournament.tournament_file import read_tournament

SHIPPED = sorted((resources() / "tournaments").glob("*.toml"))

TEXT = """
game = "hex"
size = "4x7"
engines = ["uct:1", "uct:2", "alphabeta:1"]
[limits]
nodes = 10
"""


@pytest.fixture
def read(tmp_path):
    def read(text):
        path = tmp_path / "cup.toml"
        path.write_text(text, "utf-8")
        return read_tournament(path)

    return read


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_tournament_can_be_played(path):
    plan = read_tournament(path)

    assert len(list_contestants(plan)) == len(plan.engines)
    assert plan.openings


def test_there_are_shipped_tournaments_of_both_kinds():
    assert {read_tournament(path).kind for path in SHIPPED} == {
        "round-robin",
        "gauntlet",
    }


def test_a_file_becomes_a_plan(read):
    plan = read(TEXT)

    assert (plan.kind, plan.games, plan.name) == ("round-robin", 2, "cup")
    assert (plan.setup.height, plan.setup.width) == (4, 7)
    assert plan.limits == MoveLimits(nodes=10)
    assert len(plan.openings) == 1
    assert len(plan.schedule) == 6


def test_a_size_may_be_a_number(read):
    assert read(TEXT.replace('"4x7"', "9")).setup.size_text == "9"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("nodes = 10", "node = 10"), "did you mean nodes"),
        (("nodes = 10", "seconds = 0.0"), "limits.seconds: expected 0.01 or more"),
        (
            ("nodes = 10", "nodes = 10\nown = true"),
            "limits: Expected exactly one of seconds, nodes and own, got nodes, own",
        ),
        (("[limits]\nnodes = 10", ""), "Expected limits"),
        (('"uct:2"', '"uct:1"'), "expected each engine once"),
        (('"4x7"', '"4by7"'), "size: Expected a size"),
        (('"4x7"', "99"), "size: Expected a hex board"),
        (('"hex"', '"chess"'), "game: Expected a game"),
        (("[limits]", '[options]\ncolour = "red"\n[limits]'), "options: Expected"),
        (("[limits]", 'openings = "none.txt"\n[limits]'), "none.txt: there is no"),
        (("[limits]", 'kind = "match"\n[limits]'), "kind: expected one of"),
        (("[limits]", 'kind = "gauntlet"\nchallengers = 3\n[limits]'), "challengers"),
        (("[limits]", "games = 0\n[limits]"), "games: expected 1 or more"),
    ],
)
def test_a_wrong_key_or_value_is_named_with_the_file(read, change, message):
    with pytest.raises(SettingsError, match=message) as caught:
        read(TEXT.replace(*change))

    assert str(caught.value).startswith("cup.toml: ")


def test_openings_of_a_file_are_found_beside_the_tournament(read, tmp_path):
    (tmp_path / "mine.txt").write_text("a1 b2\nc3 d1\n", "utf-8")

    plan = read(TEXT.replace("[limits]", 'games = 8\nopenings = "mine.txt"\n[limits]'))

    assert {opening.moves for opening in plan.openings} == {"a1 b2", "c3 d1"}
    assert plan.openings_source == "from mine.txt"


def test_drawn_openings_depend_on_the_seed_alone():
    setup = get_game("hex").setup(height=5, width=8)

    first, source = choose_openings(setup, 6, seed=3)
    again, _ = choose_openings(setup, 6, seed=3)
    other, _ = choose_openings(setup, 6, seed=4)

    assert first == again != other
    assert len(first) == 6
    assert source == "drawn with seed 3"


def test_no_more_openings_are_chosen_than_pairs_are_played(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("\n".join(f"a{row} b{row}" for row in range(1, 8)), "utf-8")
    setup = get_game("hex").setup(height=7, width=7)

    few, _ = choose_openings(setup, 3, seed=1, file=file)
    others, _ = choose_openings(setup, 3, seed=2, file=file)

    assert len({opening.moves for opening in few}) == 3
    assert few != others


@pytest.mark.parametrize(
    ("game", "options"), [("hex", {"swap": "on"}), ("gomoku", {"opening": "swap2"})]
)
def test_games_with_a_choice_of_colours_begin_on_the_empty_board(game, options):
    setup = get_game(game).setup(height=7, width=7, options=options)

    assert choose_openings(setup, 3, seed=1) == ((), "")


def test_openings_of_another_size_are_refused(tmp_path):
    file = tmp_path / "large.txt"
    file.write_text("h8 o15\n", "utf-8")

    with pytest.raises(RecordError, match="Line 1 of large"):
        choose_openings(
            get_game("gomoku").setup(height=9, width=9), 1, seed=0, file=file
        )
