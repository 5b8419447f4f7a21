"""A training run in a child process, which alone imports torch."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from engine.core.errors import EngineError, TrainingError
from engine.core.files.atomic_file import describe_os_error
from engine.core.formats.json_lines import JsonLine
from engine.core.message import Message, describe_unexpected
from engine.core.processes.child_process import (
    outlive_interrupt,
    redirect_output,
    start_child,
)

SAVE_SECONDS = 15.0
"""Time for the process to save its work before it is ended."""

log = logging.getLogger(__name__)


class TrainingProcess:
    """A training run in progress in a child process.

    Args:
        table: Content of a training file.
        path: Folder of the run.
    """

    def __init__(self, table: Mapping[str, Any], path: Path) -> None:
        self._table = table
        self._path = path
        self.is_finished = False
        """Whether the last call of ``advance`` came to the end of the run."""

    def advance(
        self, seconds: float, *, show: Callable[[dict[str, Any]], None]
    ) -> None:
        """Train for about ``seconds``, beginning or going on.

        Ctrl+C lets the process save its work first.

        Args:
            seconds: Time without compilation.
            show: Takes fields of ``progress.Part``: finished generations, and the phase
                of the current one.

        Raises:
            TrainingError: The run fails, or the process ends.
        """
        child = start_child(
            train, dict(self._table), str(self._path), seconds, is_daemon=False
        )
        connection = child.connection
        try:
            while "finished" not in (line := connection.recv()):
                if "problem" in line:
                    raise TrainingError(line["problem"])
                show(line)
            self.is_finished = line["finished"]
            child.process.join()
        except (EOFError, OSError) as error:
            raise TrainingError(
                Message("The process that trains ended unexpectedly.")
            ) from error
        except KeyboardInterrupt:
            self._save(connection)
            raise
        finally:
            child.end()

    def _save(self, connection: Connection) -> None:
        """Request that the process saves its work, and wait for that for a while."""
        from engine.training.run.run_status import request_stop  # noqa: PLC0415

        deadline = time.monotonic() + SAVE_SECONDS
        with suppress(EOFError, OSError):
            request_stop(self._path)
            while connection.poll(max(deadline - time.monotonic(), 0)):
                if not {"finished", "problem"}.isdisjoint(connection.recv()):
                    return

    def read_events(self) -> list[JsonLine]:
        """Return the events of the run so far."""
        from engine.training.run.event_log import read_events  # noqa: PLC0415
        from engine.training.run.run_folder import EVENTS  # noqa: PLC0415

        return [dict(event) for event in read_events(self._path / EVENTS)]


def train(
    connection: Connection, table: Mapping[str, Any], path: str, seconds: float
) -> None:
    """Train for about ``seconds``; entry of the process."""
    outlive_interrupt()  # the parent then lets this process save its work
    redirect_output()
    try:
        is_finished = train_here(
            table,
            Path(path),
            seconds,
            show=connection.send,
        )
    except EngineError as error:
        connection.send({"problem": error.message})
    except OSError as error:
        connection.send({"problem": describe_os_error(error)})
    except Exception as error:  # the edge of the process
        log.exception("training failed")
        connection.send({"problem": describe_unexpected(error)})
    else:
        connection.send({"finished": is_finished})


def train_here(
    table: Mapping[str, Any],
    path: Path,
    seconds: float,
    *,
    show: Callable[[dict[str, Any]], None],
) -> bool:
    """Train in this process; return whether the run is finished.

    Args:
        table: Content of a training file.
        path: Folder of the run.
        seconds: Time without compilation.
        show: See ``TrainingProcess.advance``.

    Raises:
        EngineError: The run fails.
    """
    from engine.nn.torch_net.torch_loader import load_torch  # noqa: PLC0415

    load_torch()
    from engine.training.run.config import SelfPlayConfig, parse_config  # noqa: PLC0415
    from engine.training.run.progress import Monitor  # noqa: PLC0415
    from engine.training.self_play.self_play_run import SelfPlayRun  # noqa: PLC0415
    from engine.training.supervised.supervised_run import SupervisedRun  # noqa: PLC0415

    class Reporter(Monitor):
        """Monitor that shows the progress of the run."""

        _generations = 0

        def begin_generation(self, generation: int, generations: int) -> None:
            """See ``Monitor.begin_generation``."""
            # Generation 0 is the first step, on games of engines.
            self._generations = max(generation - 1, 0)

        def update(self, phase: str, done: int, total: int) -> None:
            """See ``Monitor.update``."""
            line = {"phase": phase, "phase_done": done, "phase_total": total}
            show({"done": self._generations, **line})

    config = parse_config(table)
    run = (
        SelfPlayRun(config, path, resume=True)
        if isinstance(config, SelfPlayConfig)
        else SupervisedRun(config, path, resume=True)
    )
    return run.resume(seconds=seconds, monitor=Reporter())
