"""Of the Tokens pane alone: several tokenizers at once, how a token came about, pipeline, parts, search, statistics."""
