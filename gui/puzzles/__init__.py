"""Window *Puzzles*: positions with a win to be found."""
