"""Win rates of all moves of a position, with scripted searches."""

import pytest

from engine.core.types import Move
from engine.games import GAMES
from engine.review.move_values import ROUND_SHARES, MoveValues, most_even_moves
from engine.search.api import SearchResult
from tests.games import BOARDS, OPENING_BOARDS, cell, on_boards, position_of


def found(value, *, has_value=True):
    return SearchResult(move=Move(0), value=value, has_value=has_value)


def run_round(values, value_of):
    """Search the moves of one round; return the moves in their order."""
    share, moves = values.share, []
    while (search := values.next_search) is not None and search.share == share:
        moves.append(search.moves[0])
        values.take(search, found(value_of(search.moves[0])))
    return moves


@on_boards([board for board in BOARDS if board[0] in GAMES])
def test_every_move_has_the_win_rate_of_the_one_who_makes_it(empty_board):
    position = empty_board.play(empty_board.legal_moves()[1])
    values = MoveValues(position)

    run_round(values, lambda move: -0.5)  # for the opponent, who is to move then

    cells = {m for m in position.legal_moves() if m < position.setup.cell_count}
    assert values.win_rates == dict.fromkeys(cells, 0.75)


@on_boards(OPENING_BOARDS)
def test_openings_too(empty_board):
    values = MoveValues(empty_board)

    search = values.next_search
    values.take(search, found(1.0))

    colour = search.position.colour_of(empty_board.seat_to_move)
    is_won = search.position.to_move is colour
    assert values.win_rates == dict.fromkeys(search.moves, float(is_won))


@pytest.mark.parametrize(
    ("game", "height", "width", "searches"),
    [
        ("gomoku", 15, 15, 36),  # of an eighth of the square, with its borders
        ("gomoku", 6, 9, 15),
        ("hex", 11, 11, 61),
        ("hex", 4, 9, 18),
    ],
)
def test_symmetrical_moves_share_a_search(game, height, width, searches):
    rules = GAMES[game]
    values = MoveValues(rules.new_position(rules.setup(height=height, width=width)))
    assert values.moves_to_search == height * width

    assert len(run_round(values, lambda move: 0.0)) == searches
    assert len(values.win_rates) == height * width
    assert len(values.distinct_win_rates) == searches


def test_stones_leave_the_symmetries_that_they_have():
    rows = [". . . . . .", ". . . . . .", "X . . . . O", ". . . . . .", ". . . . . ."]
    values = MoveValues(position := position_of("gomoku", "\n".join(rows)))

    groups = []
    while (search := values.next_search).share == ROUND_SHARES[0]:
        groups.append({position.cell_name(move) for move in search.moves})
        values.take(search, found(0.0))

    # Rows are mirrored; mirrored columns would exchange the colours.
    assert {"c2", "c4"} in groups
    assert {"c3"} in groups
    assert len(groups) == 4 + 2 * 6


def test_rounds_grow_and_begin_with_the_best_moves():
    position = position_of("hex", "X . . .\n. . . .\n. . . .")
    values = MoveValues(position)
    rates = {move: (7 * move % 11 - 5) / 10 for move in position.legal_moves()}

    shares = []
    while values.next_search is not None:
        shares.append(values.share)
        order = run_round(values, rates.__getitem__)

    assert tuple(shares) == ROUND_SHARES
    assert order == sorted(rates, key=rates.__getitem__)
    assert values.next_search is None
    assert values.searched_moves == values.moves_to_search == len(rates)


def test_the_end_of_the_game_needs_no_search_and_a_proof_no_other_one():
    position = position_of(
        "gomoku", "X X X X .\nO O O O .\n. . . . .\n. . . . .\n. . . . ."
    )
    won, proven = cell(position, "e5"), cell(position, "e4")
    values = MoveValues(position)
    assert values.win_rates == {won: 1.0}

    first = run_round(values, lambda move: 1.0 if move == proven else 0.2)
    second = run_round(values, lambda move: 0.2)

    assert proven in first
    assert set(first) - set(second) == {proven}
    assert values.win_rates[proven] == 0.0


def test_a_search_without_a_value_is_left_out():
    position = position_of("hex", "X . .\n. . .\n. . O")
    values = MoveValues(position)

    left_out = values.next_search
    values.take(left_out, found(0.0, has_value=False))
    run_round(values, lambda move: 0.0)

    assert left_out.moves[0] not in values.win_rates
    assert values.lacks_values
    assert values.moves_to_search == len(values.win_rates) == 6


HEX_ROWS = "X . . .\n. . . .\n. . . ."


def test_moves_that_are_not_allowed_are_neither_searched_nor_shown():
    position = position_of("hex", HEX_ROWS)
    values = MoveValues(position)
    some = frozenset(position.legal_moves()[:4])

    values.allow(some)
    orders = [run_round(values, lambda move: 0.2) for _ in ROUND_SHARES]

    assert [set(order) for order in orders] == [some] * len(ROUND_SHARES)
    assert values.next_search is None
    assert values.searched_moves == values.moves_to_search == 4
    assert values.win_rates.keys() == values.distinct_win_rates.keys() == some


def test_moves_that_are_allowed_again_begin_with_a_short_search():
    position = position_of("hex", HEX_ROWS)
    values = MoveValues(position)
    legal = position.legal_moves()
    values.allow(frozenset(legal[:4]))
    for _ in ROUND_SHARES:
        run_round(values, lambda move: 0.2)

    values.allow(None)
    shares, orders = [], []
    while values.next_search is not None:
        shares.append(values.share)
        orders.append(set(run_round(values, lambda move: 0.2)))

    assert tuple(shares) == ROUND_SHARES
    assert orders == [set(legal[4:]), set(legal), set(legal)]
    assert values.win_rates.keys() == set(legal)


def test_a_known_move_comes_back_with_its_win_rate():
    position = position_of("hex", HEX_ROWS)
    values = MoveValues(position)
    run_round(values, lambda move: 0.2)
    excluded = position.legal_moves()[0]

    values.allow(frozenset(position.legal_moves()[1:]))
    assert excluded not in values.win_rates
    values.allow(None)

    assert values.win_rates[excluded] == pytest.approx(0.4)
    assert values.share == ROUND_SHARES[1]


def test_one_of_symmetrical_moves_may_be_excluded():
    rules = GAMES["hex"]
    position = rules.new_position(rules.setup(height=4, width=4))
    values = MoveValues(position)
    first, *others = values.next_search.moves

    values.allow(frozenset(position.legal_moves()) - {first})
    run_round(values, lambda move: 0.0)

    assert others
    assert first not in values.win_rates
    assert set(others) <= values.win_rates.keys()
    assert others[0] in values.distinct_win_rates


def test_the_most_even_moves_are_closest_to_one_half():
    rates = {Move(0): 0.9, Move(1): 0.45, Move(2): 0.52, Move(3): 0.1}

    assert most_even_moves(rates, 2) == [Move(2), Move(1)]
    assert most_even_moves({}, 3) == []


def test_cells_near_stones_come_first():
    position = position_of("gomoku", "\n".join([". . . . . ."] * 4 + [". . . . . X"]))

    moves = run_round(MoveValues(position), lambda move: 0.0)

    assert {position.cell_name(move) for move in moves[:3]} == {"e1", "e2", "f2"}
    assert position.cell_name(moves[-1]) in {"a1", "a2", "a3", "a4", "a5"}
