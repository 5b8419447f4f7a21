"""Networks in torch: modules, weights files, inference."""
