"""Self-play runs: games, evaluation matches, cluster."""
