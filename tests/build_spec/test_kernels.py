"""What is printed while kernels are compiled, and the digests that travel with them."""

import io
import json

import pytest

from build_spec import kernels
from engine.core.kernels.disk_cache import DIGEST_FILE, KernelFile, source_digests


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setattr(KernelFile, "save", KernelFile.save)
    return KernelFile(
        tmp_path / "engine.search.uct.kernels.tree" / "select-0123.kernel"
    )


def test_each_kernel_that_is_compiled_gets_a_line_and_is_kept(file):
    output = io.StringIO()
    kernels.print_compiled(output)

    file.save("machine code")
    file.save("more of it")

    assert output.getvalue() == (
        "     1  engine.search.uct.kernels.tree.select\n"
        "     2  engine.search.uct.kernels.tree.select\n"
    )
    assert file.load() == "more of it"


def test_the_digest_of_every_module_travels_with_the_kernels(tmp_path):
    kernels.write_digests(tmp_path)

    table = json.loads((tmp_path / DIGEST_FILE).read_text(encoding="utf-8"))
    sources = source_digests()
    assert {
        "engine.core.kernels.jit",
        "engine.games",
        "engine.search.uct.kernels.tree",
    } <= {*table}
    assert table == {module: sources.digest(module) for module in table}
