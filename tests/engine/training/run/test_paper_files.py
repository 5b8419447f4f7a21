"""Training files of the papers have nothing that their paper lacks."""

from dataclasses import asdict

import pytest

from engine.core.files.paths import resources
from engine.training.run.config import read_config

FOLDER = resources() / "training"

AS_WRITTEN = (
    *("ou-2020", "ou-2020-best", "ou-2020-latest", "zhang-hex-paper"),
    *("liu-2022-9", "liu-2022-11", "liu-2022-15"),
)


def read(name):
    return read_config(FOLDER / f"{name}.toml")


@pytest.mark.parametrize("name", AS_WRITTEN)
def test_games_begin_on_the_empty_board_and_go_to_their_end(name):
    run = read(name)

    for games in (run.play, run.data) if run.data else (run.play,):
        assert games.opening_plies == (0, 0)
        assert games.resign_threshold > 1


@pytest.mark.parametrize("name", AS_WRITTEN)
def test_the_search_has_no_machinery_of_later_programs(name):
    play = read(name).play

    assert not play.proves
    assert not play.solves_leaves
    assert play.symmetry == "none"
    assert play.noise_share == 0
    assert play.considered_moves == 0
    assert play.full_search_share == 1


@pytest.mark.parametrize("name", AS_WRITTEN)
def test_a_network_learns_results_from_positions_as_they_are(name):
    run = read(name)

    assert run.train.symmetry == "none"
    assert run.train.search_share == 0
    assert run.play.averaged_networks == 1
    assert not run.start.net


def test_zhang_labels_are_the_win_frequencies_themselves():
    run = read("zhang-hex-paper")

    for games in (run.play, run.data):
        assert games.labels == "wins"
        assert games.label_power == 1


@pytest.mark.parametrize("name", [name for name in AS_WRITTEN if "zhang" not in name])
def test_unvisited_moves_have_the_value_0(name):
    play = read(name).play

    assert play.first_play == 0
    assert not play.first_play_is_relative
    assert play.temperature == 1


def test_zhang_s_values_are_of_every_candidate_and_its_wins_of_playouts():
    play = read("zhang-hex-paper").play

    assert play.formula == "zhang"
    assert play.uses_playouts
    assert play.evaluates_children
    assert play.plays_by_score


def test_the_short_file_of_zhang_departs_in_four_keys():
    short, written = (asdict(read(name)) for name in ("zhang-hex", "zhang-hex-paper"))

    departures = {
        f"{table}.{key}"
        for table in ("data", "play", "match", "train", "net")
        for key in short[table]
        if short[table][key] != written[table][key]
    }

    assert departures == {
        *("data.label_power", "play.label_power"),
        *("play.evaluates_children", "play.opening_plies", "train.symmetry"),
    }
