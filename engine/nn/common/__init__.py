"""Common parts of all networks: file header, input planes, benchmark."""
