"""Server of the Gomocup protocol."""
