"""The list of steps: its model, its columns, its rows."""
