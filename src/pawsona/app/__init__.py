"""Builds store, mind, embedder and services from settings; the Python facade `Companion`."""
