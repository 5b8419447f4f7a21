"""Every text that can reach the user has its Chinese, and none is left over.

The sources are read, not run: what is found here needs no line of code to be reached.
"""

import ast
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from engine.core import errors
from engine.games import GAMES
from engine.players.presets import presets

ROOT = Path(__file__).resolve().parents[3]
CATALOGUE = ROOT / "resources/translations/zh_CN.toml"

ENGINE_ERRORS = {name for name in vars(errors) if name.endswith("Error")}

COMMAND_LINE = tuple(
    ROOT / "engine" / name for name in ("commands", "servers", "suites")
)
"""Packages whose texts appear on the command line and in protocols only, in English."""

REPORTS = ROOT / "engine" / "experiments"
"""Package whose texts appear in English reports, its errors excepted."""

SHOWN_BY = {
    *("QAction", "QCheckBox", "QGroupBox", "QLabel", "QPushButton", "QRadioButton"),
    *("addAction", "addItem", "addItems", "addMenu", "addTab", "setAccessibleName"),
    *("setAccessibleDescription", "setHeaderLabels", "setHtml", "setIconText"),
    *("setInformativeText", "setPlaceholderText", "setPrefix", "setStatusTip"),
    *("setSuffix", "setText", "setTitle", "setToolTip", "setWhatsThis"),
    *(
        "setWindowTitle",
        "add_button",
        "add_row",
        "set_problem",
        "set_text",
        "show_note",
    ),
}
"""Calls whose texts the user sees."""

QT_TEXTS = {
    *(("QShortcut", key) for key in ("Left", "Right", "Up", "Down")),
    ("QFileSystemModel", "Size"),
}
"""What Qt asks for and its own catalogue says in a way that nobody does."""


PERCENTAGE = re.compile(r"[0-9}]( ?)%")
"""A number, or the place of one, with its sign and the space between them."""


@pytest.fixture(autouse=True, scope="module")
def forgotten():
    """Keep no syntax tree: looking through them for garbage takes long."""
    yield
    for remembered in (parsed, nodes, all_calls):
        remembered.cache_clear()


def trees(*folders):
    """Yield every source file of some folders with its syntax tree."""
    return [found for folder in folders for found in parsed(folder)]


@cache
def parsed(folder):
    files = sorted((ROOT / folder).rglob("*.py"))
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in files]


def calls(tree, names):
    """Yield name and node of every call of one of these functions or methods."""
    return [(name, node) for name, node in all_calls(tree) if name in names]


@cache
def all_calls(tree):
    return [
        (getattr(node.func, "id", getattr(node.func, "attr", "")), node)
        for node in nodes(tree)
        if isinstance(node, ast.Call)
    ]


@cache
def nodes(tree):
    """Return a node and all below it; ``ast.walk`` takes three times as long."""
    found = [tree]
    for node in found:
        for value in vars(node).values():
            if isinstance(value, ast.AST):
                found.append(value)
            elif isinstance(value, list):
                found += [part for part in value if isinstance(part, ast.AST)]
    return found


def is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def place(path, node):
    return f"{path.relative_to(ROOT)}:{node.lineno}"


def used_texts():
    """Return every text that can be asked for, as pairs of context and English."""
    used = set(QT_TEXTS)
    for _, tree in trees("gui"):
        for _, call in calls(tree, {"tr"}):
            used.add((call.args[0].value, call.args[1].value))
    for _, tree in trees("engine", "gui"):
        for _, call in calls(tree, {"Message"}):
            used.add(("Engine", call.args[0].value))
    for preset in presets().values():
        used |= {("Presets", preset.title)}
        used |= {("Presets", preset.for_game(g).description) for g in preset.games}
    for game in GAMES.values():
        used |= {
            ("Terms", word) for word in (game.name, *map(str.capitalize, game.sides))
        }
        used |= {("Terms", special.name) for special in game.special_moves}
    return used


@pytest.fixture(scope="module")
def chinese():
    """Return the catalogue by context and English."""
    tables = tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))
    return {(c, text): zh for c, table in tables.items() for text, zh in table.items()}


def test_what_is_translated_is_a_literal():
    bent = [
        place(path, call)
        for path, tree in trees("gui")
        for _, call in calls(tree, {"tr"})
        if list(map(is_text, call.args)) != [True, True]
    ]
    bent += [
        place(path, call)
        for path, tree in trees("engine", "gui")
        for _, call in calls(tree, {"Message"})
        if not call.args or not is_text(call.args[0])
    ]

    assert not bent


