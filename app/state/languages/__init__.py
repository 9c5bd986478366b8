"""What a parallel text costs: columns, cells, terms, the audit of one cell."""
