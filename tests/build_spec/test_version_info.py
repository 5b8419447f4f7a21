"""The version that Windows shows."""

import ast

import pytest

from build_spec.version_info import version_info


def test_the_version_stands_in_numbers_and_in_words():
    text = version_info("1.12.3")

    ast.parse(text)
    assert "filevers=(1, 12, 3, 0)" in text
    assert 'StringStruct("ProductVersion", "1.12.3")' in text


def test_a_version_with_letters_is_refused():
    with pytest.raises(ValueError, match="rc1"):
        version_info("1.0.rc1")
