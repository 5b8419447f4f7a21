"""Modal dialogs of the main window."""
