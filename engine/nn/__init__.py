"""Networks: encodings, architectures, files, fast inference."""
