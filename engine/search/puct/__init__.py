"""Network-guided tree search (PUCT, Gumbel)."""
