"""Compiled input planes and masked softmax."""
