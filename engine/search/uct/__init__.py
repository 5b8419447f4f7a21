"""Playout tree search (UCB1, RAVE)."""
