"""What the program remembers between starts."""
