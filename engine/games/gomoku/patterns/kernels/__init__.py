"""Compiled line patterns, kept up to date, and the evaluation made of them."""
