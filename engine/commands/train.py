"""Training of a network by a training file; starts or resumes a run."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engine.commands.arguments import add_json, add_stop_with_input, print_json
from engine.commands.stop_signal import stop_with_input
from engine.core.errors import UsageError

if TYPE_CHECKING:
    from engine.training.run.config import SelfPlayConfig, SupervisedConfig
    from engine.training.self_play.self_play_run import SelfPlayRun
    from engine.training.supervised.supervised_run import SupervisedRun

SUMMARY = "train a network; stop at any time and resume with --resume"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        help="the training file, such as resources/training/first-run.toml",
    )
    parser.add_argument(
        "--out", metavar="DIR", type=Path, required=True, help="folder of the run"
    )
    parser.add_argument(
        "--resume", action="store_true", help="resume the run in DIR, if any"
    )
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help="stop after about S seconds; resume later with --resume",
    )
    add_stop_with_input(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Train, and print the location of the results."""
    if arguments.seconds is not None and not arguments.seconds > 0:
        raise UsageError(f"Expected seconds above 0, got {arguments.seconds}.")
    if arguments.stop_with_input:
        stop_with_input(sys.stdin.fileno())
    from engine.training.run.config import read_config  # noqa: PLC0415
    from engine.training.run.packages import check_packages  # noqa: PLC0415

    config = read_config(arguments.file)
    check_packages()
    from engine.nn.torch_net.torch_loader import load_torch  # noqa: PLC0415

    load_torch()
    from engine.commands.train_progress import ProgressDisplay  # noqa: PLC0415
    from engine.training.run.run_folder import REPORT  # noqa: PLC0415
    from engine.training.run.training_file import keep_training_text  # noqa: PLC0415

    training = _new_run(config, arguments.out, resume=arguments.resume)
    keep_training_text(arguments.file, arguments.out)
    seconds = math.inf if arguments.seconds is None else arguments.seconds
    with ProgressDisplay(sys.stderr, is_terminal=sys.stderr.isatty()) as display:
        is_finished = training.resume(seconds=seconds, monitor=display)
    out, report = str(arguments.out), str(arguments.out / REPORT)
    if arguments.json:
        print_json({"out": out, "report": report, "finished": is_finished})
    elif is_finished:
        print(f"Finished; see {report}.")
    else:
        print(f"Not finished yet, see {report}; continue with --resume.")
    return 0


def _new_run(
    config: SupervisedConfig | SelfPlayConfig, out: Path, *, resume: bool
) -> SupervisedRun | SelfPlayRun:
    """Return the run; a supervised one imports no compiled search."""
    from engine.training.run.config import SupervisedConfig  # noqa: PLC0415

    if isinstance(config, SupervisedConfig):
        from engine.training.supervised.supervised_run import SupervisedRun  # noqa: PLC0415

        return SupervisedRun(config, out, resume=resume)
    from engine.training.self_play.self_play_run import SelfPlayRun  # noqa: PLC0415

    return SelfPlayRun(config, out, resume=resume)
