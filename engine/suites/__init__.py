"""Suites of test positions: reading them, and measuring engines and networks on them.

Suites are for evaluation only: nothing in the program makes training samples of them.
"""
