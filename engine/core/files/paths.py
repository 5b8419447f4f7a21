"""Paths on disk: resources of the program, and folders that it may write."""

from __future__ import annotations

import os
import sys
from pathlib import Path

APPLICATION = "pentahex"

CONSOLE = "pentahex-console"
"""Name of a package's starter for commands."""

NEW_WINDOW = "--new-window"
"""Argument that opens one more window; without it, files go to the first window."""

RUN_NETWORK = "net.safetensors"
"""File of the network in the folder of a training run."""


def resources() -> Path:
    """Return the read-only folder of icons, presets and other data."""
    return Path(__file__).resolve().parents[3] / "resources"


def guide_folder() -> Path:
    """Return the read-only folder of the user guide, in all languages."""
    return resources().with_name("docs") / "guide"


def ready_kernels() -> Path:
    """Return the read-only folder of compiled kernels, which only a package has."""
    return resources().with_name("kernels")


def names_a_file(argument: str) -> bool:
    """Return whether an argument is a record to open rather than a command."""
    if argument.startswith("-"):
        return False
    try:
        return bool(Path(argument).suffix) or Path(argument).is_file()
    except OSError:  # such as a name that is too long
        return False


def program_command() -> list[str]:
    """Return the command that starts this program again."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    return [sys.executable, str(Path(__file__).resolve().parents[3] / "main.py")]


def console_command() -> list[str]:
    """Return the command that starts this program with output streams.

    A package has a starter of its own for that: the other one has none on Windows.
    """
    program, *arguments = program_command()
    starter = Path(program).with_name(CONSOLE + Path(program).suffix)
    has_starter = getattr(sys, "frozen", False) and starter.is_file()
    return [str(starter) if has_starter else program, *arguments]


def cache_folder() -> Path:
    """Return the folder for reproducible data, such as compiled kernels."""
    if sys.platform == "win32":
        base = _from_environment("LOCALAPPDATA", "AppData/Local")
        return base / APPLICATION / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches" / APPLICATION
    return _from_environment("XDG_CACHE_HOME", ".cache") / APPLICATION


def state_folder() -> Path:
    """Return the folder for logs and unfinished games."""
    if sys.platform == "win32":
        return _from_environment("LOCALAPPDATA", "AppData/Local") / APPLICATION
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support" / APPLICATION
    return _from_environment("XDG_STATE_HOME", ".local/state") / APPLICATION


def user_presets_folder() -> Path:
    """Return the folder of the user's presets, beside the settings."""
    if sys.platform == "win32":
        base = _from_environment("APPDATA", "AppData/Roaming")
    else:
        base = _from_environment("XDG_CONFIG_HOME", ".config")
    return base / APPLICATION / "presets"


def _from_environment(variable: str, default: str) -> Path:
    value = os.environ.get(variable, "")
    return Path(value) if Path(value).is_absolute() else Path.home() / default
