"""Many PUCT searches in lock-step over one evaluation batch; for training."""
