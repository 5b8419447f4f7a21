"""CCGC: tokenizer, vocabulary, coordinates, reader, writer."""
