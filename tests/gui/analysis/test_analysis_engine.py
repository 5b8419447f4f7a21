"""The engine that analyses, by the settings."""

import pytest

from engine.games import GAMES
from engine.match.engine_choice import best_engine
from engine.players.player_config import parse_engine
from engine.search.table_sizes import count_bytes
from gui.analysis.analysis_engine import EngineMemory, analysis_engine
from gui.settings.analysis_settings import ANALYSIS_ENGINE, ANALYSIS_MEMORY
from gui.settings.table import SOUNDS

GOMOKU, HEX = GAMES["gomoku"].setup(), GAMES["hex"].setup()
RENJU = GAMES["gomoku"].setup(options={"rule": "renju"})
MEGABYTE = 1 << 20


@pytest.mark.parametrize("setup", [GOMOKU, HEX], ids=lambda setup: setup.game)
def test_the_strongest_engine_analyses_at_first(settings, setup):
    assert analysis_engine(settings, setup).preset == best_engine(setup).preset


def test_a_chosen_engine_analyses_its_game_alone(settings):
    settings[ANALYSIS_ENGINE["gomoku"]] = "mcts"

    assert analysis_engine(settings, GOMOKU).preset == "mcts"
    assert analysis_engine(settings, HEX).preset == best_engine(HEX).preset


def test_another_engine_stands_in_where_the_chosen_one_does_not_play(settings):
    settings[ANALYSIS_ENGINE["gomoku"]] = "mcts"

    engine = analysis_engine(settings, RENJU)

    assert engine.refusal(RENJU) is None
    assert engine.preset == best_engine(RENJU).preset


def test_an_engine_of_another_version_is_ignored(settings):
    settings[ANALYSIS_ENGINE["hex"]] = "no-such-engine{exploration=1}"

    assert analysis_engine(settings, HEX).preset == best_engine(HEX).preset


def test_a_network_search_has_neither_noise_nor_an_early_end(settings):
    settings[ANALYSIS_ENGINE["gomoku"]] = "mcts{exploration=2.5}"

    search = analysis_engine(settings, GOMOKU).resolve_preset("gomoku").search

    assert search["stops_early"] is False
    assert search["noise_share"] == 0
    assert search["exploration"] == 2.5


def test_keys_of_the_user_win(settings):
    settings[ANALYSIS_ENGINE["gomoku"]] = "mcts{noise_share=0.25}"

    search = analysis_engine(settings, GOMOKU).resolve_preset("gomoku").search

    assert search["noise_share"] == 0.25


@pytest.mark.parametrize("megabytes", [64, 2048])
@pytest.mark.parametrize("name", ["mcts", "uct", "alphabeta"])
def test_the_memory_of_the_settings_is_used(settings, name, megabytes):
    settings[ANALYSIS_ENGINE["gomoku"]] = name
    settings[ANALYSIS_MEMORY] = megabytes

    engine = analysis_engine(settings, GOMOKU)

    preset = parse_engine(str(engine)).resolve_preset("gomoku")
    used = count_bytes(preset.kind, preset.search, GOMOKU)
    assert 0.5 * megabytes * MEGABYTE < used <= megabytes * MEGABYTE


def test_an_engine_is_looked_up_once_until_its_settings_change(settings):
    asked = []

    def find(settings, setup):
        asked.append(setup)
        return analysis_engine(settings, setup)

    memory = EngineMemory(settings, find)

    for setup in (GOMOKU, HEX, GOMOKU):
        assert memory(setup).preset == best_engine(setup).preset
    settings[SOUNDS] = not settings[SOUNDS]
    memory(HEX)
    assert asked == [GOMOKU, HEX]

    settings[ANALYSIS_ENGINE["gomoku"]] = "mcts"
    assert memory(GOMOKU).preset == "mcts"
    assert asked == [GOMOKU, HEX, GOMOKU]
