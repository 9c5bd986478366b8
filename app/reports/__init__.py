"""The report: a session as one HTML page with pictures and tables, chapter by chapter; it refers to no other file."""
