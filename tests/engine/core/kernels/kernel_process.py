"""Processes that run one kernel, and tell whether it was found or compiled."""

from pathlib import Path

from tests.forked_programs import run_program

PROGRAM = """
import sys
exec(sys.argv[2])
from pathlib import Path
from engine.core.files import paths
paths.ready_kernels = lambda: Path(sys.argv[1])
from engine.core.kernels import rng as kernels_rng
from engine.core.kernels.disk_cache import kernels_folder
kernels_rng.next_below(kernels_rng.new_rng(1), 5)
found = kernels_rng.next_below.stats.cache_hits
print("found" if found else "compiled")
print(kernels_folder())
"""


def run_kernel(ready, home, *, run=run_program, first="", **others):
    """Run a kernel in a process of its own; return what became of it, and where.

    Args:
        ready: Folder of ready kernels.
        home: Folder of the user's cache.
        run: Runs the program, as ``run_program`` does.
        first: Statements that the process runs before all else.
        **others: Passed to ``run``.
    """
    own = {"may_warn": True, "XDG_CACHE_HOME": str(home)}
    output = run(PROGRAM, [str(ready), first], **own, **others)
    how, folder = output.splitlines()
    return how, Path(folder)
