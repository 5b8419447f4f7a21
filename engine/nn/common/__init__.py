"""What all networks share: file header, input planes, benchmark."""
