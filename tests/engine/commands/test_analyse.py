"""The command analyse as scripts use it."""

import json

import pytest

import main
from engine.core.errors import ExternalProgramError, RecordFileError
from engine.records import files
from engine.review.game_review import review_game
from engine.review.reviewer import Reviewer
from tests.engine.review.reviewed_games import game_of

ENGINE = ["--engine", "uct-plain", "--nodes", "20"]


@pytest.fixture
def file(tmp_path):
    """Return the file of a game on a board that is not square."""
    path = tmp_path / "game.sgf"
    files.save(game_of("hex", "b2 c3 d2 a1", height=4, width=5), path)
    return path


def analyse(capsys, *argv):
    try:
        status = main.main(["analyse", *map(str, argv)])
    except SystemExit as stop:
        status = stop.code
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_a_review_is_one_json_object_and_saved_in_the_record(capsys, file):
    status, text, err = analyse(capsys, file, *ENGINE, "--json")

    result = json.loads(text)
    assert (status, err) == (0, "")
    assert [move["move"] for move in result["moves"]] == ["b2", "c3", "d2", "a1"]
    assert [move["ply"] for move in result["moves"]] == [1, 2, 3, 4]
    assert result["stopped"] is False
    assert set(result["accuracy"]) == {"red", "blue"}
    assert all(0 <= share <= 100 for share in result["accuracy"].values())
    for move in result["moves"]:
        assert 0 <= move["loss"] <= 1
        assert -1 <= move["value"] <= 1
        assert set(move) >= {"best", "refutation"}
    saved = review_game(files.load(file))
    assert [move.loss for move in saved.moves] == pytest.approx(
        [move["loss"] for move in result["moves"]]
    )


def test_a_review_is_printed_for_people(capsys, file, tmp_path):
    before, out = file.read_bytes(), tmp_path / "reviewed.json"

    status, text, _ = analyse(capsys, file, *ENGINE, "--out", out)

    assert status == 0
    assert text.startswith("accuracy of red: ")
    assert file.read_bytes() == before
    assert len(review_game(files.load(out)).moves) == 4


@pytest.mark.parametrize(
    ("opening", "moves", "searched"),
    [
        ("swap2", "e5 e6 f7 add-two a1 a2 take-black c3", [3, 6, 7, 8]),
        ("rif", "e5 e6 f7 g7 offer-f5 offer-h5 f5", [3, 4, 5, 6, 7]),
    ],
)
def test_stones_that_an_opening_places_without_a_search_are_left_out(
    capsys, tmp_path, opening, moves, searched
):
    path = tmp_path / "game.sgf"
    files.save(game_of("gomoku", moves, height=9, width=9, opening=opening), path)

    status, text, err = analyse(capsys, path, *ENGINE, "--json")

    result, nodes = json.loads(text), files.load(path).nodes
    assert (status, err) == (0, "")
    assert [at for at, node in enumerate(nodes) if node.analysis] == searched
    compared = [ply for ply in searched if ply - 1 in searched]
    assert [move["ply"] for move in result["moves"]] == compared


def test_a_game_of_fixed_stones_and_a_choice_has_no_reviewed_move(capsys, tmp_path):
    path = tmp_path / "game.json"
    game = game_of("gomoku", "e5 e6 f7", height=9, width=9, opening="swap2")
    files.save(game, path)

    assert analyse(capsys, path, *ENGINE) == (0, "no move is reviewed\n", "")
    assert files.load(path).nodes[3].analysis.nodes > 0


def test_mistakes_are_listed_with_what_was_better(capsys, tmp_path):
    path = tmp_path / "lost.sgf"
    moves = "a1 c7 a2 e7 a3 g7 a4 h1"  # the last one does not stop the row
    files.save(game_of("gomoku", moves, height=7, width=8), path)
    engine = ["--engine", "uct", "--nodes", "500"]

    status, text, _ = analyse(capsys, path, *engine, "--json")
    _, table, _ = analyse(capsys, path, *engine)

    last = json.loads(text)["moves"][-1]
    assert status == 0
    assert (last["value"], last["best"]) == (-1, "a5")
    assert last["loss"] > 0.3
    assert (
        f"move 8: h1 lost {100 * last['loss']:.0f} %, a5 was better; refuted by a5"
        in table
    )


WRONG = {
    "no such folder": (["--out", "nowhere/x.sgf"], "in an existing folder"),
    "a format without analysis": (["--out", "x.psq"], "keeps analysis (.sgf, .json)"),
    "another game": (["--engine", "liu-3"], "plays gomoku"),
    "a network of another game": (["--engine", "mcts{net=ou-2020}"], "for gomoku"),
    "no program": (["--engine", "cmd:/none/program"], "cannot be started"),
    "no engine": (["--engine", "nobody"], "among"),
    "no time": (["--engine", "uct", "--seconds", "0"], "above 0"),
}


@pytest.mark.parametrize(("argv", "message"), WRONG.values(), ids=WRONG)
def test_bad_usage_is_one_sentence_and_changes_nothing(capsys, file, argv, message):
    before = file.read_bytes()
    engine = [] if "--engine" in argv else ENGINE

    status, text, err = analyse(capsys, file, *argv, *engine, "--json")

    assert (status, text) == (2, "")
    assert err.count("\n") == 1
    assert message in err
    assert file.read_bytes() == before


