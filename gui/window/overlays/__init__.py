"""What lies over and beside the board: marks, heat maps, cards, win rate, legends."""
