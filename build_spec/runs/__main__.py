"""Command line of the queue: work, status, refresh, quiet."""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
from pathlib import Path

from build_spec.runs.plan import QueueError, read_plan
from build_spec.runs.status import status_text
from build_spec.runs.worker import Worker
from engine.core.processes.background_work import paused_background_work, runs_folder

PROJECT = Path(__file__).resolve().parents[2]
PLAN = PROJECT / "resources" / "training" / "queue.toml"


def main() -> int:
    """Run one command of the queue."""
    parser = argparse.ArgumentParser(prog="build_spec.runs", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("work", help="work on the queue; Ctrl+C stops it")
    commands.add_parser("status", help="show finished, current and pending runs")
    refresh = commands.add_parser("refresh", help="update a run to the last commit")
    refresh.add_argument("name", metavar="RUN")
    quiet = commands.add_parser("quiet", help="run a command while the queue pauses")
    quiet.add_argument("argv", metavar="COMMAND", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    if arguments.command == "quiet":
        with paused_background_work():
            return subprocess.run(arguments.argv, check=False).returncode
    try:
        return _on_queue(arguments)
    except QueueError as error:
        sys.stderr.write(f"{error}\n")
        return 1


def _on_queue(arguments: argparse.Namespace) -> int:
    worker = Worker(PROJECT, runs_folder())
    if arguments.command == "refresh":
        worker.refresh(arguments.name)
        return 0
    plan = read_plan(PLAN)
    if arguments.command == "status":
        sys.stdout.write(status_text(plan, runs_folder()))
        return 0
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: worker.stop())
    worker.work(plan)
    return 0


if __name__ == "__main__":
    sys.exit(main())
