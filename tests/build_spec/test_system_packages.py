"""Licences of system libraries, with package managers that are played by scripts."""

import sys

import pytest

from build_spec import system_packages
from build_spec.system_packages import package_with

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="needs Linux"
)

LDCONFIG = "printf '\\tlibz.so.1 (libc6,x86-64) => /lib64/libz.so.1\\n'"
RPM = '[ "$4" = /lib64/libz.so.1 ] && printf "zlib-ng\\tZlib\\n"'
PACMAN = """case $1 in
  -Qqo) [ "$2" = /lib64/libz.so.1 ] && echo zlib-ng ;;
  -Qi) printf 'Name     : zlib-ng\\nLicenses : Zlib\\n' ;;
esac"""
DPKG = "echo 'zlib-ng:amd64: /lib64/libz.so.1'"


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """Return a function that makes a machine with one package manager."""
    for name in ("DOCUMENTS", "LICENCES"):
        monkeypatch.setattr(system_packages, name, tmp_path / name)
        (tmp_path / name / "zlib-ng").mkdir(parents=True)

    def make(**programs):
        folder = tmp_path / "programs"
        folder.mkdir()
        for name, text in {"ldconfig": LDCONFIG, **programs}.items():
            (folder / name).write_text(f"#!/bin/sh\n{text}\n")
            (folder / name).chmod(0o755)
        monkeypatch.setenv("PATH", str(folder))
        return tmp_path

    return make


@pytest.mark.parametrize("programs", [{"rpm": RPM}, {"pacman": PACMAN}])
def test_rpm_and_pacman_declare_a_licence_and_bring_its_text(machine, programs):
    place = machine(**programs)
    (place / "LICENCES" / "zlib-ng" / "LICENSE").write_text("As is.")

    found = package_with("libz.so.1")

    assert found.name == "zlib-ng"
    assert "License: Zlib" in found.licence
    assert found.licence.endswith("As is.")


def test_dpkg_has_the_licence_beside_its_documents(machine):
    place = machine(dpkg=DPKG, rpm=RPM)
    (place / "DOCUMENTS" / "zlib-ng" / "copyright").write_text("Debian's copy.")

    assert package_with("libz.so.1") == ("zlib-ng", "Debian's copy.")


@pytest.mark.parametrize(
    "programs", [{"rpm": RPM}, {"pacman": PACMAN}, {"dpkg": "exit 1"}, {}]
)
def test_a_library_of_nobody_has_no_package(machine, programs):
    machine(**programs)

    assert package_with("libstrange.so") is None
