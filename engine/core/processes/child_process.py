"""Child processes with a pipe, which end together with their parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TypeVarTuple

from engine.core.processes.interrupts import blocked_interrupt, unblock_interrupt

END_SECONDS = 5.0
"""Time for a process to end after it was terminated, before it is killed."""

Arguments = TypeVarTuple("Arguments")
"""Arguments of a child's entry, after its end of the pipe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PipedProcess:
    """Child process with a pipe."""

    process: BaseProcess
    """The process."""

    connection: Connection
    """The parent's end of the pipe."""

    def end(self) -> None:
        """See ``end_children``."""
        end_children([self])


def start_child(
    entry: Callable[[Connection, *Arguments], None],
    *args: *Arguments,
    is_daemon: bool = True,
) -> PipedProcess:
    """Start a process that runs ``entry`` with its end of a new pipe.

    Args:
        entry: A function of a module, which calls ``follow_parent`` or
            ``outlive_interrupt`` first; its other arguments are pickled.
        args: The arguments after the pipe.
        is_daemon: Whether the process may have no children of its own.
    """
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=entry, args=(theirs, *args), daemon=is_daemon)
    with blocked_interrupt():
        process.start()
    theirs.close()
    return PipedProcess(process=process, connection=ours)


def end_children(children: Sequence[PipedProcess]) -> None:
    """End child processes together; what they have not sent is lost.

    Those that do not end in ``END_SECONDS`` are killed.
    """
    for child in children:
        child.process.terminate()
    for child in children:
        child.process.join(END_SECONDS)
        if child.process.is_alive():
            child.process.kill()
            child.process.join()
        child.connection.close()


def end_with_parent() -> None:
    """End this process together with its parent, whatever ends that."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def follow_parent() -> None:
    """End this process together with its parent, and at once on Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    unblock_interrupt()
    end_with_parent()


def outlive_interrupt() -> None:
    """End this process with its parent, but not on Ctrl+C, which the parent handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    unblock_interrupt()
    end_with_parent()


def redirect_output() -> None:
    """Send output of libraries to standard error: output belongs to the command."""
    if sys.stdout is not None and sys.stderr is not None:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
