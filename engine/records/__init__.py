"""Game records and the formats they are read from and written to."""
