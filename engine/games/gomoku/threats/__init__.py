"""The VCF solver (victory by continuous fours)."""
