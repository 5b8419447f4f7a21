"""Drawing and clicking the board of any game."""
