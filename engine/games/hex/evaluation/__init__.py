"""Static analysis of a board: won, lost, must-play, move order, value."""
