"""Contracts and plain data of what a game offers beyond its rules."""
