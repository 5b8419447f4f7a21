"""Reusable widgets that know no window and no controller."""
