"""Text to vectors."""
