"""Records of which parts were left out."""

import pytest

from engine.records import files

WHOLE = {
    "whole.sgf": "(;GM[4]SZ[15];B[hh];W[ii])",
    "guessed.sgf": "(;GM[4];B[hh];W[ii])",
    "whole.txt": "{[C5][A][B][先手胜][2026.08.10][E];B(H,8);W(I,9)}",
    "whole.psq": "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n",
}

PARTIAL = {
    "two.sgf": "(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[aa])",
    "cut.sgf": "(;GM[4]SZ[15];B[hh];W[ii]",
    "twice.sgf": "(;GM[4]SZ[15];B[hh];W[hh])",
    "rest.sgf": "(;GM[4]SZ[15];B[hh]) and more",
    "rest.txt": "{[C5][A][B][先手胜][2026.08.10][E];B(H,8);W(I,9)} and more",
    "no_move.txt": "{[C5][A][B][先手胜][2026.08.10][E];B(H,8);?;W(I,9)}",
    "twice.psq": "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n",
}


def load(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return files.load(path)


@pytest.mark.parametrize("name", WHOLE)
def test_a_record_that_was_read_as_a_whole_is_not_partial(name, tmp_path):
    assert not load(tmp_path, name, WHOLE[name]).is_partial


@pytest.mark.parametrize("name", PARTIAL)
def test_a_record_without_a_part_of_its_text_is_partial(name, tmp_path):
    record = load(tmp_path, name, PARTIAL[name])

    assert record.is_partial
    assert record.warnings
