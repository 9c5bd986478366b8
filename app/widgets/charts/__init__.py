"""Curves over steps: scale, cursor, thinned lines, and the ghost of another run."""
