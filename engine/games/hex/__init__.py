"""Hex: a chain of stones between two edges wins."""
