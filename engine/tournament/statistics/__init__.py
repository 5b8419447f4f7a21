"""Elo of matches and tournaments, with errors and a sequential test."""
