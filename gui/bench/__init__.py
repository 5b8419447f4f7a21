"""Measurements of ``bench ui`` and ``bench startup``."""
