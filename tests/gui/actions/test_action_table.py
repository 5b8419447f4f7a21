"""The table of actions: every row is complete, and its conditions are pure."""

import re
from collections import Counter
from dataclasses import FrozenInstanceError

import pytest
from PyQt5.QtGui import QKeySequence

from engine.core.types import Move
from engine.games import GAMES
from gui.actions.action_row import ActionRow, Menu, list_rows
from gui.actions.action_table import (
    BOARD_MENU,
    MOVE_MENU,
    TOOL_BAR,
    default_keys,
    make_menus,
)
from gui.actions.actions import plain_text
from gui.text import languages
from gui.text.languages import NATIVE_NAMES
from tests.engine.match.matches import AGAINST_ENGINE, WATCHED
from tests.gui.actions.action_states import state_after, state_of

ROWS = list(list_rows(make_menus()))

STATES = [
    state_after(),
    state_after(Move(0)),
    state_after(Move(0), Move(1), can_restore=True, can_hint=True, is_zoomed=True),
    state_after(players=AGAINST_ENGINE, has_engine=True),
    state_after(players=WATCHED, has_engine=True),
    state_of("hex", options={"swap": "on"}),
    state_of("gomoku", options={"opening": "swap2"}),
]

every_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)


def text_of(row, state):
    return row.text() if row.label is None else row.label(state).text


@pytest.fixture
def chinese(qapp):
    languages.apply(qapp, "zh_CN")
    yield
    languages.apply(qapp, "en")


def test_names_are_unique():
    counts = Counter(row.name for row in ROWS)

    assert not [name for name, count in counts.items() if count > 1]


def test_keys_are_unique_and_valid():
    keys = [key for keys in default_keys().values() for key in keys]

    assert len(keys) == len(set(keys))
    assert all(QKeySequence(key).toString() for key in keys)


@every_row
def test_an_action_has_a_text_with_an_access_key(row, qapp):
    languages.apply(qapp, "en")
    texts = {text_of(row, state) for state in STATES}

    is_name = row.group == "games" or texts <= set(NATIVE_NAMES.values())
    has_no_key = is_name or row.name.startswith("engine_side_")
    assert has_no_key or all(re.search(r"&\w", text) for text in texts)
    assert all(plain_text(text) for text in texts)


def test_every_action_has_a_chinese_text(chinese):
    texts = {text_of(row, state) for row in ROWS for state in STATES}

    assert not [t for t in texts - set(NATIVE_NAMES.values()) if t.isascii()]


@every_row
def test_conditions_read_the_state_alone_and_are_the_same_again(row):
    conditions = [row.is_enabled, row.is_visible, row.is_checked, row.label]
    for condition in filter(None, conditions):
        before = [condition(state) for state in STATES]
        assert [condition(state) for state in STATES] == before


def test_one_member_of_a_group_is_checked_in_every_state():
    for state in STATES:
        for group in ("games", "dock_layouts"):
            checked = [r for r in ROWS if r.group == group and r.is_checked(state)]
            assert len(checked) == 1


def test_bars_and_context_menus_name_rows_of_the_table():
    names = {row.name for row in ROWS}
    used = [name for group in (*TOOL_BAR, MOVE_MENU, *BOARD_MENU) for name in group]

    assert set(used) <= names


@pytest.mark.parametrize(
    ("name", "enabled"),
    [
        ("new", [True, True, True]),
        ("save", [False, True, True]),
        ("take_back", [False, True, True]),
        ("hint", [False, False, True]),
        ("first", [False, True, True]),
        ("next", [False, False, False]),
        ("delete_from_here", [False, True, True]),
        ("restore_deleted", [False, False, True]),
        ("resign", [False, True, True]),
        ("zoom_out", [False, False, True]),
        ("run", [False, False, False]),
    ],
)
def test_an_action_is_enabled_as_the_match_goes_on(name, enabled):
    (row,) = (row for row in ROWS if row.name == name)

    assert [row.is_enabled(state) for state in STATES[:3]] == enabled


def test_the_moves_without_a_cell_are_shown_where_the_rules_have_them():
    rows = {row.name: row for row in ROWS}
    plain, hexes, swap2 = STATES[0], STATES[5], STATES[6]

    shown = {
        name: [rows[name].is_visible(state) for state in (plain, hexes, swap2)]
        for name in ("swap", "add_two")
    }

    assert shown == {"swap": [False, True, True], "add_two": [False, False, True]}
    assert rows["swap"].label(hexes).short == "Swap"
    assert plain_text(rows["swap"].label(swap2).text) == "Take Black"


@pytest.mark.parametrize(
    ("game", "options", "before"),
    [("hex", {"swap": "on"}, 1), ("gomoku", {"opening": "swap2"}, 3)],
)
def test_the_moves_without_a_cell_go_when_the_colours_are_settled(
    game, options, before
):
    swap = next(row for row in ROWS if row.name == "swap")
    cells = [Move(cell) for cell in range(before + 1)]

    offered = state_of(game, *cells[:-1], options=options)
    declined = state_of(game, *cells, options=options)

    assert swap.is_visible(offered)
    assert not swap.is_visible(declined)


def test_only_a_slanted_board_can_be_turned():
    rows = {row.name: row for row in ROWS}

    assert not rows["orientation_flat"].is_enabled(state_of("gomoku"))
    assert rows["orientation_flat"].is_enabled(state_of("hex"))


def test_every_game_has_an_action_and_a_key():
    rows = [row for row in ROWS if row.group == "games"]

    assert [row.name for row in rows] == [f"game_{name}" for name in GAMES]
    assert [row.keys for row in rows] == [("Ctrl+1",), ("Ctrl+2",)]


def test_a_row_without_a_name_or_a_text_is_refused():
    with pytest.raises(ValueError, match="Expected a name"):
        ActionRow(name="", text=str)
    with pytest.raises(ValueError, match="of the action quiet, got neither"):
        ActionRow(name="quiet")


def test_a_row_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        ROWS[0].name = "other"


def test_rows_of_submenus_are_found():
    inner = Menu(name="in", title=str, entries=(ActionRow(name="a", text=str),))
    outer = Menu(name="out", title=str, entries=(inner, ActionRow(name="b", text=str)))

    assert [row.name for row in list_rows([outer])] == ["a", "b"]
