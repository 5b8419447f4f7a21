"""Compiled parts of the network-guided tree search."""
