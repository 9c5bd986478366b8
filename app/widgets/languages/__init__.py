"""Of the Languages pane alone: heat map, bars, table, scatter, prices, the audit of a cell."""
