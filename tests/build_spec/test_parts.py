"""What a package takes along."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from build_spec.parts import is_used, without_orphans

PROJECT = Path(__file__).resolve().parents[2]

GRAPHS_ALONE = """
import sys
from build_spec.parts import UNUSED_MODULES
sys.modules.update(dict.fromkeys(UNUSED_MODULES))
import gui.panels.graph.history_window, gui.panels.graph.win_rate_chart
"""
"""To Python, a module that is ``None`` is not installed."""


def entry(name, kind="BINARY"):
    return (name, f"/source/{name}", kind)


@pytest.mark.parametrize(
    "name",
    [
        "PyQt5/Qt5/plugins/platforms/libqxcb.so",
        "PyQt5/Qt5/plugins/platforms/qwindows.dll",
        "PyQt5/Qt5/plugins/platforms/libqcocoa.dylib",
        "PyQt5/Qt5/plugins/platforminputcontexts/libibusplatforminputcontextplugin.so",
        "PyQt5/Qt5/plugins/imageformats/libqsvg.so",
        "PyQt5/Qt5/plugins/imageformats/libqwebp.so",
        "onnxruntime/capi/onnxruntime_pybind11_state.pyd",
        "onnxruntime/capi/libonnxruntime_providers_shared.so",
        "PyQt5/Qt5/translations/qtbase_zh_CN.qm",
        "numpy/random/mtrand.so",
    ],
)
def test_what_the_program_uses_comes_along(name):
    assert is_used(entry(name))


@pytest.mark.parametrize(
    "name",
    [
        "PyQt5/Qt5/plugins/platforms/libqwebgl.so",
        "PyQt5/Qt5/plugins/imageformats/libqtiff.so",
        "PyQt5/Qt5/plugins/mediaservice/libgstmediaplayer.so",
        "PyQt5/Qt5/translations/qtbase_de.qm",
        "numba/tests/data.bin",
        "onnxruntime/capi/libonnxruntime.so.1.32.0",
        "onnxruntime/capi/onnxruntime.dll",
    ],
)
def test_what_it_does_not_use_stays_behind(name):
    assert not is_used(entry(name))


def test_a_library_goes_with_the_last_that_needed_it():
    needed_by = {
        "/source/PyQt5/QtGui.so": ["libgui.so"],
        "/source/PyQt5/Qt5/lib/libgui.so": ["libcore.so", "libc.so"],
        "/source/libquick.so": ["libcore.so"],
    }
    entries = [
        entry("PyQt5/QtGui.so", "EXTENSION"),
        entry("PyQt5/Qt5/lib/libgui.so"),
        entry("libcore.so"),
        entry("libquick.so"),
    ]

    kept = without_orphans(entries, lambda path: needed_by.get(path, []))

    assert {name for name, _, _ in kept} == {
        "PyQt5/QtGui.so",
        "PyQt5/Qt5/lib/libgui.so",
        "libcore.so",
    }


def test_a_library_of_windows_is_found_whatever_its_case():
    entries = [entry("PyQt5/QtCore.pyd", "EXTENSION"), entry("VCRUNTIME140.dll")]

    kept = without_orphans(entries, lambda _path: ["vcruntime140.DLL"])

    assert kept == entries


def test_a_link_goes_with_what_it_leads_to():
    entries = [
        ("libgui.so", "PyQt5/Qt5/lib/libgui.so", "SYMLINK"),
        ("libquick.so", "PyQt5/Qt5/lib/libquick.so", "SYMLINK"),
        entry("PyQt5/QtGui.so", "EXTENSION"),
        entry("PyQt5/Qt5/lib/libgui.so"),
        entry("PyQt5/Qt5/lib/libquick.so"),
    ]

    kept = without_orphans(
        entries, lambda path: ["libgui.so"] if "QtGui" in path else []
    )

    assert [name for name, _, kind in kept if kind == "SYMLINK"] == ["libgui.so"]


@pytest.mark.processes
def test_graphs_need_nothing_that_stays_behind():
    done = subprocess.run(
        [sys.executable, "-c", GRAPHS_ALONE],
        cwd=PROJECT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
