"""The running training, its history, the position in it, and what is derived from both."""
