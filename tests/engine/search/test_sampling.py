"""Samples of a search over time."""

from dataclasses import replace

import pytest

from engine.core.types import Candidate, Move, SearchSample
from engine.search.api import SearchResult
from engine.search.sampling import MOST_SAMPLES, SAMPLED_MOVES, SampleLog, take_sample


def report(seconds, visits=(3, 1)):
    candidates = tuple(
        Candidate(move=Move(move), value=0.5, visits=count)
        for move, count in enumerate(visits)
    )
    return SearchResult.of_candidates(
        candidates, nodes=int(seconds * 1000), seconds=seconds, depth=4
    )


def seconds_of(result):
    return [sample.seconds for sample in result.samples]


def test_a_sample_has_the_shares_of_the_most_visited_moves():
    sample = take_sample(report(1.0, visits=(1, 3, 0, 4)))

    assert sample.shares == ((Move(3), 0.5), (Move(1), 0.375), (Move(0), 0.125))
    assert (sample.nodes, sample.value, sample.depth) == (1000, 0.5, 4)


def test_a_sample_names_few_moves():
    assert len(take_sample(report(1.0, visits=[1] * 9)).shares) == SAMPLED_MOVES


def test_samples_come_less_often_as_time_goes_on():
    log = SampleLog()
    for tenths in range(1, 11):
        last = log.sampled(report(tenths / 10))

    assert seconds_of(last) == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0]


def test_a_search_of_any_length_has_few_samples_from_its_whole_time():
    log = SampleLog()
    for tenths in range(1, 400_000, 7):
        last = log.sampled(report(tenths / 10))
    last = log.sampled(report(40_000.0), is_final=True)

    times = seconds_of(last)
    assert MOST_SAMPLES // 2 <= len(times) <= MOST_SAMPLES
    assert times == sorted(times)
    assert times[0] < 1.0
    assert times[-1] == 40_000.0


def test_the_end_of_a_search_is_a_sample_once():
    same, later = SampleLog(), SampleLog()
    same.sampled(report(0.1))
    later.sampled(report(0.1))

    assert seconds_of(same.sampled(report(0.1), is_final=True)) == [0.1]
    assert seconds_of(later.sampled(report(0.11), is_final=True)) == [0.1, 0.11]


def test_a_search_that_goes_on_continues_the_samples():
    log = SampleLog()
    log.sampled(report(0.5), is_final=True)
    during = log.sampled(report(0.1))
    after = log.sampled(report(0.25), is_final=True)

    assert seconds_of(during) == [0.5, 0.6]
    assert seconds_of(after) == [0.5, 0.6, 0.75]
    assert [sample.nodes for sample in after.samples] == [500, 600, 750]
    assert (after.nodes, after.seconds) == (250, 0.25)
    assert (after.analysis().nodes, after.analysis().seconds) == (750, 0.75)


@pytest.mark.parametrize("restarts", [False, True])
def test_a_search_that_begins_anew_is_shown_from_the_depth_before_on(restarts):
    log = SampleLog(restarts=restarts)
    deep = replace(report(0.5), depth=9, value=0.25)
    log.sampled(deep, is_final=True)

    shallow = log.sampled(replace(report(0.1), depth=8, value=-0.5))
    as_deep = log.sampled(replace(report(0.2), depth=9, value=0.75), is_final=True)

    assert (shallow.depth, shallow.value) == ((9, 0.25) if restarts else (8, -0.5))
    assert (shallow.nodes, shallow.all_nodes, shallow.seconds) == (100, 600, 0.1)
    assert (as_deep.depth, as_deep.value, as_deep.all_nodes) == (9, 0.75, 700)


@pytest.mark.parametrize("value", [-1.0, 1.0])
def test_a_proof_outranks_any_depth(value):
    log = SampleLog(restarts=True)
    log.sampled(replace(report(0.5), depth=9, value=0.25), is_final=True)

    proof = log.sampled(replace(report(0.1), depth=4, value=value), is_final=True)
    deeper = log.sampled(replace(report(0.2), depth=12, value=0.5), is_final=True)

    assert (proof.depth, proof.value) == (4, value)
    assert (deeper.depth, deeper.value) == (4, value)


@pytest.mark.parametrize(
    "wrong", [{"value": 2.0}, {"seconds": -1.0}, {"shares": ((Move(0), 1.5),)}]
)
def test_a_sample_out_of_range_is_refused(wrong):
    fields = {"seconds": 1.0, "nodes": 1, "value": 0.0, **wrong}

    with pytest.raises(ValueError, match="Expected"):
        SearchSample(**fields)
