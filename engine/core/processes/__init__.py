"""Processes: their children, status, interrupts and failures."""
