"""Records that a Hex window loads."""

import pytest

from tests.engine.servers.doubles import answers, make_htp

GAME = "(;GM[11]SZ[4];B[a1];W[b2](;B[c3];W[d4])(;B[d1]))"


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "a game.sgf"
    path.write_text(GAME, encoding="utf-8")
    return path


def empty_cells(*lines):
    """Return the empty cells after some commands."""
    written = answers(make_htp, *lines, "all_legal_moves", "quit")
    return [line for line in written if line][-2].split()[1:]


def test_the_main_line_of_a_record_is_played(record):
    assert not {"a1", "b2", "c3", "d4"} & set(empty_cells(f"loadsgf {record}"))


def test_a_number_stops_before_that_move(record):
    cells = empty_cells(f"loadsgf {record} 3")

    assert len(cells) == 14
    assert "c3" in cells


@pytest.mark.parametrize(("number", "played"), [("0", 0), ("1", 0), ("99", 4)])
def test_numbers_outside_the_game_are_its_ends(record, number, played):
    assert len(empty_cells(f"loadsgf {record} {number}")) == 16 - played


def test_the_game_goes_on_from_the_record(record):
    written = answers(make_htp, f"loadsgf {record} 2", "genmove w", "undo", "undo")

    assert [line for line in written if line] == ["=", "= b1", "=", "="]


def test_a_rectangular_record_is_read_with_its_columns_first(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[11]SZ[3:5];B[c5])", encoding="utf-8")

    assert len(empty_cells(f"loadsgf {path}")) == 14


def test_stones_of_a_record_that_were_set_up_are_there(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[11]SZ[4]AB[a1][a2]AW[b2]PL[W];W[c3])", encoding="utf-8")

    assert len(empty_cells(f"loadsgf {path}")) == 12


@pytest.mark.parametrize("swap", ["swap-pieces", "swap-sides"])
@pytest.mark.parametrize("stones", ["AW[d4]", "AB[b1]", "AB[b1]AW[d4]"])
def test_beside_stones_that_were_set_up_no_swap_is_legal(tmp_path, stones, swap):
    path = tmp_path / "game.sgf"
    path.write_text(f"(;GM[11]SZ[4]{stones};B[a1])", encoding="utf-8")

    written = answers(make_htp, f"loadsgf {path}", f"play w {swap}")

    assert "? illegal move: A swap is only possible as the second move." in written


@pytest.mark.parametrize("text", ["", "nonsense", "(;GM[4]SZ[15];B[hh])"])
def test_what_is_no_record_of_hex_is_refused(tmp_path, text):
    path = tmp_path / "game.sgf"
    path.write_text(text, encoding="utf-8")

    written = answers(make_htp, "boardsize 4", f"loadsgf {path}", "all_legal_moves")

    _, refused, legal = [line for line in written if line]
    assert refused.startswith("? ")
    assert len(legal.split()) == 17
