"""The tokenizers in the shelf, and those that are fetched by name."""
