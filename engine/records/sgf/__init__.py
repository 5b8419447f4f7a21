"""SGF: property tree, values, reader, writer."""
