"""Docks: the panels, their places and layouts; geometry of the window."""
