"""Digests of modules with all that they import, directly or through other modules.

A digest covers the project's sources that a module's compiled code can depend on.
Imports inside functions count, those for type checkers alone do not. Libraries are
excluded. Imports are found by regular expression, which takes a tenth of the time of
parsing; a matching line inside a text adds a needless dependency at worst.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

log = logging.getLogger(__name__)

_ONLY_FOR_CHECKERS = re.compile(
    r"^if TYPE_CHECKING:\n(?:[ \t]+\S.*\n|[ \t]*\n)+", re.MULTILINE
)
_IMPORT = re.compile(
    r"(?:^|[;:])[ \t]*(?:"
    r"from[ \t]+(?P<origin>[.\w]+)[ \t]+import[ \t]*"
    r"(?P<names>\((?:[^()#]|\#.*\n)*\)|(?:[^\n(\\]|\\\n)+)"
    r"|import[ \t]+(?P<modules>(?:[^\n\\]|\\\n)+))",
    re.MULTILINE,
)
_COMMENT = re.compile(r"#.*")
_FIRST_NAMES = re.compile(r"(?:^|,)[\s(\\]*([.\w]+)")


class _Source(NamedTuple):
    """Digest and imports of a module's file."""

    digest: bytes
    """Digest of its content."""

    imports: frozenset[str]
    """Modules of the project that it imports."""


class SourceDigests:
    """Digests of the modules below one folder.

    Each source is read once. A source that changed after the process imported its
    first module may differ from the code that runs: neither it nor a module that
    depends on it has a digest.

    Args:
        root: The folder that holds the top packages.
        closed: Modules whose imports do not count.
        import_time: When this process imported its first module, seconds since 1970.
    """

    def __init__(
        self, root: Path, *, closed: frozenset[str], import_time: float
    ) -> None:
        self._root = root
        self._closed = closed
        self._import_time = import_time
        self._source = cache(self._read)
        self._path = cache(self._find)

    def digest(self, module: str) -> str | None:
        """Return a digest of a module and its dependencies; ``None`` if unknown."""
        total = hashlib.sha256()
        for name in sorted(self.dependencies(module)):
            source = self._source(name)
            if source is None:
                return None
            total.update(name.encode() + source.digest)
        return total.hexdigest()[:32]

    def dependencies(self, module: str) -> frozenset[str]:
        """Return a module and all modules of the project that it imports."""
        found, waiting = {module}, [module]
        while waiting:
            source = self._source(waiting.pop())
            new = source.imports - found if source is not None else frozenset[str]()
            found |= new
            waiting.extend(new)
        return frozenset(found)

    def imports(self, module: str) -> frozenset[str]:
        """Return the modules of the project that a module imports directly."""
        source = self._source(module)
        return source.imports if source is not None else frozenset()

    def modules(self, package: str) -> list[str]:
        """Return the names of all modules of a top package, itself included."""
        names = []
        for path in sorted((self._root / package).rglob("*.py")):
            parts = path.relative_to(self._root).with_suffix("").parts
            names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
        return names

    def _find(self, module: str) -> Path | None:
        """Return the file of a module of the project, else ``None``."""
        place = self._root.joinpath(*module.split("."))
        for path in (place.with_suffix(".py"), place / "__init__.py"):
            if path.is_file():
                return path
        return None

    def _read(self, module: str) -> _Source | None:
        """Return a module's source if it is known and unchanged since its import."""
        path = self._path(module)
        if path is None:
            return None
        try:
            content, status = path.read_bytes(), path.stat()
        except OSError:
            return None
        if max(status.st_mtime, status.st_ctime) > self._import_time:
            log.warning("%s is newer than this process", path)
            return None
        imported = frozenset[str]()
        if module not in self._closed:
            text = content.decode("utf-8", errors="replace").replace("\r\n", "\n")
            is_package = path.name == "__init__.py"
            package = module if is_package else module.rpartition(".")[0]
            names = _imported_names(text, package)
            imported = frozenset(name for name in names if self._path(name) is not None)
        return _Source(hashlib.sha256(content).digest(), imported)


def _imported_names(text: str, package: str) -> Iterator[str]:
    """Yield the absolute names of all imports of a source, modules or not.

    Args:
        text: The source of a module.
        package: Name of the package that relative imports start from.
    """
    for found in _IMPORT.finditer(_ONLY_FOR_CHECKERS.sub("", text)):
        if found["modules"]:
            yield from _FIRST_NAMES.findall(_COMMENT.sub("", found["modules"]))
            continue
        origin = _absolute(found["origin"], package)
        yield origin
        for name in _FIRST_NAMES.findall(_COMMENT.sub("", found["names"])):
            yield f"{origin}.{name}"


def _absolute(origin: str, package: str) -> str:
    """Return the absolute name of the origin of a ``from`` import."""
    name = origin.lstrip(".")
    level = len(origin) - len(name)
    if level == 0:
        return name
    parts = package.split(".")
    base = parts[: len(parts) - level + 1]
    return ".".join([*base, name] if name else base)
