"""Finds out whether there is a screen, before Qt ends the program for want of one."""

from __future__ import annotations

import ctypes
import os
import socket
import sys
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from pathlib import Path

PLATFORM_VARIABLE = "QT_QPA_PLATFORM"
"""Tells Qt what kind of screen to use."""

SCALE_VARIABLE = "QT_SCALE_FACTOR"
"""Tells Qt how much larger than a pixel its own unit is."""

ADVICE = (
    "start it on a desktop, use ssh -X, or try it on a virtual screen with "
    "xvfb-run -a make run"
)


def prepare_display(environment: MutableMapping[str, str] = os.environ) -> str | None:
    """Let Qt use Wayland where only that answers.

    Returns:
        One sentence on why no window can open, or ``None`` if one can.
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
def scaled(percent: int | None) -> Iterator[None]:
    """Let Qt, while it starts, take a scale instead of the system's.

    Programs that this one starts later make their own choice.
    """
    before = os.environ.get(SCALE_VARIABLE)
    if percent is not None:
        os.environ[SCALE_VARIABLE] = str(percent / 100)
    yield
    if percent is not None:
        os.environ.pop(SCALE_VARIABLE)
        if before is not None:
            os.environ[SCALE_VARIABLE] = before


def _x_server_answers(display: str) -> bool:
    """Try what Qt will try, rights included."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:  # Qt itself names what the system lacks
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
