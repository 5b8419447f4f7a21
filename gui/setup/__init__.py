"""Plain data that a new game is made from; no Qt."""
