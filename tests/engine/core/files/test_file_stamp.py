"""Stamps of files, by which readers find changes."""

import os

from engine.core.files.atomic_file import write_atomically
from engine.core.files.file_stamp import read_stamp


def test_a_file_that_stays_as_it_is_keeps_its_stamp(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"content")

    assert read_stamp(file) == read_stamp(file)


def test_a_file_that_is_replaced_gets_another_stamp(tmp_path):
    file = tmp_path / "file"
    write_atomically(file, b"before")
    before, times = read_stamp(file), (file.stat().st_atime_ns, 1)
    write_atomically(file, b"longer after")
    os.utime(file, ns=times)

    assert read_stamp(file) not in (None, before)


def test_a_file_of_equal_length_that_is_written_later_gets_another_stamp(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"before")
    os.utime(file, ns=(1, 1))
    before = read_stamp(file)
    file.write_bytes(b"behind")
    os.utime(file, ns=(1, 2))

    assert read_stamp(file) != before


def test_a_file_that_is_gone_has_no_stamp(tmp_path):
    assert read_stamp(tmp_path / "file") is None
