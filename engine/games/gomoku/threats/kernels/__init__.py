"""Compiled parts of the VCF solver."""
