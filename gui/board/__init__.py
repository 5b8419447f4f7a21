"""Board view of any game."""
