"""Choice of the folder of a new run: a free name, and why a folder cannot be used."""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from pathlib import Path

from engine.core.files.atomic_file import explain_os_error
from gui.text.i18n import fill, tr, translate_message

FORBIDDEN = '/\\<>:"|?*'
"""Characters that Windows allows in no name; a run may be moved to another system."""

DEVICES = frozenset(
    {"CON", "PRN", "AUX", "NUL"}
    | {f"{port}{digit}" for port in ("COM", "LPT") for digit in "123456789¹²³"}
)
"""Names of devices on Windows, also with an ending."""

UNPRINTABLE = {"Cc", "Cs"}
"""Unicode categories of control characters and of parts of characters."""


def free_folder(parent: Path, name: str) -> Path:
    """Return a folder of that name, with a number if there is one already.

    A folder that the system refuses to look up counts as free.
    """
    path, number = parent / name, 1
    with suppress(OSError):  # ``find_folder_problem`` returns the reason
        while path.exists():
            number += 1
            path = parent / f"{name}-{number}"
    return path


def find_name_problem(name: str) -> str:
    """Return the objection to the name of a folder on any system, or an empty text."""
    if any(character in FORBIDDEN for character in name):
        text = tr("Lab", "Expected a name without any of {characters}.")
        return text.format(characters=" ".join(FORBIDDEN))
    if any(unicodedata.category(character) in UNPRINTABLE for character in name):
        return tr("Lab", "Expected a name without control characters.")
    if name.endswith((".", " ")):
        return tr("Lab", "Expected a name that does not end in a dot or a space.")
    if name.partition(".")[0].rstrip().upper() in DEVICES:
        text = tr("Lab", "Expected a name that is no device of Windows, got {name}.")
        return fill(text, name=name)
    return ""


def find_folder_problem(folder: Path) -> str:
    """Return the reason why the system cannot look up a folder, or an empty text.

    Args:
        folder: The folder; it may be missing.
    """
    try:
        folder.exists()
    except OSError as error:
        return describe_unwritable(folder, error)
    return ""


def describe_unwritable(folder: Path, error: OSError) -> str:
    """Return a sentence about a folder that cannot be written."""
    text = tr("Lab", "{folder} cannot be written: {reason}.")
    reason = translate_message(explain_os_error(error))
    return text.format(folder=folder, reason=reason)
