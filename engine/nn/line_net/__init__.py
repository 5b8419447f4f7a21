"""The line-pattern network for Gomoku, without torch."""
