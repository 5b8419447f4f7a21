"""Geometry of a board: cells, symmetries, text forms of sizes and cells."""
