"""Rules, search, records and players of Pentahex; free of any user interface."""

__version__ = "0.1.0"
