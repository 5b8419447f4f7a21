"""What is printed while kernels are compiled."""

import io

import pytest

from build_spec import kernels
from engine.core.kernel_cache import CheckedCacheFile


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr(CheckedCacheFile, "_save_data", CheckedCacheFile._save_data)
    return CheckedCacheFile(str(tmp_path), "kernels_tree.select-12.py311", "stamp")


def test_each_kernel_that_is_compiled_gets_a_line_and_is_kept(cache):
    output = io.StringIO()
    kernels.print_compiled(output)

    cache.save("one", "machine code")
    cache.save("two", "more of it")

    assert (
        output.getvalue()
        == "     1  kernels_tree.select\n     2  kernels_tree.select\n"
    )
    assert cache.load("one") == "machine code"
