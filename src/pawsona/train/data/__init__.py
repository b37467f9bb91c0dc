"""Training data: seeds, a teacher that writes from them, filters, reviewers, and a file with a datasheet."""
