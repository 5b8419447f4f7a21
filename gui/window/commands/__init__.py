"""Commands of the actions, each group in a class, and the menus that they fill."""
