"""TOML, JSON, JSON lines and Markdown: readers and writers of all packages."""
