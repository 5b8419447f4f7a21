"""Graphs of analyses, drawn by pyqtgraph."""
