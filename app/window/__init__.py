"""What the main window is put together from: menus, panes in docks, sheets, status, commands, palette, stage."""
