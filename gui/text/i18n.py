"""Translation of every text that the user sees."""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import Formatter

from PyQt5.QtCore import QCoreApplication

from engine.core.message import Message, MessageKey
from engine.players.preset_file import Preset

FORMATTER = Formatter()

SCRIPTS_MEET = re.compile(r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]")
"""A Chinese letter beside a Latin one or a digit."""

CHINESE_ENDS = ("。", "！", "？", "……")
"""Ends of Chinese sentences; the marks include the space after them."""


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
    text = fill(
        template, **{name: _shown(value) for name, value in message.fields.items()}
    )
    return text.removesuffix(".").removesuffix("。") if message.is_clause else text


def fill(template: str, **fields: object) -> str:
    """Return ``template.format(**fields)`` with a space between Chinese and Latin text.

    It is added at the ends of fields only: names with both scripts stay as they are.
    """
    text = ""
    for literal, name, spec, conversion in FORMATTER.parse(template):
        text = _join(text, literal)
        if name is not None:
            value, _ = FORMATTER.get_field(name, (), fields)
            value = FORMATTER.convert_field(value, conversion)
            text = _join(text, FORMATTER.format_field(value, spec or ""))
    return text


def _join(left: str, right: str) -> str:
    """Return both texts, with a space where the scripts meet."""
    space = " " if SCRIPTS_MEET.fullmatch(left[-1:] + right[:1]) else ""
    return f"{left}{space}{right}"


def preset_title(preset: Preset) -> str:
    """Return the name of an engine in the language of the window."""
    return QCoreApplication.translate("Presets", preset.title)


def preset_description(preset: Preset) -> str:
    """Return the description of an engine in the language of the window."""
    return QCoreApplication.translate("Presets", preset.description)


def join_list(texts: Iterable[str]) -> str:
    """Join texts to a list in one line."""
    return tr("Lists", ", ").join(texts)


def join_sentences(sentences: Iterable[str]) -> str:
    """Join sentences in one line, with a space after each one that is not Chinese.

    Empty sentences are left out.
    """
    text = ""
    for sentence in filter(None, sentences):
        needs_space = bool(text) and not text.endswith(CHINESE_ENDS)
        text += f" {sentence}" if needs_space else sentence
    return text


def _shown(value: object) -> object:
    if isinstance(value, tuple):
        return join_list(map(translate_message, value))
    return translate_message(value) if isinstance(value, str) else value
