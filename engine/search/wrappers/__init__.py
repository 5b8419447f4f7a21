"""Searchers around another one."""
