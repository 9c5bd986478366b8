"""Of the Corpus pane alone: a folder's filter, the most frequent pre-tokens as bars."""
