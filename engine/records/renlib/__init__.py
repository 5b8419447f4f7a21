"""RenLib libraries of Gomoku and Renju."""
