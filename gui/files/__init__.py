"""Opening, saving and exporting records; autosave of unfinished games."""
