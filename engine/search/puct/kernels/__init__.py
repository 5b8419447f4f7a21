"""Compiled parts of the network-guided tree search.

Whoever imports one module gets the tree with all functions of its type: the name of a
cached kernel depends on the modules that implement them.
"""

from engine.search.puct.kernels import edge_tree, entries

__all__ = ["edge_tree", "entries"]
