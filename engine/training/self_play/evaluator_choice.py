"""The evaluator of a run of self-play: chosen once, recorded with the run."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from engine.nn.common.evaluator_settings import EvaluatorSettings
from engine.nn.evaluator_factory import with_runtime
from engine.training.run.config import RunConfig
from engine.training.run.run_folder import CONFIG

if TYPE_CHECKING:
    from engine.search.runtimes import Runtime


def with_evaluator(config: RunConfig, folder: Path) -> RunConfig:
    """Return the configuration with the evaluator that the run uses.

    Where the file leaves it open, it is the one recorded in the folder, so that a run
    resumes with the same numbers, or else the fastest one on this machine.

    Raises:
        NetError: It is not installed, or does not run such a network.
    """
    assert config.play is not None, "a run of self-play says how to play"
    chosen = config.play.runtime or _recorded(folder / CONFIG)
    settings = with_runtime(config.net.kind, EvaluatorSettings(runtime=chosen))
    assert settings.runtime is not None
    return replace(config, play=replace(config.play, evaluator=settings.runtime))


def _recorded(path: Path) -> Runtime | None:
    """Return the evaluator in a run's file, or ``None`` without one."""
    try:
        table = json.loads(path.read_text(encoding="utf-8"))
        return cast("Runtime", table["play"]["evaluator"])
    except (OSError, ValueError, LookupError, TypeError):
        return None
