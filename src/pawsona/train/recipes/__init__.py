"""Worked recipes: data of our own making, and how to tune on it."""
