"""The `Store` port on real databases."""
