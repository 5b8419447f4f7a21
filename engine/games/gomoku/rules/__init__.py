"""The readable rules: position, renju fouls, openings, layout."""
