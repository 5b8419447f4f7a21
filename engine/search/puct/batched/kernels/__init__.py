"""Compiled steps of the batched search."""
