"""Evaluator of a self-play run: chosen once, recorded with the run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.core.errors import RunFolderError
from engine.nn.evaluator_factory import choose_runtime
from engine.search.runtimes import Runtime
from engine.training.run.config import SelfPlayConfig
from engine.training.run.run_folder import CONFIG, read_config_of_run


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
        config = read_config_of_run(path)
    except (OSError, RunFolderError):  # the folder of the run is checked later
        return None
    return config.play.runtime if isinstance(config, SelfPlayConfig) else None
