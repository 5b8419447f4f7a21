"""Panel *Review*: accuracy, mistakes and *Try again*."""
