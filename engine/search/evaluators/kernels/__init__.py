"""Compiled turning and mirroring of batches."""
