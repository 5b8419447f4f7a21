"""The readable rules: position, swap, layout."""
