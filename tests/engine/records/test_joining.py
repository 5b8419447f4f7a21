"""Games joined to one tree: symmetric ones together, frequent moves first, counted."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import RecordError
from engine.core.types import Move, Outcome, Player
from engine.games import GAMES
from engine.records import files, joining
from engine.records.joining import GameTree
from engine.records.model.record import GameRecord
from engine.records.model.stones_only import stones_only
from engine.records.sgf.markup import read_labels
from tests.engine.records.boards import lines
from tests.engine.records.strategies import played_games

SIDES = st.integers(5, 7)
SETUPS = st.one_of(
    st.builds(
        lambda game, height, width: GAMES[game].setup(height=height, width=width),
        st.sampled_from(sorted(GAMES)),
        SIDES,
        SIDES,
    ),
    st.just(GAMES["gomoku"].setup(height=5, width=6, options={"opening": "swap2"})),
    st.just(GAMES["hex"].setup(height=5, width=5, options={"swap": "on"})),
)


def game(moves, name="gomoku", **changes):
    record = files.parse(moves, board=GameRecord(setup=GAMES[name].setup()))
    return replace(record, **changes)


def joined(*records):
    tree = GameTree(records[0])
    for record in records[1:]:
        tree.add(record)
    return tree.record()


def labels(record, index=0):
    setup = record.setup
    found = read_labels(setup, record.nodes[index].properties).items()
    return {GAMES[setup.game].cell_name(setup, move): label for move, label in found}


def test_common_moves_are_shared_and_frequent_ones_come_first():
    record = joined(game("h8 h9 i9"), game("h8 i9 j9"), game("h8 i9 j10"))

    assert lines(record) == ["h8 i9 j9", "h8 i9 j10", "h8 h9 i9"]
    assert labels(record) == {}
    assert labels(record, 1) == {"i9": "2", "h9": "1"}


def test_symmetric_games_follow_the_same_line():
    record = joined(game("h8 h9 i10"), game("h8 g8 f7"), game("h8 h7 g6 a1"))

    assert lines(record) == ["h8 h9 i10 o15"]


def test_games_from_a_set_up_position_are_turned_only_with_its_stones():
    corner = "(;GM[4]SZ[15]AB[hh]AW[aa]PL[B];B[{}];W[{}])"
    centre = "(;GM[4]SZ[15]AB[hh]PL[W];W[{}];B[{}])"
    setups = (corner, ("bc", "ab")), (corner, ("cb", "ba")), (corner, ("nm", "on"))
    whole = (centre, ("bc", "ab")), (centre, ("nm", "on"))

    some = joined(*(files.parse(text.format(*moves)) for text, moves in setups))
    all_turned = joined(*(files.parse(text.format(*moves)) for text, moves in whole))

    assert lines(some) == ["b13 a14", "n3 o2"]
    assert lines(all_turned) == ["b13 a14"]


def test_hex_is_turned_but_its_sides_are_never_exchanged():
    turned = joined(game("a1 b2", "hex"), game("k11 j10 c3", "hex"))
    mirrored = joined(game("a2 b3", "hex"), game("b1 c2", "hex"))

    assert lines(turned) == ["a1 b2 i9"]
    assert lines(mirrored) == ["a2 b3", "b1 c2"]


def test_the_end_of_a_game_names_it():
    first = files.parse("(;GM[4]SZ[15]PB[A]PW[B]RE[W+R]EV[Cup]DT[2026-01-02];B[hh])")
    second = files.parse("(;GM[4]SZ[15]PB[C]RE[B+T];B[hh]C[good])")

    record = joined(first, second, first)

    assert record.nodes[1].comment.splitlines() == [
        "A – B, W+, Cup, 2026-01-02",  # noqa: RUF001
        "good",
        "C – ?, B+",  # noqa: RUF001
    ]
    assert (record.headers.first_name, record.outcome) == ("", None)


def test_the_results_of_the_games_are_listed_where_they_part():
    won, lost = (Outcome(player, "time") for player in Player)
    red = game("a1 b2", "hex", outcome=won)

    record = joined(
        game("h8 h9 i9", outcome=won),
        game("h8 i9 j9", outcome=lost),
        game("h8 i9 j10", outcome=Outcome(None, "agreement")),
        game("h8 i9 j10"),
    )

    comments = {node.comment for node in record.nodes[1:3]}
    assert comments == {"i9 3: W+1 =1\nh9 1: B+1", "j10 2: =1\nj9 1: W+1"}
    assert joined(red, game("a1 c3", "hex")).nodes[1].comment == "b2 1: R+1\nc3 1"


def test_a_comment_that_is_part_of_another_is_kept():
    text = "(;GM[4]SZ[15]PB[{}]PW[B]RE[W+R];B[hh]C[{}])"
    games = ("Anna", "good or bad"), ("na", "good"), ("na", "good")

    record = joined(*(files.parse(text.format(*game)) for game in games))

    assert record.nodes[1].comment.splitlines() == [
        "good or bad",
        "Anna – B, W+",  # noqa: RUF001
        "good",
        "na – B, W+",  # noqa: RUF001
    ]


def test_a_thousand_games_are_counted_in_full():
    games = [game("h8 h9 i9")] * 1234 + [game("h8 i9")]

    assert labels(joined(*games), 1) == {"h9": "1234", "i9": "1"}


def test_variations_are_added_but_not_counted():
    record = joined(files.parse("(;GM[4]SZ[15];B[hh](;W[ii])(;W[gg]))"), game("h8 i7"))

    assert lines(record) == ["h8 i7", "h8 g9"]
    assert labels(record, 1) == {}


def test_a_game_with_choices_of_colours_counts_by_its_stones():
    setup = GAMES["gomoku"].setup(options={"opening": "swap2"})
    record, at = GameRecord(setup=setup), 0
    for name in ("h8", "h9", "i9", "take-black", "j9"):
        record, at = record.with_move(at, GAMES["gomoku"].parse_cell(setup, name))

    tree = joined(record, game("h8 h9 i9 j10"))

    assert lines(tree) == ["h8 h9 i9 j9", "h8 h9 i9 j10"]


def test_a_game_whose_colours_are_kept_joins_those_with_choices():
    setup = GAMES["gomoku"].setup(options={"opening": "swap2"})
    records = []
    for moves in ("h8 h9 i9 j9 j10", "h8 h9 i9 take-black j9 a1"):
        record, at = GameRecord(setup=setup), 0
        for name in moves.split():
            record, at = record.with_move(at, GAMES["gomoku"].parse_cell(setup, name))
        records.append(record)
    choice = GAMES["gomoku"].parse_cell(setup, "take-black")
    records[0], _ = records[0].with_variation(3, choice)

    tree = joined(*records)

    assert lines(tree) == ["h8 h9 i9 j9 j10", "h8 h9 i9 j9 a1"]


def test_variations_and_comments_beside_choices_of_colours_are_kept():
    text = (
        "(;GM[4]SZ[15]RU[freestyle,opening=swap2]PB[B]PW[A];B[hh];W[hg];B[ii]"
        "(;PXCHOICE[take-black]C[better];W[jj](;B[aa])(;B[bb]))"
        "(;PXCHOICE[add-two];W[cc])(;W[jj];B[dd]))"
    )

    record = joined(files.parse(text), game("h8 h9 i7 j6 a15"))

    assert lines(record) == [
        "h8 h9 i7 j6 a15",
        "h8 h9 i7 j6 b14",
        "h8 h9 i7 j6 d12",
        "h8 h9 i7 c13",
    ]
    assert record.nodes[3].comment == "better"
    assert record.nodes[5].comment == "B – A"  # noqa: RUF001


def test_a_game_that_ends_with_a_choice_ends_before_its_variations():
    text = (
        "(;GM[4]SZ[15]RU[freestyle,opening=swap2];B[hh];W[hg];B[ii]"
        "(;PXCHOICE[take-black])(;W[jj]))"
    )

    record = joined(files.parse(text), game("h8 h9 i7 a1"), game("h8 h9 i7 j6"))

    assert lines(record) == ["h8 h9 i7 j6", "h8 h9 i7 a1"]
    assert labels(record, 3) == {"j6": "1", "a1": "1"}


OTHERS = {
    "a board": GameRecord(setup=GAMES["gomoku"].setup(height=15, width=14)),
    "a rule": GameRecord(setup=GAMES["gomoku"].setup(options={"rule": "renju"})),
    "a side to begin": replace(game("h8 h9"), start_player=Player.SECOND),
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_another_board_is_refused(other):
    tree = GameTree(game("h8 h9"))

    with pytest.raises(RecordError, match="another board, other rules or another"):
        tree.add(other)
    assert tree.game_count == 1


def test_a_tree_does_not_grow_beyond_all_bounds(monkeypatch):
    monkeypatch.setattr(joining, "NODE_LIMIT", 4)
    tree = GameTree(game("h8 h9"))

    with pytest.raises(RecordError, match="more than 4 moves"):
        tree.add(game("h8 i9"))


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_every_game_is_in_the_tree_in_some_orientation(data):
    setup = data.draw(SETUPS)
    records = data.draw(st.lists(played_games(st.just(setup)), min_size=1, max_size=4))
    records = [replace(record, start_player=Player.FIRST) for record in records]
    records = [one for one in records if can_be_replayed(one)]
    if not records:
        return

    tree = GameTree(records[0])
    for record in records[1:]:
        tree.add(record)
    record = tree.record()

    assert files.parse(files.get_format("sgf").format(record)) == record
    for node in record.nodes:
        moves = [record.nodes[child].move for child in node.children]
        assert len(set(moves)) == len(moves)
    plain = stones_only(records[0])
    assert record.find_node(plain.main_moves()) is not None


def can_be_replayed(record):
    """Return whether the moves are legal if the first side begins."""
    position = GAMES[record.setup.game].new_position(record.setup)
    for move in record.main_moves():
        if position.outcome is not None or not position.is_legal(Move(move)):
            return False
        position = position.play(move)
    return True
