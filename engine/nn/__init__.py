"""Networks: what they are, their files, and how they judge positions fast."""
