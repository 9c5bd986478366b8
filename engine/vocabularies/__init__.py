"""What is in a vocabulary: kinds and scripts of its tokens, how they grow from each other, what can never come out."""
