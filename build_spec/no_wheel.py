"""Build backend of `pip install .`, which it refuses in one sentence.

The program is a folder of modules and data with fixed packages; a wheel would install
parts of it that do not start.
"""

from __future__ import annotations

import sys
from typing import NoReturn

REFUSAL = (
    "Pentahex is not installed by pip: `make run` in this folder sets everything up "
    "and starts it, and `make package` builds a program to install (README.md)."
)


def _refuse(*_arguments: object, **_settings: object) -> NoReturn:
    sys.exit(REFUSAL)


# The names are those that pip calls (PEP 517, PEP 660).
get_requires_for_build_wheel = build_wheel = _refuse
get_requires_for_build_sdist = build_sdist = _refuse
get_requires_for_build_editable = build_editable = _refuse
