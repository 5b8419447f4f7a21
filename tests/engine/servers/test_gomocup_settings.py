"""What the settings of a manager change: time, memory, limits of a search."""

from functools import partial

import pytest

from engine.core.game import GameSetup
from engine.games import get_game
from engine.players.player_config import parse_engine
from engine.search.table_sizes import limit_tables
from engine.search.time_management import SHORTEST_SECONDS
from engine.servers.gomocup.info import Info
from engine.servers.memory import MEGABYTE, fitting_engine
from engine.servers.move_time import DEFAULT_SECONDS, MoveTime
from tests.engine.servers.doubles import FirstCell, answers, make_gomocup

GOMOKU = get_game("gomoku")
BOARD = GOMOKU.new_position(GOMOKU.setup())


def limits_of(*lines):
    """Return the limits of the first search after some settings."""
    searcher = FirstCell()
    answers(make_gomocup, "START 15", *lines, "BEGIN", searcher=searcher)
    return searcher.asked[0][1]


def info(*entries):
    found = Info()
    for entry in entries:
        found = found.with_entry(entry)
    return found


def test_a_turn_is_used_but_for_the_way_of_the_answer():
    assert limits_of("INFO timeout_turn 500").seconds == pytest.approx(0.48)


def test_a_short_turn_keeps_most_of_its_time():
    assert limits_of("INFO timeout_turn 50").seconds == pytest.approx(0.04)


@pytest.mark.parametrize("value", ["abc", "", "1 2", "0.5"])
def test_a_value_that_is_no_number_leaves_the_setting(value):
    settings = ["INFO timeout_turn 500", f"INFO timeout_turn {value}", "RESTART"]

    assert limits_of(*settings).seconds == pytest.approx(0.48)


@pytest.mark.parametrize("value", ["abc", "", "1 2", "0.5"])
@pytest.mark.parametrize("key", ["timeout_turn", "max_memory", "rule", "max_node"])
def test_a_value_that_is_no_number_is_an_error(key, value):
    written = answers(make_gomocup, "START 15", f"INFO {key.upper()} {value}")

    error = f"ERROR Expected a whole number for INFO {key}, got {value!r}."
    assert written == ["OK", error]


def test_a_setting_without_a_key_is_an_error():
    assert answers(make_gomocup, "INFO") == [
        "ERROR Expected a key and a value such as INFO timeout_turn 5000, got none."
    ]


@pytest.mark.parametrize("entry", ["game_type x", "folder /a b", "evaluate", "new x"])
def test_an_unknown_setting_is_ignored(entry):
    assert answers(make_gomocup, f"INFO {entry}") == []


def test_blanks_of_any_kind_part_key_and_value():
    assert limits_of("INFO\ttimeout_turn\t 500").seconds == pytest.approx(0.48)


def test_the_time_of_a_match_is_shared_out():
    seconds = limits_of("INFO timeout_turn 30000", "INFO time_left 60000").seconds

    assert 1 < seconds < 10


def test_the_turn_bounds_the_share_of_a_match():
    assert limits_of("INFO timeout_turn 1000", "INFO time_left 900000").seconds < 1


@pytest.mark.parametrize("entry", ["timeout_turn 0", "time_left 0", "time_left -500"])
def test_without_time_a_move_is_made_as_fast_as_possible(entry):
    assert limits_of(f"INFO {entry}").seconds == pytest.approx(SHORTEST_SECONDS)


@pytest.mark.parametrize("entry", ["timeout_match 0", "time_left 2147483647", "x 1"])
def test_without_limits_a_move_takes_the_default(entry):
    assert limits_of(f"INFO {entry}").seconds == pytest.approx(DEFAULT_SECONDS)


def test_a_manager_that_sends_no_time_left_gets_its_match_kept():
    left = info("timeout_match 10000").after_move(4.0)

    assert left.move_time.match_seconds == pytest.approx(6.0)
    assert left.for_new_game().move_time.match_seconds == pytest.approx(10.0)


def test_nodes_and_depth_bound_the_search():
    limits = limits_of("INFO max_node 1000", "INFO max_depth 6")

    assert (limits.nodes, limits.depth) == (1000, 6)


