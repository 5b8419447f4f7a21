"""Alpha-beta and minimax on Gomoku: what they find, and that they stay themselves."""

import pytest

from engine.core.errors import PresetError
from engine.core.types import Move, Player
from engine.games import GAMES
from engine.games.gomoku.alphabeta.kernels.node import wins_by_two_threes
from engine.games.gomoku.patterns.pattern_state import make_patterns
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.search.alphabeta.alphabeta_search import AlphaBetaSearch, AlphaBetaSettings
from engine.search.api import Limits
from tests.games import BOARDS, cell, on_boards, position_of, random_game

PLAIN = {
    "prunes": 0,
    "vcf_node_limit": 0,
    "extends_forced_moves": 0,
    "reduces_late_moves": 0,
    "prunes_late_moves": 0,
    "futility": 0,
}
"""Rules of plain minimax."""

CUT_ONLY = PLAIN | {"prunes": 1}
"""Alpha-beta that leaves nothing out."""

every_gomoku_board = on_boards([board for board in BOARDS if board[0] == "gomoku"])


def searcher(params=None, **settings):
    return AlphaBetaSearch(
        AlphaBetaSettings(params=params or {}, table_bits=14, **settings)
    )


def after(moves, **options):
    game = GAMES["gomoku"]
    position = game.new_position(game.setup(options=options))
    for name in moves.split():
        position = position.play(cell(position, name))
    return position


OPENING = "h8 i9 i7 g8 h7"


