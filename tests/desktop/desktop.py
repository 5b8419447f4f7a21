"""The real program on a virtual screen, driven by real mouse and keys.

Where to click is read from the program's log, which names each widget and cell with
its place on the screen; so a test needs no knowledge of fonts or layouts. Places count
only while the log says that they are settled.
"""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Self

PROJECT = Path(__file__).resolve().parents[2]
PICTURES = PROJECT / "build" / "desktop"
SCREEN = ("-screen", "0", "1366x768x24", "-dpi", "96")
TOOLS = ("Xvfb", "xdotool", "import")

# What the test run sets for itself, or what would lead to another screen or language.
_NOT_FOR_THE_PROGRAM = (
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "QT_PLUGIN_PATH",
    "QT_QPA_PLATFORM",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
)
_GEOMETRY = re.compile(r"geometry (widget|cell) (\S+)((?: -?\d+)+)$")
_CHANGE = re.compile(r"geometry (widget|cell)s (change|settled)$")
_SETTLE_SECONDS = 30


class DesktopError(AssertionError):
    """The program did not do what was waited for."""


class Rect(NamedTuple):
    """A widget's place in pixels of the screen."""

    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> tuple[int, int]:
        """The pixel in the middle."""
        return self.x + self.width // 2, self.y + self.height // 2


