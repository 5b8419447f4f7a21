"""Places on disk: paths, folders, files replaced as a whole, locks."""
