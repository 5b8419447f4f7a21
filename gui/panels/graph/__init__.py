"""Graphs of analyses; the only package that imports pyqtgraph."""
