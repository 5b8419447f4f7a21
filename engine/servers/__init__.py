"""Our engines as programs that Gomocup managers and Hex windows can start."""
