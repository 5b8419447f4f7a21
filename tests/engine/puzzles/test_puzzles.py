"""The shipped puzzles, checked move by move, and damaged files."""

import json

import pytest

from engine.core.errors import RecordError
from engine.core.types import EMPTY, Move
from engine.games import GAMES
from engine.puzzles import puzzle
from engine.puzzles.puzzle import format_puzzle, parse_puzzle, read_puzzles

GROUPS = {"gomoku": (2, 3, 4, 5), "hex": (7, 8, 9)}
PUZZLES = {game: read_puzzles(game) for game in GROUPS}
ALL = [one for puzzles in PUZZLES.values() for one in puzzles]


def fives(position, player):
    """Return the empty cells that complete a line of five for a player."""
    height, width = position.setup.height, position.setup.width
    own = {
        divmod(cell, width)
        for cell, stone in enumerate(position.stones)
        if stone == player
    }

    def length(row, column, down, right):
        count = 0
        while (row + down, column + right) in own:
            row, column, count = row + down, column + right, count + 1
        return count

    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    return {
        row * width + column
        for row in range(height)
        for column in range(width)
        if position.stones[row * width + column] == EMPTY
        and any(
            length(row, column, a, b) + length(row, column, -a, -b) >= 4
            for a, b in ways
        )
    }


@pytest.mark.parametrize("game", GROUPS)
def test_every_group_has_its_puzzles_and_none_comes_twice(game):
    groups = [one.group for one in PUZZLES[game]]

    assert {groups.count(number) for number in GROUPS[game]} <= {20, 24}
    assert groups == sorted(groups)
    assert len({one.name for one in PUZZLES[game]}) == len(groups)
    assert len({one.start.stones for one in PUZZLES[game]}) == len(groups)


@pytest.mark.parametrize("one", PUZZLES["gomoku"], ids=lambda one: one.name)
def test_the_line_of_gomoku_wins_by_fours(one):
    position = one.start
    attacker = position.to_move
    assert not fives(position, attacker)
    assert not fives(position, attacker.opponent)

    for ply, move in enumerate(one.line):
        position = position.play(move)
        if position.outcome is not None:
            break
        threatened = fives(position, attacker)
        if ply % 2 == 0:
            assert threatened
            assert not fives(position, attacker.opponent) - threatened
            assert one.line[ply + 1] in threatened
    assert position.outcome is not None
    assert position.outcome.winner is attacker
    assert one.group == min(len(one.wins), 5)


@pytest.mark.parametrize("one", PUZZLES["gomoku"], ids=lambda one: one.name)
def test_every_winning_move_of_gomoku_is_a_four_or_a_five(one):
    position = one.start
    for ply, move in enumerate(one.line):
        if ply % 2 == 0:
            for other in one.wins[ply // 2]:
                after = position.play(other)
                assert after.outcome is not None or fives(after, position.to_move)
        position = position.play(move)


@pytest.mark.parametrize("one", PUZZLES["hex"], ids=lambda one: one.name)
def test_every_other_move_of_hex_has_a_refutation(one):
    (win,) = one.wins[0]

    assert one.line == (win,)
    assert one.group == one.start.setup.height
    assert set(one.refutations) == set(one.start.legal_moves()) - {win}
    for move, answer in one.refutations.items():
        assert one.start.play(move).is_legal(answer)


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_a_puzzle_comes_back_from_its_fields(one):
    wins = [sorted(moves) for moves in one.wins]

    fields = format_puzzle(
        one.start,
        one.line,
        wins,
        one.refutations,
        goal=one.goal,
        group=one.group,
    )

    game = one.start.setup.game
    assert parse_puzzle(game, {"id": one.name, **json.loads(json.dumps(fields))}) == one


GOOD = {
    "id": "x",
    "goal": "fours",
    "group": 1,
    "size": 15,
    "moves": "h8 a1",
    "line": "i8",
    "wins": ["i8"],
}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"moves": "h8 h8"}, "already occupied"),
        ({"line": "i8 j8"}, "expected 1 own moves"),
        ({"line": "j8"}, "expected move 1 among those that win"),
        ({"wins": []}, "expected 0 own moves"),
        ({"goal": "luck"}, "expected a goal among"),
        ({"group": None}, "int"),
        ({"size": 99}, "Expected a gomoku board"),
        ({"size": "15"}, "not supported"),
        ({"moves": 5}, "split"),
        ({"line": None}, "split"),
    ],
)
def test_a_damaged_line_is_named(change, why, tmp_path, monkeypatch):
    folder = tmp_path / "puzzles"
    folder.mkdir()
    lines = [json.dumps(GOOD), json.dumps(GOOD | change)]
    (folder / "gomoku.jsonl").write_text("\n".join(lines), "utf-8")
    monkeypatch.setattr(puzzle, "resources", lambda: tmp_path)

    with pytest.raises(RecordError, match=rf"Line 2 of gomoku\.jsonl: .*{why}"):
        read_puzzles("gomoku")
    assert read_puzzles("hex") == ()


def test_a_good_line_is_read(tmp_path, monkeypatch):
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "gomoku.jsonl").write_text(json.dumps(GOOD), "utf-8")
    monkeypatch.setattr(puzzle, "resources", lambda: tmp_path)

    (one,) = read_puzzles("gomoku")

    assert one.start.stones.count(EMPTY) == 223
    assert one.line == (Move(GAMES["gomoku"].parse_cell(one.start.setup, "i8")),)
