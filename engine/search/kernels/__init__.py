"""Compiled parts that the trees of several searches share."""
