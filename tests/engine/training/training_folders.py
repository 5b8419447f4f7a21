"""Folders of training runs without any training."""

import json
import tomllib
from dataclasses import asdict

from engine.training.run.config import parse_config
from engine.training.run.run_folder import CONFIG, EVENTS, NET
from engine.training.run.training_file import (
    TEXT,
    find_training_file,
    read_training_text,
)

EVENTS_OF_TWO_GENERATIONS = (
    {
        **{"kind": "shard", "generation": 1, "number": 0, "games": 40},
        **{"positions": 300, "judged": 900, "seconds": 3},
    },
    *(
        {
            **{"kind": "validation", "step": step, "policy": 4.0 - step / 100},
            **{"value": 0.9, "agreement": 0.2, "entropy": 3.1, "learning_rate": 0.01},
            **{"training_policy": 3.9 - step / 100, "training_value": 0.8},
        }
        for step in (0, 60, 120)
    ),
    {
        "kind": "generation",
        "generation": 0,
        "steps": 0,
        "policy_entropy": 3.5,
        "uniform_entropy": 3.58,
    },
    {
        "kind": "generation",
        "generation": 1,
        "steps": 60,
        "policy_entropy": 3.1,
        "uniform_entropy": 3.58,
    },
    {
        **{"kind": "match", "generation": 3, "opponent": "uct-plain", "games": 20},
        **{"share": 0.65, "draws": 2},
    },
)


def make_run(folder, events=EVENTS_OF_TWO_GENERATIONS, name="first-run"):
    """Write the files of a run that has learned a little."""
    folder.mkdir(parents=True, exist_ok=True)
    text = read_training_text(find_training_file(name))
    (folder / TEXT).write_text(text)
    table = asdict(parse_config(tomllib.loads(text)))
    (folder / CONFIG).write_text(json.dumps(table))
    (folder / EVENTS).write_text("".join(json.dumps(event) + "\n" for event in events))
    return folder


def add_net(folder):
    """Add a file in the place of the network; nothing reads it."""
    (folder / NET).write_bytes(b"")
