"""Openings, schedules and results of many games between engines."""
