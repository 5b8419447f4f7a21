"""Settings as data: what a setting is, and how it is shown."""
