"""The move tree, and what all formats share."""
