"""What every game promises, on every board."""

import pytest

from engine.core.errors import IllegalMoveError, SetupError
from engine.core.types import Move, Player
from tests.games import (
    ALL_GAMES,
    ended_by_foul,
    every_board_of_the_rules,
    random_game,
)

every_game = pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)


@every_board_of_the_rules
def test_a_random_game_ends_and_its_end_is_final(empty_board):
    last = random_game(empty_board, seed=1)[-1]

    assert last.outcome is not None
    assert last.legal_moves() == []
    with pytest.raises(IllegalMoveError, match="over"):
        last.play(Move(0))


@every_board_of_the_rules
def test_playing_changes_one_cell_and_the_turn_and_leaves_the_old_position(empty_board):
    for before, after in zip(
        (game := random_game(empty_board, seed=2)), game[1:], strict=False
    ):
        if after.last_move >= empty_board.setup.cell_count:
            continue  # special moves have tests of their own
        changed = [
            i
            for i, (a, b) in enumerate(zip(before.stones, after.stones, strict=True))
            if a != b
        ]

        assert changed == [after.last_move]
        assert after.last_cell == after.last_move
        assert before.stones[after.last_move] == 0
        assert after.stones[after.last_move] == before.to_move
        assert after.to_move is before.to_move.opponent
        assert after.history == (*before.history, after.last_move)


@every_board_of_the_rules
def test_legal_moves_are_exactly_the_moves_without_objection(empty_board):
    position = random_game(empty_board, seed=3)[3]

    legal = [
        move for move in range(2 * len(position.stones)) if position.is_legal(move)
    ]

    assert position.legal_moves() == legal


@every_board_of_the_rules
def test_an_occupied_cell_is_refused_with_its_name(empty_board):
    first = empty_board.legal_moves()[0]
    position = empty_board.play(first)

    with pytest.raises(IllegalMoveError, match=f"{position.cell_name(first)} is"):
        position.play(first)


@every_board_of_the_rules
@pytest.mark.parametrize("beyond", [-1, 10_000])
def test_a_cell_beyond_the_board_is_refused(empty_board, beyond):
    with pytest.raises(IllegalMoveError, match="Expected a cell"):
        empty_board.play(Move(beyond))


@every_board_of_the_rules
def test_a_position_set_up_from_stones_has_the_outcome_of_one_that_was_played(
    empty_board,
):
    game = ALL_GAMES[empty_board.setup.game]

    for played in random_game(empty_board, seed=4):
        placed = game.position(
            empty_board.setup, stones=played.stones, to_move=played.to_move
        )

        assert placed.outcome == (None if ended_by_foul(played) else played.outcome)
        assert bool(placed.winning_cells) == bool(played.winning_cells)


@every_board_of_the_rules
def test_winning_cells_belong_to_the_winner(empty_board):
    for seed in range(5):
        last = random_game(empty_board, seed)[-1]
        owners = {last.stones[move] for move in last.winning_cells}
        has_won = last.outcome.winner is not None and not ended_by_foul(last)

        assert owners == ({last.outcome.winner} if has_won else set())


@every_board_of_the_rules
def test_cell_names_are_unique_and_read_back(empty_board):
    setup = empty_board.setup
    game = ALL_GAMES[setup.game]

    names = [game.cell_name(setup, Move(i)) for i in range(setup.cell_count)]

    assert len(set(names)) == setup.cell_count
    assert [game.parse_cell(setup, name.upper()) for name in names] == list(
        range(setup.cell_count)
    )


@every_game
@pytest.mark.parametrize("name", ["", "a0", "a99", "zz1", "7", "h", "a-1", "h8 i9"])
def test_what_is_no_cell_of_the_board_is_refused(game, name):
    with pytest.raises(IllegalMoveError, match="Expected a cell"):
        game.parse_cell(game.setup(), name)


@every_board_of_the_rules
def test_the_layout_has_a_place_for_every_cell_and_finds_it_again(empty_board):
    layout = ALL_GAMES[empty_board.setup.game].layout(empty_board.setup)

    assert len(layout.centers) == empty_board.setup.cell_count
    for move, center in enumerate(layout.centers):
        assert layout.cell_at(center) == move


@every_game
def test_sizes_beyond_the_limits_are_refused_with_the_limits(game):
    for height, width in (
        (game.smallest_side - 1, game.default_side),
        (game.default_side, game.largest_side + 1),
    ):
        with pytest.raises(SetupError, match=f"{game.smallest_side} to"):
            game.setup(height=height, width=width)


@every_game
def test_unknown_options_and_values_are_refused(game):
    with pytest.raises(SetupError, match="got colour"):
        game.setup(options={"colour": "pink"})
    for option in game.options:
        with pytest.raises(SetupError, match=option.default):
            game.setup(options={option.key: "pink"})


@every_game
def test_a_setup_of_wrong_stones_is_refused(game):
    setup = game.setup()

    with pytest.raises(SetupError, match="cells"):
        game.position(setup, stones=bytes(setup.cell_count + 1))
    with pytest.raises(SetupError, match="got 3"):
        game.position(setup, stones=bytes([3]) + bytes(setup.cell_count - 1))


@every_game
def test_the_first_player_begins_unless_told_otherwise(game):
    setup = game.setup()

    assert game.new_position(setup).to_move is Player.FIRST
    other = game.position(setup, stones=bytes(setup.cell_count), to_move=Player.SECOND)
    assert other.to_move is Player.SECOND


@every_board_of_the_rules
def test_a_game_seen_through_a_symmetry_is_the_same_game(empty_board):
    game = ALL_GAMES[empty_board.setup.game]
    ways = game.symmetries(empty_board.setup)
    last = random_game(empty_board, seed=9)[-1]

    assert ways[0].cells == tuple(range(empty_board.setup.cell_count))
    assert len(set(ways)) == len(ways)
    for way in ways:
        seen = image_of(last, way)
        if last.outcome.winner is None:
            assert seen.outcome.winner is None
        elif not ended_by_foul(last):
            winner = last.outcome.winner
            expected = winner.opponent if way.swaps_sides else winner
            assert seen.outcome.winner is expected


def image_of(position, way):
    """Return the position that a symmetry turns ``position`` into."""
    stones = bytearray(len(position.stones))
    for cell, stone in enumerate(position.stones):
        swapped = stone and 3 - stone
        stones[way.cells[cell]] = swapped if way.swaps_sides else stone
    to_move = position.to_move.opponent if way.swaps_sides else position.to_move
    return ALL_GAMES[position.setup.game].position(
        position.setup, stones=bytes(stones), to_move=to_move
    )


@pytest.mark.parametrize(
    ("name", "height", "width", "count"),
    [
        ("gomoku", 7, 7, 8),
        ("gomoku", 6, 9, 4),
        ("hex", 5, 5, 4),
        ("hex", 4, 6, 2),
    ],
)
def test_a_board_has_as_many_symmetries_as_its_shape_allows(name, height, width, count):
    game = ALL_GAMES[name]

    assert len(game.symmetries(game.setup(height=height, width=width))) == count
