"""Parts of the main window beside and around the board."""