def test_a_file_that_was_not_read_as_a_whole_is_not_replaced(capsys, tmp_path):
    path, out = tmp_path / "games.sgf", tmp_path / "first.sgf"
    two = "(;GM[11]SZ[4];B[b2])(;GM[11]SZ[4];B[c3])"
    path.write_text(two, encoding="utf-8")

    status, text, err = analyse(capsys, path, *ENGINE)
    assert (status, text) == (2, "")
    assert "parts of games.sgf were left out; name another file" in err
    assert path.read_text("utf-8") == two
    status, _, err = analyse(capsys, path, *ENGINE, "--out", out)

    assert status == 0
    assert "more than one game" in err
    assert files.load(out).main_moves()


def test_a_record_that_is_not_there_is_bad_usage(capsys, tmp_path):
    path = tmp_path / "none.sgf"

    status, text, err = analyse(capsys, path, *ENGINE)

    assert (status, text) == (2, "")
    assert err == f"pentahex: Expected a file {path}, found none.\n"


def test_a_record_without_moves_is_one_sentence(capsys, tmp_path):
    path = tmp_path / "empty.sgf"
    files.save(game_of("hex", "", height=4, width=5), path)

    status, text, err = analyse(capsys, path, *ENGINE)

    assert (status, text) == (1, "")
    assert err == "pentahex: Expected a game with moves to analyse, got none.\n"


@pytest.mark.parametrize("is_folder", [True, False])
def test_a_file_that_cannot_be_written_is_told_before_the_search(
    capsys, file, tmp_path, monkeypatch, is_folder
):
    out = tmp_path / "reviewed.sgf"
    if is_folder:
        out.mkdir()
    else:
        monkeypatch.setattr("os.access", lambda *_: False)
    monkeypatch.setattr(Reviewer, "review", None)

    status, text, err = analyse(capsys, file, *ENGINE, "--out", out)

    reason = "Expected a file to write to, {} is none."
    if not is_folder:
        reason = "{} could not be written: it is not permitted."
    assert (status, text, err) == (1, "", f"pentahex: {reason.format(out)}\n")


CAUSES = {
    "Ctrl+C": (KeyboardInterrupt(), ""),
    "a crash of the engine": (
        ExternalProgramError("rapfi has ended."),
        "pentahex: rapfi has ended.\n",
    ),
}


@pytest.mark.parametrize(("cause", "sentence"), CAUSES.values(), ids=CAUSES)
def test_a_review_that_ends_early_keeps_what_was_found(
    capsys, file, monkeypatch, cause, sentence
):
    whole = Reviewer.review

    def interrupted(self, record, *, on_progress):
        def update(progress):
            on_progress(progress)
            if progress.done == 3:
                raise cause

        return whole(self, record, on_progress=update)

    monkeypatch.setattr(Reviewer, "review", interrupted)

    status, text, err = analyse(capsys, file, *ENGINE, "--json")

    assert status == 1
    result = json.loads(text)
    assert (len(result["moves"]), result["stopped"]) == (2, True)
    assert err == f"pentahex: Stopped after 3 of 5 positions.\n{sentence}"
    known = [node.analysis is not None for node in files.load(file).nodes]
    assert known == [True, True, True, False, False]


def test_an_engine_that_fails_at_once_leaves_the_old_record(capsys, file, monkeypatch):
    before = file.read_bytes()

    def failing(self, record, *, on_progress):
        raise ExternalProgramError("rapfi has ended.")

    monkeypatch.setattr(Reviewer, "review", failing)

    assert analyse(capsys, file, *ENGINE) == (1, "", "pentahex: rapfi has ended.\n")
    assert file.read_bytes() == before


def test_a_review_that_is_stopped_at_once_leaves_the_old_record(
    capsys, file, monkeypatch
):
    text = "(;GM[11]SZ[4]\n ;B[b2]\n ;W[c3])\n"
    file.write_text(text, encoding="utf-8")

    def stopped(self, record, *, on_progress):
        raise KeyboardInterrupt

    monkeypatch.setattr(Reviewer, "review", stopped)

    status, printed, err = analyse(capsys, file, *ENGINE, "--json")

    assert status == 1
    assert json.loads(printed)["out"] is None
    assert err == "pentahex: Stopped before the end of the first search.\n"
    assert file.read_text("utf-8") == text


def test_a_full_disk_leaves_the_old_record_and_prints_the_review(
    capsys, file, monkeypatch
):
    before = file.read_bytes()

    def full(path, data):
        raise RecordFileError(f"{path.name} could not be written: the disk is full.")

    monkeypatch.setattr("engine.core.files.atomic_file.write_atomically", full)

    status, text, err = analyse(capsys, file, *ENGINE)
    _, printed, _ = analyse(capsys, file, *ENGINE, "--json")

    assert status == 1
    assert err == "pentahex: game.sgf could not be written: the disk is full.\n"
    assert file.read_bytes() == before
    assert text.startswith("accuracy of red: ")
    assert len(json.loads(printed)["moves"]) == 4
    assert json.loads(printed)["out"] is None


def test_a_record_that_changes_during_the_review_is_not_replaced(
    capsys, file, monkeypatch
):
    review = Reviewer.review

    def slow(self, record, *, on_progress):
        review(self, record, on_progress=on_progress)
        file.write_text("(;GM[11]SZ[11]C[newer])", encoding="utf-8")

    monkeypatch.setattr(Reviewer, "review", slow)

    status, text, err = analyse(capsys, file, *ENGINE)

    assert status == 1
    assert err == (
        "pentahex: Expected that game.sgf stays as it is during the review, but it "
        "was changed; the review is not saved.\n"
    )
    assert "newer" in file.read_text("utf-8")
    assert text.startswith("accuracy of red: ")
