"""The training guide in Chinese: the same commands and keys as in English."""

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
ENGLISH = (DOCS / "training.md").read_text("utf-8").split("\n## A supervised run\n")[0]
CHINESE = (DOCS / "training.zh_CN.md").read_text("utf-8")


def commands_in(text):
    """Return the indented lines: commands, output and files."""
    return re.findall(r"^ {4,}\S.*$", text, re.MULTILINE)


def keys_in(text):
    """Return the first words of texts in code style that are keys or files."""
    return set(re.findall(r"`([\w./*-]+)[^`]*`", text))


def test_both_languages_have_the_same_commands_and_output():
    assert commands_in(CHINESE) == commands_in(ENGLISH)


def test_both_languages_name_the_same_keys_and_files():
    assert keys_in(CHINESE) == keys_in(ENGLISH)


def test_both_languages_have_the_same_sections():
    def levels(text):
        return re.findall(r"^(#+) ", text, re.MULTILINE)

    assert levels(CHINESE) == levels(ENGLISH)


def test_both_tables_have_as_many_rows():
    def rows(text):
        return [len(re.findall(r"\|", row)) for row in re.findall(r"^\|.*", text, re.M)]

    assert rows(CHINESE) == rows(ENGLISH)
