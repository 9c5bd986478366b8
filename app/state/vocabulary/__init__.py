"""What is known of a tokenizer's entries, sizes and cuts."""
