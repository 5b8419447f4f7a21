"""Search algorithms and what they share."""
