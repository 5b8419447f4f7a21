"""Networks that need torch: modules, weights on disk, inference."""
