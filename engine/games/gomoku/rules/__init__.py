"""The readable rules: position, renju fouls, swap2, layout."""
