"""Records on disk: formats, encodings, errors, and saves that lose nothing."""

import errno
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from engine.core.errors import RecordError, RecordFileError
from engine.games import GAMES
from engine.records import files
from engine.records.model.record import GameRecord, Headers
from tests.engine.records.boards import names

SGF = "(;GM[4]SZ[15]PB[甲队];B[hh];W[ii])"
CCGC = "{[C5][甲队 B][乙队 W][先手胜][2017.07.29 14:00 重庆][2017 CCGC];B(J,10)}"
EMPTY = GameRecord(setup=GAMES["gomoku"].setup())


def written(folder, data, name="record.sgf"):
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


@pytest.mark.parametrize(
    ("entry", "game"),
    [(entry, game) for entry in files.FORMATS for game in entry.games],
    ids=lambda value: getattr(value, "name", value),
)
def test_every_format_is_saved_and_loaded(entry, game, tmp_path):
    setup = GAMES[game].setup(options=entry.options)
    record, _ = GameRecord(setup=setup).with_move(0, 17)
    path = tmp_path / f"棋谱 1{entry.extensions[0]}"

    notes = files.save(record, path)

    assert files.load(path) == record
    assert notes == ()


@pytest.mark.parametrize("entry", files.FORMATS, ids=lambda entry: entry.name)
def test_the_content_determines_the_format_whatever_the_name(entry, tmp_path):
    path = tmp_path / "record.bin"
    record = replace(EMPTY, setup=GAMES["gomoku"].setup(options=entry.options))

    files.save(record, path, format=entry.name)

    assert files.load(path) == record


def test_the_extension_determines_the_format_where_the_content_does_not(tmp_path):
    path = written(tmp_path, f"From a mail: {SGF}", "mail.SGF")

    assert names(files.load(path)) == ["h8", "i7"]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (SGF, "utf-8"),
        (SGF, "utf-8-sig"),
        (SGF, "gb18030"),
        (SGF, "utf-16"),
        (SGF.replace("GM[4]", "GM[4]CA[Big5]").replace("队", "隊"), "big5"),
        (CCGC, "utf-8"),
        (CCGC, "utf-8-sig"),
        (CCGC, "gb2312"),
        (CCGC, "gb18030"),
    ],
)
def test_files_in_other_encodings_are_read(text, encoding, tmp_path):
    path = written(tmp_path, text.encode(encoding), "record.txt")

    record = files.load(path)

    assert record.headers.first_name in ("甲队", "甲隊")
    assert record.warnings == ()


@pytest.mark.parametrize("name", ["傑偉", "陳偉傑", "側備", "偉偵傑傘備"])
@pytest.mark.parametrize("text", [SGF, CCGC], ids=["sgf", "ccgc"])
def test_chinese_names_with_the_bytes_of_kana_are_chinese(text, name):
    named = text.replace("甲队", name)

    assert name in named
    assert files.decode(named.encode("gb18030")) == (named, ())


@pytest.mark.parametrize("name", ["のり", "ゴモク", "連珠の会", "山口ルール"])
def test_japanese_names_are_recognised_by_their_kana(name):
    named = SGF.replace("甲队", name)

    assert files.decode(named.encode("cp932")) == (named, ())


def test_letters_in_doubt_are_a_warning(tmp_path):
    path = written(tmp_path, b"(;GM[4]SZ[15]PB[Jos\xe9];B[hh])")

    record = files.load(path)

    assert record.headers.first_name == "José"
    assert "Some characters may be wrong" in record.warnings[0]


@pytest.mark.parametrize("line_break", [b"\r\n", b"\r", b"\n"])
def test_line_breaks_of_every_system_are_read(line_break, tmp_path):
    data = SGF.encode().replace(b";", line_break + b";")

    assert names(files.load(written(tmp_path, data))) == ["h8", "i7"]


def test_contest_records_are_written_in_gb2312(tmp_path):
    path = tmp_path / "record.txt"

    notes = files.save(files.parse(CCGC), path)

    assert path.read_bytes() == CCGC.encode("gb2312")
    assert notes == ()


def test_a_rare_name_is_written_and_reported(tmp_path):
    path = tmp_path / "record.txt"
    record = replace(EMPTY, headers=Headers(first_name="朱镕", second_name="𠮷"))

    notes = files.save(record, path)

    assert files.load(path) == record
    assert notes == ("GB2312 has no '镕'; the file was written as GB18030.",)


def test_what_a_format_loses_is_reported(tmp_path):
    record = EMPTY.with_node(0, comment="a thought")

    assert files.save(record, tmp_path / "record.sgf") == ()
    assert files.save(record, tmp_path / "record.txt") == (
        "Comments are not kept in this format.",
    )


