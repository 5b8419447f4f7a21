import json

import pytest

from engine.training.run.event_log import EventLog, read_events

FIGURES = {"policy": 2.0, "value": 0.5, "agreement": 0.4, "entropy": 1.5}
MATCH = {"kind": "match", "generation": 1, "opponent": "uct"}
WHOLE = json.dumps({"kind": "validation", "step": 5, **FIGURES}).encode() + b"\n"


@pytest.mark.parametrize(
    "cut", [b'{"kind": "valid', '{"kind": "warning", "text": "评'.encode()[:-1]]
)
def test_a_line_that_was_cut_short_is_dropped(tmp_path, cut):
    path = tmp_path / "events"
    path.write_bytes(WHOLE + cut)

    assert [event["step"] for event in read_events(path)] == [5]
    EventLog(path, last_step=5).add("validation", step=10, **FIGURES)

    assert [event["step"] for event in read_events(path)] == [5, 10]


def test_a_separator_inside_a_text_ends_no_line(tmp_path):
    log = EventLog(tmp_path / "events")

    log.add("warning", text="one\u2028two")

    assert [event["text"] for event in read_events(tmp_path / "events")] == [
        "one\u2028two"
    ]


def test_events_after_the_saved_step_are_dropped(tmp_path):
    log = EventLog(tmp_path / "events")
    for step in (5, 10):
        log.add("validation", step=step, **FIGURES)

    EventLog(tmp_path / "events", last_step=5)

    assert [event["step"] for event in read_events(tmp_path / "events")] == [5]


@pytest.mark.parametrize(
    "line",
    [
        {"kind": "validation", "step": 7},
        {"kind": "validation", "step": 7, **FIGURES, "policy": None},
        {"kind": "validation", "step": 7, **FIGURES, "policy_bits": None},
        {"kind": "validation", "step": 7, **FIGURES, "policy": float("nan")},
        {"kind": "validation", "step": 7, **FIGURES, "training_policy": "low"},
        {"kind": "validation", "step": 7, **FIGURES, "policy": 10**400},
        {"kind": "dataset", "training": 7, "validation": 2, "sizes": [5]},
        {**MATCH, "games": 0, "share": 0},
        {**MATCH, "games": 2, "share": 3},
        {**MATCH, "games": 2, "share": 1e308},
        {**MATCH, "games": 1e18, "share": 1},
        {**MATCH, "games": 1e308, "share": 1},
        {"kind": "generation"},
        {"kind": "match", "generation": 1, "games": 2, "share": 0.5},
        {"kind": "shard", "games": 2, "generation": 1},
        {"kind": "warning"},
        {"step": 7},
    ],
)
def test_a_line_that_lacks_something_is_left_out(tmp_path, line):
    path = tmp_path / "events"
    path.write_bytes(WHOLE + json.dumps(line).encode() + b"\n" + WHOLE)

    assert [event["step"] for event in read_events(path)] == [5, 5]
