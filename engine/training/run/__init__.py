"""What every run has: configuration, run folder, event log, report."""
