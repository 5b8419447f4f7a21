"""Colours, style sheets, fonts, icons."""
