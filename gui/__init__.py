"""The window: widgets and wiring; no rules and no search."""
