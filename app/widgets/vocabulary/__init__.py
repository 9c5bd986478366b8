"""Of the Vocabulary pane alone: the table of tokens, merge trees, scripts, overlaps."""