def missing_tools() -> list[str]:
    """Return the programs a desktop needs and this machine lacks."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


class Desktop:
    """A screen of its own with the program on it; a context manager.

    Entering starts both, leaving ends both: nothing but the processes started here
    is ever signalled.
    """

    def __init__(
        self,
        folder: Path,
        *,
        command: Sequence[str] = (sys.executable, "main.py"),
        arguments: Sequence[str] = (),
        pictures: Path = PICTURES,
    ) -> None:
        """Prepare a desktop whose program keeps everything below ``folder``.

        Only compiled kernels stay in the test run's cache, which saves their making.

        Args:
            folder: becomes the program's home, with settings, records and log.
            command: how to start the program, from the project's folder.
            arguments: what follows the command, such as records to open.
            pictures: where screenshots are kept.
        """
        self.home = folder
        self._command = [*command, *arguments]
        self._pictures = pictures
        self._log_file = folder / "state" / "pentahex" / "pentahex.log"
        self._output_file = folder / "output.txt"
        self._environment = dict(os.environ)
        self._screen: subprocess.Popen[bytes] | None = None
        self._program: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        """Start the screen, then the program."""
        try:
            self._start_screen()
            self.start_program()
        except BaseException:
            self.quit()
            raise
        return self

    def __exit__(self, *_exception: object) -> None:
        """End both."""
        self.quit()

    def start_program(self) -> None:
        """Start the program; again, too, once it has ended."""
        self._make_home()
        with self._output_file.open("ab") as output:
            self._program = subprocess.Popen(
                self._command,
                cwd=PROJECT,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def quit(self) -> None:
        """End the program with its children, then the screen."""
        if self._program is not None:
            _end(self._program, group=True)
            self._program = None
        if self._screen is not None:
            _end(self._screen)
            self._screen = None

    # Hands.

    def move_to(self, x: int, y: int) -> None:
        """Move the mouse to a pixel."""
        self._xdotool("mousemove", str(x), str(y))

    def click(self, x: int, y: int, *, button: int = 1) -> None:
        """Move the mouse to a pixel and click there."""
        self.move_to(x, y)
        self._xdotool("sleep", "0.05", "click", str(button))

    def click_widget(self, name: str) -> None:
        """Click the middle of a widget."""
        self.click(*self.widget_rect(name).centre)

    def click_cell(self, name: str) -> None:
        """Click a cell of the board."""
        self.click(*self.cell_centre(name))

    def key(self, keys: str) -> None:
        """Press keys together, as in ``ctrl+z``."""
        self._focus_top_window()
        self._xdotool("key", keys)

    def type(self, text: str) -> None:
        """Type a text, character by character."""
        self._focus_top_window()
        self._xdotool("type", "--delay", "25", "--", text)

    # Eyes.

    def screenshot(self, name: str) -> Path:
        """Keep a picture of the whole screen and return its file."""
        self._pictures.mkdir(parents=True, exist_ok=True)
        path = self._pictures / f"{name}.png"
        self._run("import", "-window", "root", str(path))
        return path

    def log_lines(self) -> list[str]:
        """Return the program's log so far."""
        try:
            text = self._log_file.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return []
        return text.splitlines()

    def windows(self) -> list[str]:
        """Return the ids of the program's visible windows, the topmost last."""
        if self._program is None:
            return []
        pid = str(self._program.pid)
        # With nothing found xdotool exits with 1, which is no error here.
        found = self._command_result("xdotool", "search", "--onlyvisible", "--pid", pid)
        return found.stdout.split()

    def widget_rect(self, name: str) -> Rect:
        """Return the place of the widget of this object name, once it is settled."""
        numbers = self._last_geometry("widget", name)
        return Rect(*numbers)

    def cell_centre(self, name: str) -> tuple[int, int]:
        """Return the middle of a cell such as ``h8``, once it is settled."""
        x, y = self._last_geometry("cell", name)
        return x, y

    # Patience.

    def wait_until(
        self, condition: Callable[[], object], timeout: float, what: str
    ) -> None:
        """Wait until ``condition`` holds.

        Raises:
            DesktopError: it did not within ``timeout`` seconds, or the program ended.
        """
        deadline = time.monotonic() + timeout
        while not condition():
            if self._program is None or self._program.poll() is not None:
                raise DesktopError(self._report(f"The program ended before: {what}"))
            if time.monotonic() > deadline:
                raise DesktopError(self._report(f"Not within {timeout:g} s: {what}"))
            time.sleep(0.05)

    def wait_for_log(self, pattern: str, timeout: float, *, after: int = 0) -> int:
        """Wait for a log line with this regular expression, from line ``after`` on.

        Returns the number of the line that follows it: ``after`` for the next wait.
        """
        expression = re.compile(pattern)

        def found() -> int:
            lines = enumerate(self.log_lines()[after:], after + 1)
            return next((at for at, line in lines if expression.search(line)), 0)

        self.wait_until(found, timeout, f"a log line with {pattern!r}")
        return found()

    def wait_for_exit(self, timeout: float) -> int:
        """Wait until the program has ended by itself and return its exit status."""
        if self._program is None:
            raise DesktopError("The program was not started.")
        try:
            return self._program.wait(timeout)
        except subprocess.TimeoutExpired:
            raise DesktopError(
                self._report(f"The program did not end within {timeout:g} s")
            ) from None

    def keep_evidence(self, name: str) -> None:
        """Keep a picture, the log and the output of a test that failed."""
        self._pictures.mkdir(parents=True, exist_ok=True)
        if self._screen is not None:
            self.screenshot(name)
        for suffix, file in ((".log", self._log_file), (".txt", self._output_file)):
            if file.exists():
                shutil.copy(file, self._pictures / f"{name}{suffix}")

    # Inner workings.

    def _start_screen(self) -> None:
        reader, writer = os.pipe()
        with os.fdopen(reader, "rb") as answer:
            self._screen = subprocess.Popen(
                ["Xvfb", *SCREEN, "-displayfd", str(writer), "-noreset"],
                pass_fds=[writer],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            os.close(writer)
            ready, _, _ = select.select([answer], [], [], 30)
            number = answer.readline().strip().decode() if ready else ""
        if not number:
            raise DesktopError("Xvfb did not open a screen within 30 s.")
        self._environment["DISPLAY"] = f":{number}"

    def _make_home(self) -> None:
        places = {
            name: self.home / name for name in ("config", "data", "runtime", "state")
        }
        for place in places.values():
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name in _NOT_FOR_THE_PROGRAM:
            self._environment.pop(name, None)
        self._environment.update(
            HOME=str(self.home),
            XDG_CONFIG_HOME=str(places["config"]),
            XDG_DATA_HOME=str(places["data"]),
            XDG_RUNTIME_DIR=str(places["runtime"]),
            XDG_STATE_HOME=str(places["state"]),
            LANG="C.UTF-8",
            PENTAHEX_LOG="debug",
            PYTHONFAULTHANDLER="1",
        )

    def _is_settled(self, kind: str) -> bool:
        """Return whether the log has places of this kind and no change is going on."""
        matches = filter(None, map(_CHANGE.search, self.log_lines()))
        last = {match[1]: match[2] for match in matches}
        return kind in last and set(last.values()) == {"settled"}

    def _last_geometry(self, kind: str, name: str) -> list[int]:
        self.wait_until(
            lambda: self._is_settled(kind),
            _SETTLE_SECONDS,
            f"settled places of {kind}s",
        )
        for line in reversed(self.log_lines()):
            match = _GEOMETRY.search(line)
            if match and match[1] == kind and match[2] == name:
                return [int(number) for number in match[3].split()]
        raise DesktopError(self._report(f"The log names no {kind} {name!r}"))

    def _focus_top_window(self) -> None:
        """Give the keys to the topmost window, as a window manager would."""
        windows = self.windows()
        if not windows:
            raise DesktopError(self._report("The program shows no window for the keys"))
        self._xdotool("windowfocus", "--sync", windows[-1])

    def _xdotool(self, *arguments: str) -> str:
        return self._run("xdotool", *arguments)

    def _run(self, *command: str) -> str:
        done = self._command_result(*command)
        if done.returncode != 0:
            words = " ".join(command)
            raise DesktopError(self._report(f"{words!r} failed: {done.stderr.strip()}"))
        return done.stdout

    def _command_result(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )

    def _report(self, problem: str) -> str:
        """Return the problem with the last lines of the program's log and output."""
        parts = [problem]
        lines = [line for line in self.log_lines() if " geometry " not in line]
        if lines:
            parts += ["-- end of the log:", *lines[-25:]]
        if self._output_file.exists():
            output = self._output_file.read_text(encoding="utf-8", errors="replace")
            if output.strip():
                parts += ["-- end of the output:", *output.splitlines()[-25:]]
        return "\n".join(parts)


def _end(process: subprocess.Popen[bytes], *, group: bool = False) -> None:
    """End a process that was started here, and with ``group`` its children too."""
    for request in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is None:
            process.send_signal(request)
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                continue
        break
    if group:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
