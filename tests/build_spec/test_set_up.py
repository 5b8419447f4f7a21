"""The set-up on a machine that is played by a few scripts."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SET_UP = Path(__file__).resolve().parents[2] / "build_spec" / "set_up.sh"

PYTHON = """#!/bin/sh
case "$*" in
  *"-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
  *"-m pip"*) echo "$*" >>pip.log ;;
  *sys.exit*find_spec*) exit 1 ;;
esac
"""

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")


@pytest.fixture
def set_up(tmp_path):
    """Return a function that runs the set-up on some system and processor."""
    (tmp_path / "build_spec").mkdir()
    shutil.copy(SET_UP, tmp_path / "build_spec")
    for name in ("", "-train", "-dev", "-cluster"):
        (tmp_path / f"requirements{name}.txt").write_text("numpy==2.4.6\n")

    def run(target="run", *, system="Linux", processor="x86_64", user=1000, **more):
        programs = tmp_path / "programs"
        programs.mkdir(exist_ok=True)
        scripts = {
            "uname": f"#!/bin/sh\ncase $1 in -m) echo {processor};; *) echo {system};; "
            "esac\n",
            # Nothing is installed: apt-get is a script, too.
            "id": f"#!/bin/sh\necho {user}\n",
            "apt-get": '#!/bin/sh\necho "$*" >>apt.log\n',
            "ldconfig": "#!/bin/sh\necho 'libGL.so.1 (libc6) => /lib/libGL.so.1'\n",
            "ldd": "#!/bin/sh\n",
            "python3": PYTHON,
        }
        for name, text in scripts.items():
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        kept = {key: text for key, text in os.environ.items() if key[:4] != "PIP_"}
        path = os.pathsep.join([str(programs), kept["PATH"]])
        return subprocess.run(
            ["bash", "build_spec/set_up.sh", target],
            cwd=tmp_path,
            env=kept | {"PATH": path} | more,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_pip_shows_its_progress_and_the_size_is_printed_first(set_up, tmp_path):
    done = set_up()

    assert done.returncode == 0, done.stderr
    called = (tmp_path / "pip.log").read_text().split()
    assert "--progress-bar" in called
    assert not [word for word in called if word.startswith("-q") or word == "--quiet"]
    assert "180 MB to download, 0.6 GB on disk" in done.stdout


@pytest.mark.parametrize(
    ("target", "file"),
    [
        ("run", "requirements.txt"),
        ("train", "requirements-train.txt"),
        ("test", "requirements-dev.txt"),
        ("desktop", "requirements-dev.txt"),
        ("cluster", "requirements-cluster.txt"),
    ],
)
def test_each_target_installs_its_own_requirements(set_up, tmp_path, target, file):
    set_up(target)

    assert (tmp_path / "pip.log").read_text().split()[-2:] == ["-r", file]


def test_what_a_larger_target_has_installed_is_not_installed_again(set_up, tmp_path):
    for target in ("test", "train", "run", "cluster"):
        set_up(target)

    installed = (tmp_path / "pip.log").read_text().splitlines()
    assert [line.split()[-1] for line in installed] == [
        "requirements-dev.txt",
        "requirements-cluster.txt",
    ]


@pytest.mark.parametrize(
    ("machine", "is_told"),
    [
        ({}, True),
        ({"PIP_EXTRA_INDEX_URL": "somewhere"}, False),
        ({"system": "Darwin"}, False),
        ({"target": "run"}, False),
    ],
)
def test_users_who_would_get_cuda_are_warned(set_up, machine, is_told):
    done = set_up(**{"target": "train"} | machine)

    assert ("comes with CUDA" in done.stdout) == is_told


def test_another_processor_is_refused_on_linux_before_anything_is_made(
    set_up, tmp_path
):
    done = set_up(processor="aarch64")

    assert done.returncode == 1
    assert done.stderr == (
        "Pentahex needs an x86-64 processor on Linux, and this one is aarch64.\n"
    )
    assert not (tmp_path / ".venv").exists()


def test_apple_processors_are_welcome(set_up):
    assert set_up(system="Darwin", processor="arm64").returncode == 0


def test_the_system_packages_alone_are_installed_where_they_are_missing(
    set_up, tmp_path
):
    done = set_up("system", user=0)

    assert done.returncode == 0, done.stderr
    installed = (tmp_path / "apt.log").read_text().split()
    assert "libxkbcommon-x11-0" in installed
    assert "libgl1" not in installed
    assert not (tmp_path / ".venv").exists()


def test_system_packages_need_the_rights_of_root(set_up):
    done = set_up("system")

    assert (done.returncode, done.stderr) == (
        1,
        "set_up.sh system needs apt-get and root's rights.\n",
    )
