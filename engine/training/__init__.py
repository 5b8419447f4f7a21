"""How a network is trained: games, samples, the trainer, and what a run keeps."""
