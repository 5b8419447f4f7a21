"""Every test run gets a home of its own and, unless told otherwise, no screen."""

import gc
import os
import shutil
import signal
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

COSTS = {
    ".": "build",
    "cluster": "engine",
    "desktop": "window",
    "engine": "engine",
    "engine/core": "fast",
    "engine/core/kernels": "engine",
    "engine/games/gomoku/rules": "fast",
    "engine/games/hex/rules": "fast",
    "engine/records": "fast",
    "engine/match/session": "fast",
    "engine/test_game_contract.py": "fast",
    "engine/test_kernel_contract.py": "fast",
    "gui": "window",
    "package": "window",
    "test_guide.py": "window",
    "test_main.py": "window",
    "test_windows.py": "window",
}
"""The marker of each folder or file of tests; the longest path that fits counts."""

# A busy machine may take any time for an example: no test depends on it.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Tests and modules are made by the thousand and stay: looking through them again and
# again for garbage takes seconds of each process, here and in every test.
gc.disable()

# A shell starts its background jobs, such as this run may be, with Ctrl+C ignored, and
# they pass that on to their children.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Set while this file is imported, before Qt or the program look at it. Compiled
# kernels stay in the real cache: their files are named by digests of the sources, and
# compiling them anew for every run would take most of its time.
_home = Path(tempfile.mkdtemp(prefix="pentahex-tests-"))
_cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
_runtime = _home / "runtime"
_runtime.mkdir(mode=0o700)
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.update(
    HOME=str(_home),
    XDG_CACHE_HOME=_cache,
    XDG_CONFIG_HOME=str(_home / "config"),
    XDG_DATA_HOME=str(_home / "data"),
    XDG_RUNTIME_DIR=str(_runtime),
    XDG_STATE_HOME=str(_home / "state"),
)

# PyQt5 hands Qt the place of its plugins with "?" for every letter outside Latin-1,
# so that a checkout in such a folder finds none.
_pyqt = find_spec("PyQt5")
if _pyqt is not None and _pyqt.origin is not None:
    _plugins = Path(_pyqt.origin).parent / "Qt5" / "plugins"
    os.environ.setdefault("QT_PLUGIN_PATH", str(_plugins))


@pytest.fixture
def third_game(monkeypatch):
    """Return the game of ``tests/toy``, which its line in ``GAMES`` adds for a test."""
    from engine.games import GAMES
    from engine.players import presets
    from tests.toy.rules import Squares

    game = Squares()
    monkeypatch.setitem(GAMES, game.name, game)
    presets.read_presets.cache_clear()
    yield game
    presets.read_presets.cache_clear()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Delete the run's home; look for no garbage at the end of Python."""
    shutil.rmtree(_home, ignore_errors=True)
    gc.freeze()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no other test where only fast ones are selected: some import torch."""
    is_test = collection_path.name.startswith("test_")
    if is_test and config.option.markexpr.split()[:1] == ["fast"]:
        return True if cost_of(collection_path) != "fast" else None
    return None


def pytest_collection_finish(session: pytest.Session) -> None:
    """Collect garbage from now on, but only what the tests themselves make."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test with the cost of its folder, before ``-m`` selects."""
    for item in items:
        item.add_marker(cost_of(item.path))


@cache
def cost_of(path: Path) -> str:
    """Return the marker for a file of tests."""
    inner = path.relative_to(Path(__file__).parent)
    return next(
        COSTS[name]
        for name in map(Path.as_posix, [inner, *inner.parents])
        if name in COSTS
    )
