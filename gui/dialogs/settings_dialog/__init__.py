"""The settings dialog, one module a page."""
