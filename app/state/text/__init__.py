"""A text seen through tokenizers: tokens, colours, differences, search, parts."""
