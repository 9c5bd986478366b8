"""A session as a file: what it holds, how it is written and read, copies beside it."""
