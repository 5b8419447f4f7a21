"""Players: searchers by the text of an engine, a strength or an external program."""
