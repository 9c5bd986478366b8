"""Tokenizers that others have published: which there are, where they stand on this machine, how one is fetched."""
