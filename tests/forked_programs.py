"""Programs of tests, run in forks of a process that has numba's compiler.

The start of Python, the import of numba and the end of the interpreter take a second
of each process of its own, and a tenth of that in a fork.
"""

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

PROJECT = Path(__file__).parents[1]

FORKING = """
import atexit, gc, json, os, select, sys, tempfile
import numba, numpy
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target

# All that compiling needs is imported; each fork makes a compiler for its processor.
CPUContext(cpu_target.typing_context, "cpu").refresh()
numba.typeof(numpy.zeros(1))
gc.freeze()  # forks share what is never looked at for garbage
for line in sys.stdin:
    task = json.loads(line)
    ours, theirs = zip(os.pipe(), os.pipe())
    child = os.fork()  # Python has no other thread here
    for end in theirs if child else ours:
        os.close(end)
    if not child:
        break
    texts, unread = dict.fromkeys(ours, b""), set(ours)
    while unread:
        for end in select.select(unread, [], [])[0]:
            text = os.read(end, 1 << 16)
            texts[end] += text
            if not text:
                unread.remove(end)
                os.close(end)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(json.dumps([status, *(texts[end].decode() for end in ours)]), flush=True)
else:
    sys.exit()
for number, end in enumerate(theirs, start=1):
    os.dup2(end, number)
    os.close(end)
os.environ.clear()
os.environ.update(task["environment"])
os.chdir(task["folder"])
tempfile.tempdir = None
numba.config.reload_config()
sys.argv = ["-c", *task["arguments"]]
exec(task["program"])

# The end of an interpreter frees all modules one by one, for 0.4 s.
atexit._run_exitfuncs()
sys.stdout.flush()
os._exit(0)
"""
"""A process that has numba's compiler, and runs each program in a fork of itself."""


def run_program(
    program, arguments=(), *, project=PROJECT, may_warn=False, **environment
):
    """Return what a program prints that runs in a process of its own.

    Args:
        program: Its source, which ends without an error.
        arguments: Its arguments.
        project: Folder of the sources.
        may_warn: Whether it may write to standard error.
        **environment: Variables of the process.
    """
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=project,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return _output_of(done.returncode, done.stdout, done.stderr, may_warn)


def _output_of(status, output, errors, may_warn):
    assert status == 0, errors
    assert may_warn or not errors
    return output


class ForkingProcess:
    """A process that has numba's compiler and runs programs in forks of itself."""

    def __enter__(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        command = [sys.executable, "-c", FORKING]
        self._process = subprocess.Popen(command, text=True, **pipes)
        return self

    def __exit__(self, *error):
        self._process.communicate()

    def run_program(
        self, program, arguments=(), *, project=PROJECT, may_warn=False, **environment
    ):
        """Do what the function ``run_program`` does."""
        task = {
            "program": program,
            "arguments": [str(argument) for argument in arguments],
            "folder": str(project),
            "environment": os.environ | environment,
        }
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()
        return _output_of(*json.loads(self._process.stdout.readline()), may_warn)


@contextmanager
def quick_programs():
    """Yield ``run_program``, without the start of Python and of numba if possible."""
    if sys.platform != "linux":  # elsewhere a fork may crash, or does not exist
        yield run_program
        return
    with ForkingProcess() as process:
        yield process.run_program