@pytest.mark.parametrize("preset", ["alphabeta", "minimax", "liu-1", "liu-3", "liu-5"])
@pytest.mark.parametrize(
    ("drawing", "answers"),
    [
        (
            """
            . . . . . . . . .
            . X X X X . . . .
            . O O O O . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
            {"a4", "f4"},
        ),
        (
            """
            . . . . . . . . .
            O X X X X . . . .
            . O . O . . . . .
            . O . . . . . . .
            . . . . . . . . .
            """,
            {"f4"},
        ),
    ],
    ids=["win", "block"],
)
def test_rows_are_completed_and_stopped(preset, drawing, answers):
    position = position_of("gomoku", drawing)
    engine = build_searcher(PresetPlayer(preset=preset), "gomoku")

    result = engine.search(position, Limits(nodes=20_000, depth=2))

    assert result.move in {cell(position, name) for name in answers}


@pytest.mark.parametrize("preset", ["alphabeta", "minimax", "liu-1", "liu-5"])
@pytest.mark.parametrize(
    ("moves", "row"),
    [
        ("h8 g8 i8 a1 j8 c1 k8 e1", "l8"),
        ("h8 a1 i8 a2 j8 a3 k8 a4", "g8 l8"),
        ("a1 h8 c1 i8 e1 j8 h1 k8 k1", "g8 l8"),
    ],
    ids=["one row", "rows of both sides", "white"],
)
def test_a_row_at_the_root_is_a_certain_win(preset, moves, row):
    position = after(moves)
    engine = build_searcher(PresetPlayer(preset=preset), "gomoku")

    result = engine.search(position, Limits(nodes=500))

    assert result.value == 1
    assert position.cell_name(result.move) in row.split()


def test_moves_beside_a_proven_win_are_not_certain_wins():
    drawing = """
        X.X.XO
        OOOOXX
        X..OOX
        .OOO..
        XO.XXX
        XOXOXX
    """
    position = position_of("gomoku", drawing, Player.FIRST)
    cells = [cell(position, name) for name in ("d6", "b4", "e3", "f3")]
    limits = Limits(nodes=5_000, root_moves=frozenset(cells))

    result = searcher().search(position, limits)

    values = {candidate.move: candidate.value for candidate in result.candidates}
    assert values[cells[3]] == result.value == 1
    assert abs(values[cells[1]]) < 1
    assert values[cells[0]] == values[cells[2]] == -1


TWO_ROWS = """
    OOXOXO
    XXOXXO
    XO.OOO
    ..XXXO
    OXOO.O
    O.OXOX
"""
"""White completes a line of four on a3 and on e2, and loses by c4."""


@pytest.mark.parametrize("nodes", [1, 2, 3, 100])
def test_a_row_among_the_allowed_moves_wins(nodes):
    rules = {"rule": "exact", "line_length": "4"}
    position = position_of("gomoku", TWO_ROWS, Player.SECOND, **rules)
    cells = frozenset(cell(position, name) for name in ("a3", "c4"))

    result = searcher().search(position, Limits(nodes=nodes, root_moves=cells))

    assert position.cell_name(result.move) == "a3"
    assert result.value >= 0


def test_a_win_by_fours_is_proven_and_shown_as_certain():
    drawing = """
        . . . . . . . . .
        . . . . . . . . .
        O X X X . . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . O .
        . . . . O . O O .
        . . . . . . . . .
        . . . . . . . . .
    """
    position = position_of("gomoku", drawing)

    result = searcher().search(position, Limits(nodes=10_000))

    assert result.value == 1
    assert result.nodes < 10_000


LONG_THREATS = [
    ("g12 f10 f13 g8 i13 g10 i10 h11", {"i12", "h13"}),
    ("h4 e6 i7 f10 i10 f7 k7 g8 d5", {"f8"}),
    ("i9 i5 h12 j6 j10 j5", {"i11", "k11", "h8", "l12", "g7"}),
]
"""Wins of 13 and 15 plies by fours and open threes, from the project's own suite."""


@pytest.mark.parametrize(("moves", "wins"), LONG_THREATS)
def test_attacks_prove_long_wins_by_threats(moves, wins):
    position = after(moves)
    engine = searcher(attack_share=1.0)

    result = engine.search(position, Limits(nodes=20_000))

    assert result.value == 1
    assert position.cell_name(result.move) in wins


def test_a_shorter_win_is_sought_after_the_first_that_was_proven():
    """Several moves win in seven plies, one of them in five."""
    moves = "g12 f10 f13 g8 i13 g10 i10 h11 h13 g13 i12 i14 j12 k12 k10 j11"
    position = after(moves)
    first = searcher().search(position, Limits(nodes=100))

    result = searcher().search(position, Limits(nodes=1_000))

    assert first.value == 1
    assert position.cell_name(first.move) != "l10"
    assert result.value == 1
    assert position.cell_name(result.move) == "l10"


TWO_THREES = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . X . . . . .
    . . . . . X . . . . .
    . . . X X . . . . . .
    . O . . . . . . O . .
    . . . O . . O . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
"""


def test_two_threes_that_no_four_answers_are_a_win_that_search_confirms():
    position = position_of("gomoku", TWO_THREES, to_move=Player.FIRST)
    known, blind = ({"vcf_node_limit": 0, "detects_double_threes": k} for k in (1, 0))

    at_once = searcher(known).search(position, Limits(depth=3))
    searched = searcher(blind).search(position, Limits(depth=5))

    assert at_once.value == searched.value == 1
    assert at_once.move == searched.move == cell(position, "f5")


@pytest.mark.parametrize(
    ("row", "is_win"),
    [
        (". O . . . . . . O . .", True),
        ("X O O O . . . . . . .", False),
        (". . O O O . . . . . .", False),
    ],
)
def test_a_four_of_the_other_side_makes_two_threes_uncertain(row, is_win):
    drawing = TWO_THREES.replace(". O . . . . . . O . .", row)
    position = position_of("gomoku", drawing, to_move=Player.FIRST)
    board = make_patterns(position.kernel_state())

    assert wins_by_two_threes(board, Player.FIRST) == is_win


def test_a_search_goes_on_after_an_attack_that_was_cut_short():
    position = after("f7 h3 i5 g6 g1 i3")

    result = searcher(attack_share=0.5).search(position, Limits(depth=6))

    assert result.depth == 6
    for move in result.pv:
        position = position.play(move)


def test_a_lost_position_is_shown_as_lost_and_still_answered():
    drawing = """
        . . . . . . . . .
        . . . . . . . . .
        . . X X X X . . .
        . . . . . . . . .
        . . O O O . . . .
        . . . . . . . . .
    """
    position = position_of("gomoku", drawing, to_move=Player.SECOND)

    result = searcher().search(position, Limits(nodes=10_000))

    assert result.value == -1
    assert position.is_legal(result.move)


@pytest.mark.parametrize("seed", range(4))
def test_cutting_off_changes_no_value(seed):
    game = GAMES["gomoku"]
    start = game.new_position(game.setup(height=7, width=8))
    position = random_game(start, seed)[12]
    limits = Limits(depth=3)

    values = [
        searcher(params).search(position, limits).value for params in (PLAIN, CUT_ONLY)
    ]

    assert values[0] == values[1]


@every_gomoku_board
def test_every_size_and_rule_is_played_to_the_end(empty_board):
    position = empty_board
    engine = searcher()

    while position.outcome is None:
        position = position.play(engine.search(position, Limits(nodes=40)).move)

    assert position.outcome.reason != "foul"


def test_an_engine_that_continues_a_game_goes_on_with_what_it_knows():
    engine = searcher()
    position = after(OPENING)
    follow_up = position.play(engine.search(position, Limits(depth=8)).move)

    again = engine.search(follow_up, Limits(depth=6))
    fresh = searcher().search(follow_up, Limits(depth=6))

    assert again.nodes < fresh.nodes


def test_another_game_is_searched_as_by_a_new_engine():
    engine = searcher()
    engine.search(after("a1 b2 c3"), Limits(nodes=2_000))
    position = after(OPENING)

    again = engine.search(position, Limits(nodes=2_000))
    fresh = searcher().search(position, Limits(nodes=2_000))

    assert (again.move, again.value, again.pv) == (fresh.move, fresh.value, fresh.pv)


def test_a_search_in_slices_is_one_without_a_pause():
    ticks = iter(range(10**9))
    hurried = AlphaBetaSearch(
        AlphaBetaSettings(table_bits=14),
        clocks={"wall": lambda: next(ticks) * 1e-2},
    )

    in_slices = hurried.search(after(OPENING), Limits(nodes=5_000))
    at_once = searcher().search(after(OPENING), Limits(nodes=5_000))

    assert in_slices.candidates == at_once.candidates


def test_depth_and_nodes_of_a_level_bound_every_search():
    engine = searcher(depth=3, nodes=700)

    assert engine.search(after(OPENING), Limits(seconds=20)).nodes <= 700
    assert engine.search(after("h8"), Limits(seconds=20)).depth <= 3


def test_a_contender_in_gomoku_refuses_hex_in_one_sentence():
    with pytest.raises(PresetError, match="plays hex, got 'liu-2'"):
        build_searcher(PresetPlayer(preset="liu-2"), "hex")


def test_black_never_plays_a_foul_in_renju():
    position = after("h8 a1 h9 c1 i7 e1 j7 g1", rule="renju")
    fouls = position.fouls()

    result = searcher().search(position, Limits(nodes=20_000))

    assert fouls
    assert result.move not in fouls
    assert not {candidate.move for candidate in result.candidates} & set(fouls)


FINGERPRINT = {3: 301, 5: 1703, 7: 5612}
"""Nodes to reach a depth: any change of the search shows here, wanted or not."""


@pytest.mark.parametrize("depth", FINGERPRINT)
def test_the_search_has_its_fingerprint(depth):
    result = searcher().search(after(OPENING), Limits(depth=depth))

    assert result.nodes == FINGERPRINT[depth]
    assert all(isinstance(move, int) for move in result.pv)
    assert Move(result.move) == result.pv[0]


def test_the_best_moves_have_values_and_lines_of_their_own():
    one, five = (
        searcher(lines=lines).search(after(OPENING), Limits(nodes=30_000))
        for lines in (1, 5)
    )

    assert [len(candidate.pv) > 1 for candidate in one.candidates[:5]] == [
        True,
        *[False] * 4,
    ]
    assert [one.is_bound for one in one.candidates[:5]] == [False, *[True] * 4]
    assert [one.is_bound for one in five.candidates[:6]] == [*[False] * 5, True]
    shown = five.candidates[:5]
    assert all(len(candidate.pv) > 1 for candidate in shown)
    assert shown[4].value < shown[0].value
    position = after(OPENING)
    for candidate in shown:
        reached = position
        for move in candidate.pv:
            reached = reached.play(move)
