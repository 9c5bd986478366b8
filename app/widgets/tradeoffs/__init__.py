"""Of the Trade-offs pane alone: the chart of sizes, and how numbers, code and words are cut."""
