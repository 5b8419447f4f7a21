"""Tells Qt where its plugins are, whatever letters stand in the path.

Qt derives the place from the path of its library in the encoding of the locale, and
loses every letter that encoding lacks: in a folder with Chinese letters it would end
the program before the window opens.
"""

from __future__ import annotations

import locale
import os
import sys
from pathlib import Path

import PyQt5
from PyQt5.QtCore import QCoreApplication

PLAIN_LOCALES = {"C", "POSIX"}


def find_qt_plugins() -> None:
    """Make Qt look for plugins in the package that is really loaded.

    Must be called before the application object is made.
    """
    if sys.platform.startswith("linux") and os.environ.get("LC_ALL") in PLAIN_LOCALES:
        os.environ["LC_ALL"] = "C.UTF-8"
        locale.setlocale(locale.LC_ALL, "")
    plugins = Path(PyQt5.__file__).parent / "Qt5" / "plugins"
    if plugins.is_dir():
        QCoreApplication.addLibraryPath(str(plugins))
