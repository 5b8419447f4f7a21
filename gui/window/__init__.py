"""The main window: composition, menus, tool bar, docks, commands, overlay cards."""
