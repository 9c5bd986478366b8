"""How the texts of a corpus are found and read: sources, folders, blocks of bytes, parts for many machines, statistics."""
