"""Alpha-beta and proof-number search over evaluated boards."""
