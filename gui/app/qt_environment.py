"""Environment of Qt: display, scale and plugin folder, set before the application.

Qt ends the process when no display answers; ``prepare_display`` reports that instead.
"""

from __future__ import annotations

import ctypes
import locale
import os
import socket
import sys
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from pathlib import Path

import PyQt5
from PyQt5.QtCore import QCoreApplication

PLATFORM_VARIABLE = "QT_QPA_PLATFORM"
"""Environment variable of Qt with the platform plugin."""

SCALE_VARIABLE = "QT_SCALE_FACTOR"
"""Environment variable of Qt with the size of its unit in pixels."""

PLAIN_LOCALES = {"C", "POSIX"}
"""Locales whose encoding has ASCII letters only."""

ADVICE = (
    "start it on a desktop, use ssh -X, or try it on a virtual screen with "
    "xvfb-run -a make run"
)


def prepare_display(environment: MutableMapping[str, str] = os.environ) -> str | None:
    """Select Wayland where no X server answers.

    Returns:
        One sentence on why no window can open; ``None`` if a display answers.
    """
    if not sys.platform.startswith("linux") or environment.get(PLATFORM_VARIABLE):
        return None
    display = environment.get("DISPLAY", "")
    if display and _x_server_answers(display):
        return None
    if _wayland_answers(environment):
        environment[PLATFORM_VARIABLE] = "wayland"
        return None
    if display:
        return f"The display {display} does not answer: {ADVICE}."
    return f"Pentahex needs a display to open its window: {ADVICE}."


@contextmanager
def override_scale(percent: int | None) -> Iterator[None]:
    """Replace the system's scale while Qt starts; ``None`` keeps the system's.

    The environment is restored afterwards, so that child processes do not inherit it.
    """
    before = os.environ.get(SCALE_VARIABLE)
    if percent is not None:
        os.environ[SCALE_VARIABLE] = str(percent / 100)
    yield
    if percent is not None:
        os.environ.pop(SCALE_VARIABLE)
        if before is not None:
            os.environ[SCALE_VARIABLE] = before


def add_plugin_path() -> None:
    """Add the plugin folder of the PyQt5 package in use to Qt's library paths.

    Qt derives that folder from the path of its library in the encoding of the locale
    and loses letters that the encoding lacks, for example Chinese ones. It would then
    end the process. Call this before the application object is made.
    """
    if sys.platform.startswith("linux") and os.environ.get("LC_ALL") in PLAIN_LOCALES:
        os.environ["LC_ALL"] = "C.UTF-8"
        locale.setlocale(locale.LC_ALL, "")
    plugins = Path(PyQt5.__file__).parent / "Qt5" / "plugins"
    if plugins.is_dir():
        QCoreApplication.addLibraryPath(str(plugins))


def _x_server_answers(display: str) -> bool:
    """Return whether Qt could connect to the X server, access rights included."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:  # Qt itself names the missing library
        return True
    xcb.xcb_connect.argtypes = (ctypes.c_char_p, ctypes.c_void_p)
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = (ctypes.c_void_p,)
    xcb.xcb_disconnect.argtypes = (ctypes.c_void_p,)
    connection = xcb.xcb_connect(os.fsencode(display), None)
    has_error = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not has_error


def _wayland_answers(environment: Mapping[str, str]) -> bool:
    name = environment.get("WAYLAND_DISPLAY", "")
    if not name:
        return False
    path = Path(environment.get("XDG_RUNTIME_DIR", "")) / name
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return False
    return True
