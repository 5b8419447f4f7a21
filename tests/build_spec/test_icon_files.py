"""The program's icon in the files of each system, read back by Qt."""

from PyQt5.QtCore import QBuffer, QByteArray
from PyQt5.QtGui import QImage, QImageReader

from build_spec.icon_files import ICNS_KINDS, icns_of, ico_of, make_icons
from gui.style.icons import APPLICATION_SIZES


def sides_in(content, form):
    """Return the sides of the pictures that Qt finds."""
    data = QByteArray(content)
    buffer = QBuffer(data)
    reader = QImageReader(buffer, form)
    sides = []
    for number in range(reader.imageCount()):
        assert reader.jumpToImage(number)
        image = reader.read()
        assert not image.isNull()
        sides.append(image.width())
    return sorted(sides)


def test_windows_finds_every_size(qapp, tmp_path):
    make_icons(tmp_path / "icons")

    content = (tmp_path / "icons" / "pentahex.ico").read_bytes()

    assert sides_in(content, b"ico") == list(APPLICATION_SIZES)


def test_macos_finds_every_size(qapp, tmp_path):
    make_icons(tmp_path / "icons")

    content = (tmp_path / "icons" / "pentahex.icns").read_bytes()

    kinds = [content[at : at + 4] for at in chunks(content)]
    assert sorted(kinds) == sorted(k.encode() for ks in ICNS_KINDS.values() for k in ks)


def chunks(content):
    """Yield where each picture of an ICNS file begins."""
    assert content[:4] == b"icns"
    assert int.from_bytes(content[4:8], "big") == len(content)
    at = 8
    while at < len(content):
        yield at
        at += int.from_bytes(content[at + 4 : at + 8], "big")


def test_linux_gets_a_picture_of_each_size(qapp, tmp_path):
    make_icons(tmp_path / "icons")

    for side in (16, 48, 512):
        content = (tmp_path / "icons" / f"{side}.png").read_bytes()
        picture = QImage.fromData(content, "png")
        assert (picture.width(), picture.height()) == (side, side)


def test_the_largest_side_is_written_as_nought():
    directory = ico_of({256: b"picture"})

    assert directory[6:8] == b"\0\0"
    assert directory.endswith(b"picture")


def test_a_picture_may_stand_for_two_sizes():
    assert [icns_of({32: b"x"})[at : at + 4] for at in chunks(icns_of({32: b"x"}))] == [
        b"icp5",
        b"ic11",
    ]
