"""Review of whole games: a search of each position, losses and accuracy."""
