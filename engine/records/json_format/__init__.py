"""JSON: the lossless format."""
