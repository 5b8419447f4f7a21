"""Settings that persist between starts."""
