"""The operator's mode for contests: typed moves, huge signs, two clocks, one record."""
