"""Line patterns: the look-up tables that they are made from."""
