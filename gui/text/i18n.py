"""Translation of every text that the user sees."""

from __future__ import annotations

from collections.abc import Iterable

from PyQt5.QtCore import QCoreApplication

from engine.core.message import Message, MessageKey
from engine.preset_file import Preset


def tr(context: str, text: str) -> str:
    """Return ``text`` in the language of the window.

    Both arguments are literals, so that tools find every text. Variable parts are
    named fields, filled with ``format`` after the translation.
    """
    return QCoreApplication.translate(context, text)


def translate_message(message: str) -> str:
    """Return a message of the engine in the language of the window.

    Texts that are not made of a template, such as names, stay as they are.
    """
    if isinstance(message, MessageKey):
        return QCoreApplication.translate("Terms", message)
    if not isinstance(message, Message):
        return message
    template = QCoreApplication.translate("Engine", message.template)
    text = template.format(
        **{name: _shown(value) for name, value in message.fields.items()}
    )
    return text.removesuffix(".").removesuffix("。") if message.is_clause else text


def preset_title(preset: Preset) -> str:
    """Return the name of an engine in the language of the window."""
    return QCoreApplication.translate("Presets", preset.title)


def preset_description(preset: Preset) -> str:
    """Return the description of an engine in the language of the window."""
    return QCoreApplication.translate("Presets", preset.description)


def join_list(texts: Iterable[str]) -> str:
    """Join texts to a list in one line."""
    return tr("Lists", ", ").join(texts)


def _shown(value: object) -> object:
    if isinstance(value, tuple):
        return join_list(map(translate_message, value))
    return translate_message(value) if isinstance(value, str) else value
