"""Analysis of positions behind the window, besides the searches of players."""
