"""Schedules: everyone meets, colours and openings are balanced."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.tournament.schedule import list_pairings, make_schedule

ENGINES = st.integers(2, 9)
ROUNDS = st.integers(1, 13)
OPENINGS = st.integers(0, 7)


@given(ENGINES, ROUNDS, OPENINGS)
def test_in_a_round_robin_everyone_meets_everyone_equally_often(engines, games, count):
    pairings = list_pairings("round-robin", engines)

    schedule = make_schedule(pairings, games=games, openings=count)

    met = Counter(frozenset((game.first, game.second)) for game in schedule)
    assert len(met) == engines * (engines - 1) // 2
    assert set(met.values()) == {games}
    assert all(game.first != game.second for game in schedule)
    assert [game.number for game in schedule] == list(range(1, len(schedule) + 1))


@given(ENGINES, ROUNDS, OPENINGS)
def test_colours_are_balanced(engines, games, count):
    schedule = make_schedule(
        list_pairings("round-robin", engines), games=games, openings=count
    )

    assert len(schedule) == games * engines * (engines - 1) // 2
    for engine in range(engines):
        first = sum(game.first == engine for game in schedule)
        second = sum(game.second == engine for game in schedule)
        assert abs(first - second) <= (games % 2) * (1 if engines % 2 == 0 else 2)


@given(ENGINES, ROUNDS, OPENINGS)
def test_a_pair_has_one_opening_and_both_colours(engines, games, count):
    schedule = make_schedule(
        list_pairings("round-robin", engines), games=games, openings=count
    )
    pairs = {}
    for game in schedule:
        pairs.setdefault(game.pair, []).append(game)

    assert sorted(pairs) == list(range(len(pairs)))
    for pair in pairs.values():
        assert len({game.opening for game in pair}) == 1
        if len(pair) == 2:
            one, other = pair
            assert (one.first, one.second) == (other.second, other.first)
            assert other.number == one.number + 1
    lonely = sum(len(pair) == 1 for pair in pairs.values())
    assert lonely == (games % 2) * len(list_pairings("round-robin", engines))


@given(ENGINES, ROUNDS, st.integers(1, 7))
def test_openings_are_used_in_turn(engines, games, count):
    pairings = list_pairings("round-robin", engines)

    schedule = make_schedule(pairings, games=games, openings=count)

    assert all(game.opening == game.pair // len(pairings) % count for game in schedule)


def test_without_openings_games_begin_on_the_empty_board():
    schedule = make_schedule(list_pairings("match", 2), games=4, openings=0)

    assert [game.opening for game in schedule] == [None] * 4


@given(ENGINES, st.integers(1, 3))
def test_in_a_gauntlet_only_the_first_engines_meet_the_others(engines, challengers):
    challengers = min(challengers, engines - 1)

    pairings = list_pairings("gauntlet", engines, challengers=challengers)

    assert len(pairings) == challengers * (engines - challengers)
    assert all(one < challengers <= other for one, other in pairings)


def test_a_longer_schedule_begins_with_the_shorter_one():
    pairings = list_pairings("round-robin", 4)

    short = make_schedule(pairings, games=4, openings=3)

    assert make_schedule(pairings, games=8, openings=3)[: len(short)] == short
