"""Suites of test positions: file reader, and measures of engines and networks.

Suites are for evaluation only: the program never makes training samples from them.
"""
