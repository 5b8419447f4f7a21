"""The built package as somebody else finds it: moved, read-only, another user's."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

BUILT = Path(__file__).resolve().parents[2] / "dist" / "pentahex"
NOBODY = 65534


class Package(NamedTuple):
    """A package in a folder that nobody may write to, and a home for its user."""

    folder: Path
    home: Path

    @property
    def inside(self):
        return self.folder / "_internal"

    @property
    def console(self):
        return str(self.folder / f"pentahex-console{'.exe' * (os.name == 'nt')}")

    @property
    def window(self):
        return str(self.folder / f"pentahex{'.exe' * (os.name == 'nt')}")

    @property
    def as_user(self):
        """What to put before a command, so that it runs without anybody's rights."""
        if os.name == "nt" or os.getuid() != 0:
            return []
        give = f'chown -R {NOBODY}:{NOBODY} "$HOME" && exec "$@"'
        drop = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        return ["sh", "-c", give, "sh", *drop]

    def environment(self, **more):
        names = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME")
        places = {name: str(self.home / name.lower()) for name in names}
        runtime = {"XDG_RUNTIME_DIR": str(self.home)}
        windows = {"LOCALAPPDATA": str(self.home)}
        unwanted = {"PYTHONPATH", "QT_PLUGIN_PATH", "LANGUAGE", "LC_ALL"}
        own = {key: text for key, text in os.environ.items() if key not in unwanted}
        return own | {"HOME": str(self.home)} | places | runtime | windows | more

    def run(self, *arguments, timeout=300, **environment):
        """Run a command by the console twin and return what came of it."""
        return subprocess.run(
            [*self.as_user, self.console, *arguments],
            env=self.environment(**environment),
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=timeout,
            check=False,
        )

    def compiled_files(self):
        """Return the kernels that had to be compiled into the user's cache."""
        return sorted(self.home.rglob("*.kernel"))


@pytest.fixture(scope="session")
def program_folder() -> Iterator[Path]:
    """The package in a folder with spaces and Chinese letters, closed for writing."""
    if not BUILT.is_dir():
        pytest.fail("There is no package to test; make package builds it.")
    place = Path(tempfile.mkdtemp(prefix="pentahex 五子棋 与 Hex "))
    place.chmod(0o755)
    folder = place / "my 程序"
    shutil.copytree(BUILT, folder, symlinks=True)
    everything = [folder, *folder.rglob("*")]
    for path in everything:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~0o222)
    yield folder
    for path in everything:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | 0o200)
    shutil.rmtree(place)


@pytest.fixture
def package(program_folder) -> Iterator[Package]:
    home = Path(tempfile.mkdtemp(prefix="pentahex-home-"))
    yield Package(program_folder, home)
    # On Windows a file may still be in use for a moment.
    shutil.rmtree(home, ignore_errors=sys.platform == "win32")
