"""Version resource for the properties of the program on Windows."""

from __future__ import annotations

TEMPLATE = """\
VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}),
  kids=[
    StringFileInfo([StringTable("040904B0", [
      StringStruct("CompanyName", "Pentahex"),
      StringStruct("FileDescription", "Pentahex"),
      StringStruct("FileVersion", "{version}"),
      StringStruct("LegalCopyright", "GPL-3.0-or-later"),
      StringStruct("ProductName", "Pentahex"),
      StringStruct("ProductVersion", "{version}"),
    ])]),
    VarFileInfo([VarStruct("Translation", [0x0409, 1200])]),
  ],
)
"""
"""Version resource in PyInstaller's format; 0409 is English, 1200 is Unicode."""

PARTS = 4


def version_info(version: str) -> str:
    """Return the resource of a version such as ``0.1.0``.

    Raises:
        ValueError: The version is more than numbers between dots.
    """
    numbers = [int(number) for number in version.split(".")]
    numbers += [0] * (PARTS - len(numbers))
    return TEMPLATE.format(numbers=tuple(numbers), version=version)
