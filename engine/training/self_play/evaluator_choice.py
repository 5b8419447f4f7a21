"""Evaluator of a self-play run: chosen once, recorded with the run."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import cast

from engine.nn.evaluator_factory import choose_runtime
from engine.search.runtimes import RUNTIMES, Runtime
from engine.training.run.config import SelfPlayConfig
from engine.training.run.run_folder import CONFIG


def with_evaluator(config: SelfPlayConfig, folder: Path) -> SelfPlayConfig:
    """Return the configuration with the evaluator that the run uses.

    An evaluator in the file has precedence. Otherwise a resumed run uses the one
    recorded in its folder, and a new run the fastest one on this machine.

    Raises:
        NetError: The evaluator is not installed, or does not support the network.
    """
    wanted = config.play.runtime or _recorded(folder / CONFIG)
    runtime = choose_runtime(config.net.kind, wanted)
    return replace(config, play=replace(config.play, evaluator=runtime))


def _recorded(path: Path) -> Runtime | None:
    """Return the evaluator recorded in a run's file, if there is one."""
    try:
        table = json.loads(path.read_text(encoding="utf-8"))
        name = table["play"]["evaluator"]
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return cast("Runtime", name) if name in RUNTIMES else None