def test_every_text_has_its_chinese(chinese):
    missing = sorted(used_texts() - set(chinese))

    assert not missing, "resources/translations/zh_CN.toml lacks:\n" + "\n".join(
        f"[{context}] {text!r}" for context, text in missing
    )


def test_no_chinese_is_left_over(chinese):
    unused = sorted(set(chinese) - used_texts())

    assert not unused, "nobody asks any more for:\n" + "\n".join(
        f"[{context}] {text!r}" for context, text in unused
    )


def fields(text):
    """Return the names of the fields, and by how many braces each is kept."""
    return {(len(m[1]), m[2]) for m in re.finditer(r"(\{+)(\w*)", text)}


def test_both_languages_have_the_same_fields(chinese):
    unlike = [en for (_, en), zh in chinese.items() if fields(en) != fields(zh)]

    assert not unlike


def access_key(text):
    found = re.search(r"&(\w)", text)
    return found and found[1].upper()


def test_both_languages_have_the_same_access_keys(chinese):
    unlike = [en for (_, en), zh in chinese.items() if access_key(en) != access_key(zh)]
    unusual = [zh for zh in chinese.values() if re.search(r"(?<!\()&|&\w(?!\))", zh)]

    assert not unlike
    assert not unusual


def test_a_sentence_is_a_sentence_in_both_languages(chinese):
    unlike = [
        en
        for (_, en), zh in chinese.items()
        if en.rstrip("0123456789").endswith(".") != zh.endswith("。")
    ]

    assert not unlike


def test_chinese_has_full_width_punctuation(chinese):
    half = r"[\u4e00-\u9fff] ?[,;:!?]|[,;:!?] ?[\u4e00-\u9fff]|[\u4e00-\u9fff]\.$"

    assert not [zh for zh in chinese.values() if re.search(half, zh)]


def test_percentages_have_one_form_in_each_language(chinese):
    """As ``percent_text`` writes them: with a space in English, without in Chinese."""
    english = {mark for _, en in chinese for mark in PERCENTAGE.findall(en)}
    theirs = {mark for zh in chinese.values() for mark in PERCENTAGE.findall(zh)}

    assert (english, theirs) == ({" "}, {""})


def test_no_percentage_is_written_around_its_form():
    found = [
        place(path, node)
        for path, tree in trees("gui")
        for node in nodes(tree)
        if isinstance(node, ast.FormattedValue)
        and node.format_spec is not None
        and ast.unparse(node.format_spec).rstrip("'").endswith("%")
    ]

    assert not found


def inside_sentences(tree):
    """Return the texts that are part of a sentence, or explain the code."""
    inside = set()
    for _, call in calls(tree, {"Message"}):
        inside.update(map(id, ast.walk(call)))
    for node in nodes(tree):
        if isinstance(node, ast.Expr) and is_text(node.value):
            inside.add(id(node.value))
    return inside


def test_every_message_of_the_engine_can_be_translated():
    """A text with spaces and a full stop, or the message of an error, is said."""
    found = []
    for path, tree in trees("engine"):
        if any(path.is_relative_to(folder) for folder in COMMAND_LINE):
            continue
        inside = inside_sentences(tree)
        found += [
            place(path, node)
            for node in nodes(tree)
            if is_text(node) and id(node) not in inside and is_said(node.value)
            if not path.is_relative_to(REPORTS)
        ]
        found += [
            place(path, call)
            for _, call in calls(tree, ENGINE_ERRORS)
            if call.args and isinstance(call.args[0], ast.Constant | ast.JoinedStr)
        ]

    assert not found


def is_said(text):
    return text.count(" ") > 1 and text.endswith(".")


def written(node):
    """Return the letters that stand in an argument as they are shown."""
    if isinstance(node, ast.List | ast.Tuple):
        return " ".join(map(written, node.elts))
    if isinstance(node, ast.JoinedStr):
        return " ".join(map(written, node.values))
    return node.value if is_text(node) else ""


def test_no_text_reaches_the_window_around_the_translation():
    """Names of objects, keys and icons have neither spaces nor capitals."""
    found = [
        f"{place(path, call)}: {written(argument)!r}"
        for path, tree in trees("gui")
        for _, call in calls(tree, SHOWN_BY)
        for argument in call.args
        if re.search(r"[A-Z]|[a-z] +[a-z]", written(argument))
    ]

    assert not found


def test_each_text_stands_once_in_the_catalogue():
    lines = CATALOGUE.read_text(encoding="utf-8").splitlines()
    contexts = Counter(line for line in lines if line.startswith("["))

    assert max(contexts.values()) == 1
    assert list(contexts) == sorted(contexts)
