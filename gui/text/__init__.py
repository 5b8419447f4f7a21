"""Translation, and the texts for keys of the engine."""
