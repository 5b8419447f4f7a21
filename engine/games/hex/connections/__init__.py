"""Virtual connections."""
