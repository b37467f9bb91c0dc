"""Evidence recall: does what the pet remembers lead to the turns in which it was said? No model judges anything."""
