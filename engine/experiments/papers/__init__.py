"""The experiments: a module for each, and what those of a paper share."""
