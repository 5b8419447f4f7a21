"""Languages of the window, and the switch between them.

The texts of a language are in ``resources/translations/<language>.toml``, a table
for each context; Qt's own come from its catalogue. English is in the sources.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import PyQt5
from PyQt5.QtCore import (
    QCoreApplication,
    QEvent,
    QLibraryInfo,
    QLocale,
    QObject,
    QTranslator,
)

from engine.core.files.paths import resources

log = logging.getLogger(__name__)

Language = Literal["en", "zh_CN"]

NATIVE_NAMES: Mapping[Language, str] = {"en": "English", "zh_CN": "中文"}
"""Native name of each language; not translated."""

_LANGUAGE = "pentahex_language"


class TomlTranslator(QTranslator):
    """Translator that looks texts up in tables.

    Args:
        texts: Translations by context, then by English text.
        parent: See ``QObject``.
    """

    def __init__(self, texts: Mapping[str, Mapping[str, str]], parent: QObject) -> None:
        super().__init__(parent)
        self._texts = texts

    def isEmpty(self) -> bool:
        """See ``QTranslator.isEmpty``; Qt does not ask an empty one."""
        return not self._texts

    def translate(  # type: ignore[override]  # None, a null string: ask the next one
        self,
        context: str,
        text: str,
        _disambiguation: str | None = None,
        _count: int = -1,
    ) -> str | None:
        """See ``QTranslator.translate``."""
        return self._texts.get(context, {}).get(text)


def choose_language(wanted: Iterable[str]) -> Language:
    """Return the first supported language, or English.

    Args:
        wanted: Names such as ``zh-Hans-CN``. Whoever reads other Chinese letters is
            better served by simplified ones than by English.
    """
    for name in wanted:
        for language in get_args(Language):
            if name[:2] == language[:2]:
                found: Language = language
                return found
    return "en"


def system_language() -> Language:
    """Return the language that fits the rest of the user's desktop."""
    return choose_language(QLocale.system().uiLanguages())


def current_language() -> Language:
    """Return the language of the program."""
    app = QCoreApplication.instance()
    language: Language = (app.property(_LANGUAGE) if app is not None else None) or "en"
    return language


def apply(app: QCoreApplication, language: Language) -> None:
    """Set the language of the program; all windows show it on return.

    Qt posts one ``LanguageChange`` event for each window, which passes it on to
    everything in it, however many translators come and go.
    """
    if app.property(_LANGUAGE) == language:
        return
    app.setProperty(_LANGUAGE, language)
    QLocale.setDefault(QLocale(language))
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.deleteLater()
    if language != "en":
        for translator in (_qt_texts(app, language), _own_texts(app, language)):
            app.installTranslator(translator)
    app.sendPostedEvents(None, QEvent.LanguageChange)


def _own_texts(parent: QObject, language: Language) -> QTranslator:
    path = resources() / "translations" / f"{language}.toml"
    return TomlTranslator(_read_texts(path), parent)


@cache
def _read_texts(path: Path) -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _qt_texts(parent: QObject, language: Language) -> QTranslator:
    """Return the texts of Qt's buttons, menus and dialogs."""
    translator = QTranslator(parent)
    folders = (
        # QLibraryInfo loses the letters of a path that the locale's encoding lacks.
        str(Path(PyQt5.__file__).parent / "Qt5" / "translations"),
        QLibraryInfo.location(QLibraryInfo.TranslationsPath),
    )
    if not any(translator.load(f"qtbase_{language}", folder) for folder in folders):
        log.warning("Qt's own texts for %s were not found in %s", language, folders)
    return translator
