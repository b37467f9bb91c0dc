"""Memory: collect, retain, recall, and where everything came from (iPET sec. 2.2)."""
