"""Openings in which colours are chosen, and how an engine plays them."""
