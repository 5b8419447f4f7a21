"""Damaged files of the program's own never stop a start."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.records import files
from engine.records.model.record import GameRecord
from gui.contest.contest_autosave import STATE, AutosavedContest, ContestAutosave
from gui.files.autosave_index import INDEX, read_index
from gui.settings.table import LAST_CONTEST
from tests.gui.contest.conftest import CONTEST
from tests.gui.driving import has_widget, moves, texts
from tests.gui.windowless import end_services

SAME_FOLDER = settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)

ENTRY = {
    "file": "a.sgf",
    "first": "human",
    "second": "human",
    "seconds": 1.0,
    "caps_engines": False,
    "time": "none",
    "path": "",
}

BAD_INDEXES = {
    "no JSON": '[{"file": 3}, {]',
    "nested": "[" * 100_000,
    "bytes": b"\xff\xfe\x00",
    "number": "7",
    "null": "null",
    "player": json.dumps([ENTRY | {"first": 5}]),
    "time": json.dumps([ENTRY | {"time": True}]),
    "seconds": json.dumps([ENTRY]).replace("1.0", "1" + 400 * "0"),
    "endless": json.dumps([ENTRY]).replace("1.0", "1e400"),
    "NUL": json.dumps([ENTRY | {"file": "a\0.sgf"}]),
    "half": json.dumps([ENTRY | {"file": "a\ud800.sgf"}]),
    "NUL in path": json.dumps([ENTRY | {"path": "a\0.sgf"}]),
    "folder": json.dumps([ENTRY | {"file": ".."}]),
    "no file": json.dumps([ENTRY | {"file": ""}]),
}

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["\0", "\ud800", "uct:7", "none", "1e400", 10**400]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


@pytest.fixture
def games(tmp_path):
    folder = tmp_path / "state" / "pentahex" / "games"
    folder.mkdir(parents=True)
    return folder


def save_game(path):
    setup = GAMES["gomoku"].setup()
    record, _ = GameRecord(setup=setup).with_move(0, 112)
    files.save(record, path)
    return path


def write(path, content):
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize("content", BAD_INDEXES.values(), ids=BAD_INDEXES)
def test_a_damaged_list_is_set_aside(start_windowless, games, content):
    write(games / INDEX, content)

    autosave = start_windowless().autosave

    assert not autosave.is_restoring
    assert autosave.damage == [
        "The file unfinished.json is damaged; it was renamed to "
        "unfinished.json.damaged."
    ]
    assert not (games / INDEX).exists()
    assert (games / f"{INDEX}.damaged").exists()


def test_the_window_opens_and_names_a_damaged_list(start_program, games):
    write(games / INDEX, BAD_INDEXES["nested"])

    program = start_program()

    assert texts(program.window, "card_message") == [
        "The program found a damaged file",
        "The file unfinished.json is damaged; it was renamed to "
        "unfinished.json.damaged.",
    ]
    assert not (games / INDEX).exists()
    assert (games / f"{INDEX}.damaged").exists()


def test_whole_entries_of_a_damaged_list_come_back(start_program, games):
    save_game(games / "a.sgf")
    write(games / INDEX, json.dumps([ENTRY | {"time": 3}, ENTRY, "x"]))

    program = start_program()

    assert moves(program) == ["h8"]
    assert has_widget(program.window, "card_message")


def test_a_damaged_list_is_named_once(start_windowless, games):
    write(games / INDEX, "{")
    first = start_windowless()
    end_services(first)

    second = start_windowless()

    assert first.autosave.damage
    assert second.autosave.damage == []


def test_a_damaged_list_that_cannot_be_renamed_does_not_stop_the_window(
    start_windowless, games
):
    write(games / INDEX, "{")
    blocked = games / f"{INDEX}.damaged"
    blocked.mkdir()
    save_game(blocked / "in the way.sgf")

    autosave = start_windowless().autosave

    assert not autosave.is_restoring
    assert autosave.damage == ["The file unfinished.json is damaged and was ignored."]


def test_a_damaged_game_is_set_aside(start_windowless, games):
    write(games / "a.sgf", "no record")
    save_game(games / "b.sgf")
    write(games / INDEX, json.dumps([ENTRY, ENTRY | {"file": "b.sgf"}]))

    windowless = start_windowless()

    assert moves(windowless) == ["h8"]
    assert "renamed to a.sgf.damaged" in windowless.autosave.damage[0]
    assert (games / "a.sgf.damaged").exists()


def test_the_list_of_a_window_that_died_is_set_aside_too(start_windowless, games):
    write(games / "unfinished-2.json", "[[]]")

    windowless = start_windowless()

    assert "unfinished-2.json is damaged" in windowless.autosave.damage[0]
    assert (games / "unfinished-2.json.damaged").exists()


@given(data=st.data())
@SAME_FOLDER
def test_no_damage_of_a_list_raises_anything(tmp_path, data):
    entry = dict(ENTRY)
    for key in data.draw(st.sets(st.sampled_from(sorted(ENTRY)), min_size=1)):
        entry[key] = data.draw(VALUES)
    whole = data.draw(VALUES | st.just([ENTRY, entry]))
    path = write(tmp_path / INDEX, json.dumps(whole))

    index = read_index(path)

    for autosaved in index.matches:
        assert autosaved.file.parent == tmp_path
        MatchSetup(
            setup=GAMES["hex"].setup(),
            seconds_per_move=autosaved.seconds,
            time=autosaved.time,
        )
        assert not autosaved.file.exists()  # a name that the system can look for


# Contests


def keep_contest(folder, **changes):
    """Write a whole contest, then change values of its file."""
    autosave = ContestAutosave(folder)
    contest_folder = folder / "2026-07-29 14.00.00"
    record = GameRecord(setup=CONTEST.setup, time=CONTEST.terms)
    autosave.write(
        AutosavedContest(
            folder=contest_folder, contest=CONTEST, record=record, left=(10.0, 20.0)
        )
    )
    path = contest_folder / STATE
    values = json.loads(path.read_text(encoding="utf-8"))
    for key, value in changes.items():
        holder = values if key in values else values["contest"]
        holder[key] = value
    path.write_text(json.dumps(values), encoding="utf-8")
    return path


BAD_CONTESTS = {
    "left": [float("inf"), 1.0],
    "typed": [float("inf")],
    "answer": 10**9,
    "written": {"path": "a\0", "digest": ""},
    "record": "x",
    "height": float("inf"),
    "seconds": float("inf"),
    "options": 5,
    "game": [],
}


@pytest.fixture
def contests(tmp_path):
    return tmp_path / "state" / "pentahex" / "contests"


@pytest.mark.parametrize("key", BAD_CONTESTS)
def test_a_damaged_contest_is_set_aside(contests, key):
    path = keep_contest(contests, **{key: BAD_CONTESTS[key]})
    autosave = ContestAutosave(contests)

    assert autosave.open_contest() is None
    (sentence,) = autosave.damage
    assert "contest.json.damaged" in sentence
    assert not path.exists()


def test_the_window_opens_and_names_a_damaged_contest(start_program, contests):
    path = keep_contest(contests, record=BAD_CONTESTS["record"])

    program = start_program()

    assert program.contests.game is None
    assert "contest.json.damaged" in texts(program.window, "card_message")[1]
    assert not path.exists()


def test_a_whole_contest_comes_back_beside_a_damaged_one(start_program, contests):
    keep_contest(contests)
    damaged = contests / "2026-08-01 10.00.00" / STATE
    damaged.parent.mkdir()
    write(damaged, "[" * 100_000)

    program = start_program()

    assert program.contests.game is not None
    assert program.contests.game.contest == CONTEST
    assert not damaged.exists()


@given(data=st.data())
@SAME_FOLDER
def test_no_damage_of_a_contest_raises_anything(tmp_path, data):
    keys = st.sampled_from([*BAD_CONTESTS, "our_engine", "is_open", "our_seat"])
    changes = {key: data.draw(VALUES) for key in data.draw(st.sets(keys, min_size=1))}
    keep_contest(tmp_path, **changes)
    autosave = ContestAutosave(tmp_path)

    autosave.open_contest()
    autosave.release()


def test_damaged_settings_of_a_contest_count_as_never_set(program, settings):
    settings[LAST_CONTEST["gomoku"]] = "[" * 100_000

    assert program.contests.last_contest("gomoku").setup.game == "gomoku"
