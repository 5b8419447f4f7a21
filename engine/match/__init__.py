"""One game between two players, without a window."""
