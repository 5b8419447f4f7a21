"""Reports of matches and tournaments: tables, and the formats of their files."""
