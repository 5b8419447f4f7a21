"""The settings dialog, made of the table of settings."""