def test_the_game_can_be_given(tmp_path):
    path = written(tmp_path, "(;SZ[9];B[cc])")

    assert files.load(path, game="hex").setup.game == "hex"
    with pytest.raises(RecordError, match="record of hex"):
        files.load(written(tmp_path, SGF), game="hex")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "got an empty file"),
        (b"  \n", "got an empty text"),
        (b"\x00\x01\x02", "got a binary file"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "got a binary file"),
        (b"\xff\xfe\x00", "got broken UTF-16"),
        (b"hello", "got something else"),
        (b"(;GM[4]SZ[99])", "from|of 5 to 22 rows"),
        (b'{"a": 1}', "format pentahex-record 1"),
        (bytes(range(1, 256)), "got something else"),
    ],
)
@pytest.mark.parametrize("name", ["record", "record.xyz"])
def test_an_unreadable_file_is_one_sentence_with_its_name(
    name, data, message, tmp_path
):
    path = written(tmp_path, data, name)

    with pytest.raises(RecordError, match=rf"^{name}: Expected.*({message}).*\.$"):
        files.load(path)


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(RecordFileError, match="could not be read: there is no such"):
        files.load(tmp_path / "nothing.sgf")


def test_a_folder_is_no_record(tmp_path):
    with pytest.raises(RecordFileError, match="is a folder"):
        files.load(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="devices are files here")
def test_a_device_is_no_record():
    with pytest.raises(RecordFileError, match="is no file"):
        files.load(Path("/dev/zero"))


def test_a_file_without_permission_is_one_sentence(tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(errno.EACCES, "Permission denied")

    path = written(tmp_path, SGF)
    monkeypatch.setattr("pathlib.Path.open", refuse)

    with pytest.raises(RecordFileError, match="could not be read: it is not permitted"):
        files.load(path)


def test_a_huge_file_is_refused_unread(tmp_path):
    path = written(tmp_path, b"(" * (files.SIZE_LIMIT + 1))

    with pytest.raises(RecordFileError, match="at most 8 MB"):
        files.load(path)


def test_an_old_file_is_replaced_whole(tmp_path):
    path = written(tmp_path, b"x" * 10_000)

    files.save(EMPTY, path)

    assert files.load(path) == EMPTY
    assert [entry.name for entry in tmp_path.iterdir()] == ["record.sgf"]


@pytest.mark.parametrize("call", ["replace", "fsync"])
@pytest.mark.parametrize(
    ("number", "message"),
    [(errno.ENOSPC, "the disk is full"), (errno.EACCES, "it is not permitted")],
)
def test_a_failed_save_leaves_the_old_file(
    call, number, message, tmp_path, monkeypatch
):
    def fail(*_):
        raise OSError(number, os.strerror(number))

    path = written(tmp_path, "old")
    monkeypatch.setattr(os, call, fail)

    with pytest.raises(RecordFileError, match=f"could not be written: {message}"):
        files.save(EMPTY, path)

    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["record.sgf"]


def test_an_interrupted_save_leaves_the_old_file(tmp_path, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    path = written(tmp_path, "old")
    monkeypatch.setattr(os, "fsync", interrupt)

    with pytest.raises(KeyboardInterrupt):
        files.save(EMPTY, path)

    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["record.sgf"]


def test_a_missing_folder_is_one_sentence(tmp_path):
    with pytest.raises(RecordFileError, match="there is no such file or folder"):
        files.save(EMPTY, tmp_path / "nowhere" / "record.sgf")


def test_a_folder_is_not_overwritten(tmp_path):
    (tmp_path / "record.sgf").mkdir()

    with pytest.raises(RecordFileError, match="Expected a file to write to"):
        files.save(EMPTY, tmp_path / "record.sgf")


def test_a_protected_file_is_not_overwritten(tmp_path, monkeypatch):
    path = written(tmp_path, "old")
    monkeypatch.setattr(os, "access", lambda *_: False)

    with pytest.raises(RecordFileError, match="write-protected"):
        files.save(EMPTY, path)

    assert path.read_text() == "old"


@pytest.mark.skipif(os.name != "posix", reason="rights are those of POSIX")
def test_the_rights_of_an_old_file_are_kept(tmp_path):
    path = written(tmp_path, "old")
    path.chmod(0o640)

    files.save(EMPTY, path)

    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_a_link_stays_a_link(tmp_path):
    path = written(tmp_path, "old")
    link = tmp_path / "link.sgf"
    link.symlink_to(path)

    files.save(EMPTY, link)

    assert link.is_symlink()
    assert files.load(path) == EMPTY


def test_half_a_character_is_refused_before_the_old_file_is_touched(tmp_path):
    path = written(tmp_path, "old")
    record = replace(EMPTY, headers=Headers(first_name="\ud800"))

    with pytest.raises(RecordError, match="lone surrogate"):
        files.save(record, path)

    assert path.read_text() == "old"


def test_an_unknown_extension_is_one_sentence(tmp_path):
    with pytest.raises(RecordError, match=r"ending in \.sgf, .* got 'record.doc'"):
        files.save(EMPTY, tmp_path / "record.doc")


def test_an_unknown_format_is_one_sentence(tmp_path):
    problem = r"Unknown format 'doc'\. Known formats: sgf, ccgc, json, psq, renlib\."
    with pytest.raises(RecordError, match=problem):
        files.save(EMPTY, tmp_path / "record.sgf", format="doc")


def test_a_game_that_a_format_does_not_have_is_refused(tmp_path, monkeypatch):
    only_hex = replace(files.FORMATS[0], list_games=lambda: ("hex",))
    monkeypatch.setattr(files, "FORMATS", (only_hex,))

    with pytest.raises(RecordError, match="supports \\(hex\\), got gomoku"):
        files.save(EMPTY, tmp_path / "record.sgf")