def test_the_time_of_the_engine_itself_bounds_every_search():
    config = parse_engine("alphabeta{seconds=0.3}")
    make = partial(make_gomocup, config=config)
    searcher = FirstCell()

    answers(make, "START 15", "INFO timeout_turn 9000", "BEGIN", searcher=searcher)

    assert searcher.asked[0][1].seconds == pytest.approx(0.3)


def test_a_time_after_the_main_time_is_used_for_every_move():
    alone = MoveTime(match_seconds=0.0, period_seconds=10.0)
    more = MoveTime(match_seconds=60.0, period_seconds=10.0)

    assert 9 < alone.seconds_for(BOARD) < 10 < more.seconds_for(BOARD) < 20


@pytest.mark.parametrize(
    ("name", "megabytes", "expected"),
    [
        ("mcts", 350, "mcts"),
        ("mcts", 210, "alphabeta"),
        ("mcts", 100, None),
        ("uct:3", 200, "uct:3"),
        ("strength:full", 200, "strength:full"),
        ("strength:full", 80, None),
    ],
)
def test_an_engine_plays_that_the_memory_allows(name, megabytes, expected):
    config = parse_engine(name)

    fitting = fitting_engine(config, GOMOKU.setup(), megabytes * MEGABYTE)

    assert (fitting and str(fitting)) == expected


def test_a_small_memory_limit_is_reported_once_and_a_simple_engine_plays():
    lines = ["INFO max_memory 50000000", "START 15", "BEGIN", "TURN 0,0", "RESTART"]

    written = answers(make_gomocup, *lines)

    told = [line for line in written if "47 MB" in line]
    assert told == ["MESSAGE alphabeta needs more than 47 MB: a simple engine plays."]
    assert [line for line in written if "MESSAGE" not in line][:2] == ["OK", "7,7"]


def test_a_setting_that_is_well_formed_is_not_answered():
    assert answers(make_gomocup, "START 15", "INFO max_memory 1") == ["OK"]


def size_of_tables(kind, setup, sizes):
    """Return the bytes of the tables of a search, from the tables themselves."""
    if kind == "tree-search":
        from engine.search.uct.kernels.node_pool import new_tree

        tree = new_tree(sizes["pool_entries"], with_rave=True)
        return 2 * sum(array.nbytes for array in tree)
    from engine.search.puct.kernels.edge_tree import new_edge_trees

    pools = [sizes[key] for key in ("pool_edges", "pool_nodes", "pool_policies")]
    (tree,) = new_edge_trees(1, *pools, setup.cell_count)
    return 2 * sum(array.nbytes for array in tree)


@pytest.mark.parametrize("kind", ["tree-search", "network-search"])
@pytest.mark.parametrize("megabytes", [4, 40])
def test_tables_take_what_they_are_said_to(kind, megabytes):
    setup: GameSetup = GOMOKU.setup()
    room = megabytes * MEGABYTE
    settings = {"rave_equivalence": 500.0} if kind == "tree-search" else {}

    sizes = limit_tables(kind, settings, setup, room)

    assert 0.9 * room < size_of_tables(kind, setup, sizes) <= room + 1000


def test_the_table_of_alphabeta_is_a_power_of_two_within_the_limit():
    sizes = [
        limit_tables("alpha-beta", {}, GOMOKU.setup(), room * MEGABYTE)["table_bits"]
        for room in (0, 1, 16, 31, 32, 1000)
    ]

    assert sizes == [10, 16, 20, 20, 21, 21]


def test_a_limit_never_enlarges_a_table():
    settings = {"table_bits": 12}

    sizes = limit_tables("alpha-beta", settings, GOMOKU.setup(), 1000 * MEGABYTE)

    assert sizes == {"table_bits": 12}


@pytest.mark.parametrize("board", [["BOARD", "1,1,2", "DONE"], ["SWAP2BOARD", "DONE"]])
def test_a_board_by_a_rule_that_the_engine_lacks_leaves_the_game(board):
    make = partial(make_gomocup, config=parse_engine("ou-cnn"))

    told = answers(
        make, "START 8", "PLAY 4,4", "INFO rule 4", *board, "INFO rule 0", "TURN 0,0"
    )

    assert told[2].startswith("ERROR Expected the rules freestyle")
    assert told[-1] == "1,0"
    told = answers(make, "START 8", "PLAY 4,4", "INFO rule 4", *board, "TAKEBACK 4,4")
    assert told[-1] == "OK"
