"""``convert``, as scripts use it."""

import argparse
import json

import pytest

from engine.commands import convert
from engine.core.errors import RecordError, UsageError
from engine.core.types import Candidate, Move, MoveAnalysis
from engine.games import GAMES
from engine.records import files
from engine.records.model.move_tree import RecordBuilder, RecordNode
from engine.records.model.record import GameRecord

SGF = "(;GM[4]SZ[15];B[hh]C[a thought];W[ii];B[ii])"


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "甲 乙.sgf"
    path.write_text(SGF, encoding="utf-8")
    return path


def run(*argv):
    parser = argparse.ArgumentParser()
    convert.add_arguments(parser)
    return convert.run(parser.parse_args([str(argument) for argument in argv]))


@pytest.mark.parametrize("ending", [".sgf", ".txt", ".json"])
def test_the_ending_chooses_the_form(ending, source, tmp_path, capsys):
    target = tmp_path / f"out{ending}"

    status = run(source, target)

    assert status == 0
    assert len(files.load(target).main_moves()) == 2
    assert "gomoku 15, 2 moves" in capsys.readouterr().out


def test_csv_has_a_row_for_each_move_with_its_search(tmp_path, capsys):
    source, target = tmp_path / "game.json", tmp_path / "game.csv"
    setup = GAMES["gomoku"].setup()
    at, reply = Move(112), Move(113)
    found = Candidate(move=reply, value=0.5, visits=30, pv=(reply,))
    tree = RecordBuilder()
    first = tree.add(
        0,
        RecordNode(
            move=at,
            seconds=1.5,
            analysis=MoveAnalysis(value=0.5, nodes=40, depth=3, candidates=(found,)),
        ),
    )
    tree.add(first, RecordNode(move=reply))
    files.save(GameRecord(setup=setup, nodes=tree.build()[0]), source)

    status = run(source, target)

    assert status == 0
    assert target.read_text(encoding="utf-8").splitlines() == [
        "ply,side,move,seconds,value,visits,nodes,depth",
        "1,black,h8,1.5,-0.5,,40,3",
        "2,white,i8,,,30,,",
    ]
    captured = capsys.readouterr()
    assert "gomoku 15, 2 moves, CSV" in captured.out
    assert "cannot be read again" in captured.err


def test_what_was_skipped_or_lost_goes_to_standard_error(source, tmp_path, capsys):
    run(source, tmp_path / "out.txt")

    captured = capsys.readouterr()
    assert "Move 3" in captured.err
    assert "Comments are not kept" in captured.err
    assert len(captured.out.splitlines()) == 1


def test_json_is_one_object(source, tmp_path, capsys):
    run(source, tmp_path / "out.txt", "--json")

    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    assert captured.err == ""
    assert answer["form"] == "ccgc"
    assert answer["moves"] == 2
    assert len(answer["warnings"]) == len(answer["notes"]) == 1


def test_the_game_can_be_given(tmp_path, capsys):
    source = tmp_path / "record.sgf"
    source.write_text("(;SZ[9];B[cc])", encoding="utf-8")

    run(source, tmp_path / "out.json", "--game", "hex", "--json")

    assert json.loads(capsys.readouterr().out)["game"] == "hex"


def test_an_unknown_ending_is_bad_usage(source, tmp_path):
    with pytest.raises(UsageError, match=r"ending in \.sgf"):
        run(source, tmp_path / "out.doc")


def test_an_unreadable_source_leaves_the_target(tmp_path):
    source, target = tmp_path / "in.sgf", tmp_path / "out.sgf"
    source.write_text("nothing", encoding="utf-8")
    target.write_text("old", encoding="utf-8")

    with pytest.raises(RecordError, match=r"in\.sgf: Expected"):
        run(source, target)

    assert target.read_text(encoding="utf-8") == "old"


def test_a_source_that_is_not_there_is_bad_usage(tmp_path):
    with pytest.raises(
        UsageError, match=r"^Expected a file .*none\.sgf, found none\.$"
    ):
        run(tmp_path / "none.sgf", tmp_path / "out.sgf")


def test_a_folder_in_place_of_the_source_is_bad_usage(tmp_path):
    with pytest.raises(UsageError, match=r"^Expected a file, got the folder "):
        run(tmp_path, tmp_path / "out.sgf")


def test_a_target_in_a_folder_that_is_not_there_is_bad_usage(source, tmp_path):
    with pytest.raises(UsageError, match=r"in an existing folder, got .*out\.sgf\.$"):
        run(source, tmp_path / "none" / "out.sgf")


def test_several_games_are_joined(source, tmp_path, capsys):
    others = [tmp_path / "b.sgf", tmp_path / "c.sgf"]
    for path, moves in zip(others, ("B[hh];W[hi]", "B[hh];W[hi];B[ij]"), strict=True):
        path.write_text(f"(;GM[4]SZ[15];{moves})", encoding="utf-8")
    target = tmp_path / "tree.lib"

    status = run(source, target, "--join", *others)

    record = files.load(target)
    assert status == 0
    assert len(record.main_moves()) == 3
    assert len(record.nodes) == 5
    assert "tree.lib: gomoku 15, 3 moves, RenLib" in capsys.readouterr().out


def test_a_game_that_cannot_be_joined_is_named(source, tmp_path):
    other = tmp_path / "small.sgf"
    other.write_text("(;GM[4]SZ[9];B[ee])", encoding="utf-8")

    with pytest.raises(RecordError, match=r"small\.sgf: It has another board"):
        run(source, tmp_path / "tree.sgf", "--join", other)
    assert not (tmp_path / "tree.sgf").exists()
