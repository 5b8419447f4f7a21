"""An edited board as a value."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.types import EMPTY, Move, Player
from engine.games import GAMES
from engine.records import files
from engine.records.model.positions import start_position
from gui.dialogs.position_editor.draft import (
    Draft,
    DraftHistory,
    find_mirror,
    find_turn,
)

BOARDS = [("gomoku", 9, 9), ("gomoku", 6, 13), ("hex", 7, 7), ("hex", 4, 9)]


def empty(game, height, width):
    setup = GAMES[game].setup(height=height, width=width)
    return Draft(setup=setup, stones=bytes(setup.cell_count))


@st.composite
def drafts(draw):
    """Return a board with any stones."""
    board = empty(*draw(st.sampled_from(BOARDS)))
    count = board.setup.cell_count
    stones = bytes(draw(st.lists(st.integers(0, 2), min_size=count, max_size=count)))
    to_move = draw(st.sampled_from(Player))
    return Draft(setup=board.setup, stones=stones, to_move=to_move)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_stones_are_placed_in_turn(board):
    draft = empty(*board)

    for cell in (3, 5, 7):
        draft = draft.with_click(Move(cell), None)

    assert (draft.stones[3], draft.stones[5], draft.stones[7]) == (1, 2, 1)
    assert draft.to_move is Player.SECOND


def test_stones_of_one_side_leave_the_turn():
    draft = empty("hex", 5, 6)

    draft = draft.with_click(Move(1), Player.SECOND).with_click(Move(2), Player.SECOND)

    assert draft.count(Player.SECOND) == 2
    assert draft.to_move is Player.FIRST


@given(drafts(), st.data())
def test_a_click_on_a_stone_removes_it_whatever_the_tool(draft, data):
    cell = data.draw(st.integers(0, draft.setup.cell_count - 1))
    tool = data.draw(st.sampled_from([None, *Player]))
    was_empty = draft.stones[cell] == EMPTY

    after = draft.with_click(Move(cell), tool)

    assert (after.stones[cell] == EMPTY) is not was_empty
    others = [c for c in range(draft.setup.cell_count) if c != cell]
    assert [after.stones[c] for c in others] == [draft.stones[c] for c in others]


@given(drafts())
def test_a_board_is_the_same_after_all_turns_and_two_mirrors(draft):
    turn, mirror = find_turn(draft.setup), find_mirror(draft.setup)

    turned = draft
    for _ in range(4):
        turned = turned.transformed(turn)

    assert turned == draft
    if mirror is not None:
        assert draft.transformed(mirror).transformed(mirror) == draft


@given(drafts())
def test_a_symmetry_keeps_the_result_for_its_owner(draft):
    for symmetry in (find_turn(draft.setup), find_mirror(draft.setup)):
        if symmetry is None:
            continue
        before = draft.board_for(draft.to_move)
        after = draft.transformed(symmetry).board_for(draft.to_move)
        for cell, stone in enumerate(draft.stones):
            if stone == EMPTY:
                continue
            here = before.adjudicate(Move(cell)).outcome
            there = after.adjudicate(Move(symmetry.cells[cell])).outcome
            assert (here is None) == (there is None)
            if here is not None and here.winner is not None:
                exchanged = here.winner.opponent
                assert there.winner is (
                    exchanged if symmetry.swaps_sides else here.winner
                )


@pytest.mark.parametrize(
    ("board", "turn", "mirror"),
    [
        (("gomoku", 9, 9), 8, 8),
        (("gomoku", 6, 13), 77, 12),
        (("hex", 7, 7), 48, 0),
        (("hex", 4, 9), 35, None),
    ],
    ids=str,
)
def test_the_first_corner_goes_where_the_board_allows(board, turn, mirror):
    setup = empty(*board).setup

    assert find_turn(setup).cells[0] == turn
    reflection = find_mirror(setup)
    assert (None if reflection is None else reflection.cells[0]) == mirror


def test_mirroring_a_hex_board_exchanges_the_sides():
    draft = empty("hex", 5, 5).with_click(Move(1), None)

    mirrored = draft.transformed(find_mirror(draft.setup))

    assert mirrored.stones[5] == Player.SECOND
    assert mirrored.to_move is Player.FIRST


@given(drafts())
@pytest.mark.parametrize("form", ["sgf", "json"])
def test_the_record_of_a_board_is_saved_and_read_back(form, draft):
    text = files.get_format(form).format(draft.record)

    read = files.parse(text)

    assert start_position(read).stones == draft.stones
    assert start_position(read).to_move is draft.to_move


def test_an_empty_board_makes_an_ordinary_record():
    draft = empty("gomoku", 15, 15).with_click(Move(4), None).with_click(Move(4), None)

    assert draft.with_side(Player.FIRST).record.start_stones == b""
    assert not draft.record.has_content


def test_clearing_removes_every_stone_and_lets_the_first_side_begin():
    draft = empty("hex", 4, 6).with_click(Move(4), None)

    assert draft.cleared() == empty("hex", 4, 6)


def test_states_come_back_until_something_else_is_done():
    first = empty("gomoku", 7, 9)
    history = DraftHistory(first)
    second = first.with_click(Move(3), None)
    history.add(second)
    history.add(second)

    history.undo()
    assert history.draft == first
    assert not history.can_undo
    history.redo()
    assert history.draft == second
    history.undo()
    history.add(first.with_click(Move(5), None))

    assert not history.can_redo
