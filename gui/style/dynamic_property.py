"""Dynamic properties, by which style sheets select the look of a widget."""

from __future__ import annotations

from PyQt5.QtWidgets import QWidget


def set_dynamic_property(widget: QWidget, name: str, value: str | bool) -> None:
    """Set a dynamic property and restyle the widget, unless it has the value."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
