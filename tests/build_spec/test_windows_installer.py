"""The installer of Windows leaves alone what belongs to other programs."""

import re
from pathlib import Path

TEXT = (Path(__file__).resolve().parents[2] / "build_spec/windows.iss").read_text(
    encoding="utf-8"
)


def entries(section):
    """Return the entries of a section as their fields by name."""
    lines = re.search(rf"^\[{section}\]\n(.*?)(?=^\[|\Z)", TEXT, re.M | re.S)[1]
    return [
        dict(field.split(": ", 1) for field in line.split("; "))
        for line in lines.splitlines()
        if line and not line.startswith(";")
    ]


def test_no_default_program_of_a_kind_of_files_is_written():
    kinds = [e for e in entries("Registry") if re.search(r'\\\.\w+"$', e["Subkey"])]

    assert kinds == []


def test_records_are_offered_under_open_with():
    offers = [e for e in entries("Registry") if "OpenWithProgids" in e["Subkey"]]

    assert len(offers) == 2
    assert all(e["ValueName"] == '"Pentahex.Record"' for e in offers)


def test_only_what_is_ticked_is_registered():
    assert all("unchecked" in task["Flags"] for task in entries("Tasks"))
    assert all(entry["Tasks"] == "records" for entry in entries("Registry"))
