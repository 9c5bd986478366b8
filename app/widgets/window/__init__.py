"""What lies over or around the panes: sheets, palette, tour, shelf, the prepared show."""
