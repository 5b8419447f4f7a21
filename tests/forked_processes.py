"""Child processes of the program, forked from one that has imported what they need.

A process of its own takes seconds to import numba and torch and to load kernels. One
server a run of tests does so once; each process is a fork of it.
"""

import multiprocessing
import os
import sys
from contextlib import contextmanager
from multiprocessing.context import ForkServerContext, ForkServerProcess

import pytest

PRELOADED = ["__main__", "tests.preloaded"]
"""Modules that the server imports before the first fork."""


class ForkedProcess(ForkServerProcess):
    """Fork with the working directory and the environment of who starts it."""

    is_allowed = True
    """Whether the test at work may start one."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self._place = os.getcwd(), dict(os.environ)  # noqa: PTH109 - as the process

    def start(self):
        assert self.is_allowed, "mark a test that starts processes: `processes`"
        super().start()

    def run(self):
        folder, environment = self._place
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        super().run()


class ForkContext(ForkServerContext):
    """Context of ``multiprocessing`` whose processes are such forks."""

    Process = ForkedProcess


@contextmanager
def forked_processes():
    """Let processes that the program spawns be forks, where a fork is safe.

    Processes that these start, and those of commands, are spawned as always.
    """
    with pytest.MonkeyPatch.context() as patch:
        if sys.platform == "linux":
            context = ForkContext()
            context.set_forkserver_preload(PRELOADED)
            patch.setattr(multiprocessing, "get_context", lambda method=None: context)
        yield
