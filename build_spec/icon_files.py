"""Icon files of the program for all desktops.

The drawings are those of ``gui.style.icons``; ICO and ICNS files contain PNGs.
"""

from __future__ import annotations

import os
import shutil
import struct
from pathlib import Path

from PyQt5.QtCore import QBuffer, QIODevice

from engine.core.files.paths import resources
from gui.app import application as app
from gui.style.icons import APPLICATION_SIZES, draw_application_icon

ICNS_KINDS = {
    16: ("icp4",),
    32: ("icp5", "ic11"),
    64: ("icp6", "ic12"),
    128: ("ic07",),
    256: ("ic08", "ic13"),
    512: ("ic09", "ic14"),
    1024: ("ic10",),
}
"""Types of an image in an ICNS file by its side in pixels; the second types are for
half the side at double resolution."""

ICO_DIRECTORY = struct.Struct("<3H")
ICO_ENTRY = struct.Struct("<4B2H2I")
LARGEST_ICO_BYTE = 255
"""A side of 256 pixels is written as 0."""


def make_icons(folder: Path) -> None:
    """Write PNGs by size, an SVG, an ICO and an ICNS file into ``folder``."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    _application = app.get_application()  # lives as long as pictures are drawn
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    sides = sorted({*APPLICATION_SIZES, *ICNS_KINDS})
    pictures = {side: _png(side) for side in sides}
    for side, picture in pictures.items():
        (folder / f"{side}.png").write_bytes(picture)
    shutil.copy(resources() / "icons" / "pentahex.svg", folder)
    (folder / "pentahex.ico").write_bytes(
        ico_of({side: pictures[side] for side in APPLICATION_SIZES})
    )
    (folder / "pentahex.icns").write_bytes(
        icns_of({side: pictures[side] for side in ICNS_KINDS})
    )


def ico_of(pictures: dict[int, bytes]) -> bytes:
    """Return a Windows icon made of PNGs, given by side in pixels."""
    place = ICO_DIRECTORY.size + ICO_ENTRY.size * len(pictures)
    header, body = ICO_DIRECTORY.pack(0, 1, len(pictures)), b""
    for side, picture in pictures.items():
        shown = side if side <= LARGEST_ICO_BYTE else 0
        offset = place + len(body)
        header += ICO_ENTRY.pack(shown, shown, 0, 0, 1, 32, len(picture), offset)
        body += picture
    return header + body


def icns_of(pictures: dict[int, bytes]) -> bytes:
    """Return a macOS icon made of PNGs, given by side in pixels."""
    body = b"".join(
        kind.encode() + struct.pack(">I", 8 + len(picture)) + picture
        for side, picture in pictures.items()
        for kind in ICNS_KINDS[side]
    )
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def _png(side: int) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.WriteOnly)
    draw_application_icon(side).save(buffer, "PNG")
    return bytes(buffer.data())
