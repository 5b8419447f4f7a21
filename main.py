"""Start the window, or run the command that the arguments name.

Modules that take time are imported inside ``start``, which reports Ctrl+C.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys

TYPE_CHECKING = False  # type checkers take it for that of typing, which takes time
if TYPE_CHECKING:
    from pathlib import Path

    from engine.records.model.record import GameRecord
    from engine.records.picture import PictureRequest

BRAIN = "pbrain-"
"""How the names of programs begin that managers of Gomoku start without arguments."""


def main(argv: list[str]) -> int:
    """Run the program with the given arguments and return its exit status."""
    if argv == ["--self-test"]:
        from engine.commands import self_test  # noqa: PLC0415
        from gui.app import self_test as window_self_test  # noqa: PLC0415

        return self_test.run([*self_test.CHECKS, *window_self_test.CHECKS])
    if argv[:1] == ["--measure-window"]:
        from gui.bench import bench  # noqa: PLC0415

        return bench.main(argv[1:])
    from engine.core.files.paths import NEW_WINDOW, names_a_file  # noqa: PLC0415

    files = [argument for argument in argv if argument != NEW_WINDOW]
    if all(map(names_a_file, files)):
        gc.disable()  # until the window collects: loading modules makes no garbage
        from gui.app.application import main as open_window  # noqa: PLC0415

        return open_window(files, is_new_window=files != argv)
    from engine.commands.dispatch import run  # noqa: PLC0415

    return run(argv, draw_picture=_draw_picture)


def _draw_picture(record: GameRecord, path: Path, request: PictureRequest) -> None:
    """Let the window's half draw a picture; it is imported only for that."""
    from gui.app.picture_file import write_picture  # noqa: PLC0415

    write_picture(record, path, request)


def name_command(program: str, argv: list[str]) -> list[str]:
    """Return the arguments, or the command that the name of the program stands for.

    Args:
        program: Path by which the program was started.
        argv: Its arguments.
    """
    from pathlib import Path  # noqa: PLC0415

    is_brain = Path(program).name.lower().startswith(BRAIN)
    return ["gomocup"] if is_brain and not argv else argv


def _ensure_streams() -> None:
    """Redirect missing output streams, as in a windowed program on Windows."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
            setattr(sys, name, nowhere)


def explain_missing(error: ModuleNotFoundError) -> str:
    """Return how to start the program with an interpreter that has all modules."""
    return (
        f"pentahex: This Python has no module {error.name}. Start Pentahex with "
        "`make run`, or with `.venv/bin/python main.py` after that."
    )


def start(argv: list[str], *, program: str = "") -> int:
    """Run the program; its failure is one sentence where nothing else reports it.

    That is a missing module of another project, or Ctrl+C while modules are imported.
    If the reader of the output has ended, nothing is reported.

    Args:
        argv: Arguments of the program.
        program: Path by which it was started.
    """
    try:
        return main(name_command(program, argv))
    except KeyboardInterrupt:
        print("pentahex: Stopped.", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader of the self-test's output, such as head
        from engine.commands.dispatch import drop_output  # noqa: PLC0415

        drop_output()
        return 1
    except ModuleNotFoundError as error:
        print(explain_missing(error), file=sys.stderr)
        return 1


if __name__ == "__main__":
    _ensure_streams()
    if getattr(sys, "frozen", False):  # this may be a worker of another process
        import multiprocessing

        multiprocessing.freeze_support()
    # The end of Python looks for garbage in all modules, which takes 0.2 s.
    atexit.register(gc.freeze)
    sys.exit(start(sys.argv[1:], program=sys.argv[0]))
