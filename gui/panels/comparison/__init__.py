"""Panel with engines side by side on one position."""
