"""The game of a match: its record with a cursor, undo and redo, clocks, result."""
