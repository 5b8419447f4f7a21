"""Matches and tournaments of engines: form, process, live tables."""
