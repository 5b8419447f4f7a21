"""Training of networks from the window."""
