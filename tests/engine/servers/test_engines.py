"""Every engine of ours plays under both protocols."""

from functools import partial

import pytest

from engine.games import get_game
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.players.presets import list_presets
from engine.players.strengths import NAMES
from tests.engine.servers.doubles import converse, make_gomocup, make_htp

STRENGTHS = [f"strength:{name}" for name in NAMES]

pytestmark = pytest.mark.slow


def names(game):
    return [*(preset.name for preset in list_presets(game)), *STRENGTHS, "uct:1"]


@pytest.mark.parametrize("name", names("gomoku"))
def test_an_engine_answers_a_manager(name):
    config = parse_engine(name)
    board = 8 if name == "ou-cnn" else 15
    lines = [f"START {board}", "INFO max_node 40", "INFO timeout_turn 0", "TURN 4,4"]

    transcript = converse(
        partial(make_gomocup, config=config), lines, build=build_searcher
    )

    column, row = map(int, transcript[-1][2:].split(","))
    assert "< OK" in transcript
    assert 0 <= column < board
    assert 0 <= row < board
    assert (column, row) != (4, 4)


@pytest.mark.parametrize("name", names("hex"))
def test_an_engine_answers_a_hex_window(name):
    config = parse_engine(name)
    size = config.fitted(get_game("hex").setup()).size_text
    lines = [f"boardsize {size}", "set_time 0", "play b a1", "genmove w", "undo"]

    transcript = converse(
        partial(make_htp, config=config), [*lines, "genmove w"], build=build_searcher
    )

    answered = [line for line in transcript if line.startswith(("< =", "< ?"))]
    assert all(line.startswith("< =") for line in answered)
    assert len(answered[-1]) > len("< = ")


class Listening:
    """Searcher that keeps the results of another one."""

    def __init__(self, searcher):
        self._searcher = searcher
        self.results = []

    def prepare(self, position):
        self._searcher.prepare(position)

    def search(self, position, limits, **more):
        self.results.append(self._searcher.search(position, limits, **more))
        return self.results[-1]


def listen(lines):
    """Return the results of the searches of a conversation."""
    config = parse_engine("uct{nodes=400}")
    searcher = Listening(build_searcher(config, "gomoku"))
    converse(make_gomocup, lines, searcher)
    return searcher.results


@pytest.mark.parametrize(
    "more", [["TURN {reply}"], ["BOARD", "{own},1", "{reply},2", "DONE"]]
)
def test_the_tree_of_a_move_is_the_start_of_the_next(more):
    lines = ["START 7", "INFO timeout_turn 60000", "BEGIN"]
    setup = get_game("gomoku").setup(height=7)
    own, reply = (point(setup, move) for move in listen(lines)[0].pv[:2])

    last = listen([*lines, *(line.format(own=own, reply=reply) for line in more)])[-1]

    assert sum(candidate.visits for candidate in last.candidates) > last.nodes


def point(setup, move):
    row, column = divmod(move, setup.width)
    return f"{column},{row}"
