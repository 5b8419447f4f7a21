"""Processes that run one kernel, and tell whether it was found or compiled."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

PROJECT = Path(__file__).parents[4]

PROGRAM = """
import sys
exec(sys.argv[2])
from pathlib import Path
from engine.core import paths
paths.ready_kernels = lambda: Path(sys.argv[1])
from engine.core.kernels import rng as kernels_rng
from engine.core.kernels.disk_cache import kernels_folder
kernels_rng.next_below(kernels_rng.new_rng(1), 5)
found = kernels_rng.next_below.stats.cache_hits
print("found" if found else "compiled")
print(kernels_folder())
"""

FORKING = """
import json, os, sys, tempfile
import numba, numpy
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target

# All that compiling needs is imported; each fork makes a compiler for its processor.
CPUContext(cpu_target.typing_context, "cpu").refresh()
numba.typeof(numpy.zeros(1))
for line in sys.stdin:
    task = json.loads(line)
    ours, theirs = os.pipe()
    child = os.fork()  # Python has no other thread here
    os.close(theirs if child else ours)
    if not child:
        break
    with open(ours, "rb") as file:
        output = file.read().decode()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(json.dumps([status, output]), flush=True)
else:
    sys.exit()
os.dup2(theirs, 1)
os.close(theirs)
os.environ.clear()
os.environ.update(task["environment"])
os.chdir(task["folder"])
tempfile.tempdir = None
numba.config.reload_config()
sys.argv = ["-c", *task["arguments"]]
exec(task["program"])
"""
"""A process that has numba's compiler, and runs each program in a fork of itself."""


def run_program(program, arguments, *, project=PROJECT, **environment):
    """Return what a program prints that runs in a process of its own.

    Args:
        program: Its source.
        arguments: Its arguments.
        project: Folder of the sources.
        **environment: Variables of the process.
    """
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=project,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def run_kernel(ready, home, *, run=run_program, first="", **others):
    """Run a kernel in a process of its own; return what became of it, and where.

    Args:
        ready: Folder of ready kernels.
        home: Folder of the user's cache.
        run: Runs the program, as ``run_program`` does.
        first: Statements that the process runs before all else.
        **others: Passed to ``run``.
    """
    output = run(PROGRAM, [str(ready), first], XDG_CACHE_HOME=str(home), **others)
    how, folder = output.splitlines()
    return how, Path(folder)


class ForkingProcess:
    """A process that has numba's compiler and runs programs in forks of itself."""

    def __enter__(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        command = [sys.executable, "-c", FORKING]
        self._process = subprocess.Popen(command, text=True, **pipes)
        return self

    def __exit__(self, *error):
        self._process.communicate()

    def run_program(self, program, arguments, *, project=PROJECT, **environment):
        """Do what ``run_program`` does."""
        task = {
            "program": program,
            "arguments": arguments,
            "folder": str(project),
            "environment": os.environ | environment,
        }
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()
        status, output = json.loads(self._process.stdout.readline())
        assert status == 0
        return output


@contextmanager
def quick_programs():
    """Yield ``run_program``, without the start of Python and of numba if possible."""
    if sys.platform != "linux":  # elsewhere a fork may crash, or does not exist
        yield run_program
        return
    with ForkingProcess() as process:
        yield process.run_program
