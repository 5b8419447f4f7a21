"""The licences of what a package holds."""

import subprocess

import pytest

from build_spec import licences
from build_spec.licences import LicenceError


def test_each_package_of_the_program_brings_its_licence(tmp_path):
    licences.collect(tmp_path / "licences")

    texts = {path.name: path.read_text() for path in (tmp_path / "licences").iterdir()}
    named = {name.partition("-")[0].lower() for name in texts}
    assert {"pyqt5", "numba", "llvmlite", "numpy", "sgfmill", "pyinstaller"} <= named
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in texts["Python.txt"]
    assert all("icen" in text for text in texts.values())


def test_tools_of_the_workshop_do_not(tmp_path):
    licences.collect(tmp_path / "licences")

    names = [path.name for path in (tmp_path / "licences").iterdir()]
    assert not [name for name in names if name.startswith(("pytest", "ruff", "mypy"))]


def test_a_library_of_nobody_is_named(tmp_path, monkeypatch):
    nothing = subprocess.CompletedProcess([], 1, stdout="", stderr="")
    monkeypatch.setattr(subprocess, "run", lambda *_args, **_options: nothing)

    with pytest.raises(LicenceError, match=r"libstrange\.so"):
        licences.collect_system(["libstrange.so"], tmp_path)
