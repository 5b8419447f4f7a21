"""Kernels of training: facts about positions that games do not offer in bulk."""
