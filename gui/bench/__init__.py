"""What ``bench ui`` and ``bench startup`` measure."""
