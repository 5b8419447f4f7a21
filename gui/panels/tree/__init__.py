"""Panel with the tree of all variations."""
