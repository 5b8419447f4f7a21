"""The documents for readers of the code: what they name exists, links resolve."""

import re
from pathlib import Path

import pytest

from tests.nonempty import nonempty

PROJECT = Path(__file__).resolve().parents[1]

FOLDERS = sorted(
    {
        path.parent
        for half in ("engine", "gui")
        for path in (PROJECT / half).rglob("__init__.py")
        if "kernels" not in path.parts
    }
)
READMES = [folder / "README.md" for folder in (*FOLDERS, PROJECT / "build_spec")]

GUIDES = [
    *(PROJECT / name for name in ("README.md", "README.zh_CN.md")),
    *(PROJECT / name for name in ("CONTRIBUTING.md", "SECURITY.md")),
    PROJECT / "resources" / "openings" / "README.md",
    *sorted((PROJECT / "docs").glob("*.md")),
    *(
        path
        for folder in ("decisions", "experiments", "lessons", "nets")
        for path in sorted((PROJECT / "docs" / folder).rglob("*.md"))
    ),
]

MOST_LINES = 30

NAMED = re.compile(r"`([\w./-]+(?:\.py|/))`")
PLACES = ("engine/", "gui/", "tests/", "build_spec/", "resources/", "docs/")
"""How paths begin that are named from the project's folder on."""

LINK = re.compile(r"\]\(([^)\s#]*)(?:#([^)\s]+))?\)")

PAGES_OF_THE_SITE = {"../../releases", "../../issues"}
"""Links that lead from the repository's page to others of the site."""


def name_of(path):
    return path.relative_to(PROJECT).as_posix()


def anchors_of(path):
    """Return the anchors of the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in headings
    }


def modules_of(folder):
    """Return the modules of a package and of the kernels that belong to it."""
    places = [folder, folder / "kernels"]
    files = [path for place in places for path in place.glob("*.py")]
    return {path.name for path in files} - {"__init__.py"}


@pytest.mark.parametrize("readme", READMES, ids=name_of)
def test_every_package_has_a_short_readme(readme):
    assert readme.is_file()
    assert len(readme.read_text("utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("readme", READMES, ids=name_of)
def test_a_readme_names_every_module_of_its_package(readme):
    named = {name.split("/")[-1] for name in NAMED.findall(readme.read_text("utf-8"))}

    assert modules_of(readme.parent) <= named


@pytest.mark.parametrize("half", ["engine", "gui"])
def test_the_readme_of_a_half_names_every_package_of_it(half):
    named = NAMED.findall((PROJECT / half / "README.md").read_text("utf-8"))

    packages = {f"{folder.name}/" for folder in FOLDERS if folder.parent.name == half}
    assert packages <= set(named)


def test_names_and_links_are_found_in_a_document():
    text = (PROJECT / "docs" / "architecture.md").read_text("utf-8")

    assert "engine/core/" in NAMED.findall(text)
    assert "gui/board/board_view.py" in NAMED.findall(text)
    assert ("decisions/README.md", "") in LINK.findall(text)
    assert ("../CONTRIBUTING.md", "checks") in LINK.findall(text)


@pytest.mark.parametrize("readme", READMES, ids=name_of)
def test_what_a_readme_names_exists(readme):
    folder = readme.parent

    for name in nonempty(NAMED.findall(readme.read_text("utf-8"))):
        places = (folder / name, folder / "kernels" / name, PROJECT / name)
        assert any(place.exists() for place in places), name


@pytest.mark.parametrize("document", GUIDES, ids=name_of)
def test_files_and_folders_that_a_document_names_exist(document):
    for name in NAMED.findall(document.read_text("utf-8")):
        if name.startswith(PLACES):
            assert (PROJECT / name).exists(), name


@pytest.mark.parametrize("document", [*GUIDES, *READMES], ids=name_of)
def test_links_between_documents_resolve(document):
    for target, anchor in LINK.findall(document.read_text("utf-8")):
        if target in PAGES_OF_THE_SITE or target.startswith("https://"):
            continue
        path = (document.parent / target).resolve() if target else document
        assert path.exists(), target
        assert not anchor or anchor in anchors_of(path), f"{target}#{anchor}"


def test_every_decision_is_in_the_index_and_has_all_parts():
    folder = PROJECT / "docs" / "decisions"
    records = sorted(folder.glob("[0-9]*.md"))
    index = (folder / "README.md").read_text("utf-8")

    assert [int(record.name[:4]) for record in records] == list(
        range(1, len(records) + 1)
    )
    for record in records:
        text = record.read_text("utf-8")
        title = text.splitlines()[0].removeprefix("# ")
        assert f"[{title}]({record.name})" in index
        assert re.search(r"^Date: \d{4}-\d{2}-\d{2}$", text, re.MULTILINE)
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == [
            "Context",
            "Alternatives",
            "Measurement",
            "Consequence",
        ]
