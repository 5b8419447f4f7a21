"""Queue of long training runs: one after the other, at the lowest priority."""
