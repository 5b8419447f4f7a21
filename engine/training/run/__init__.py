"""Parts of every run: configuration, run folder, event log, report."""
