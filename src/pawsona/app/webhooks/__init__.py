"""Webhooks: what programs of a product are told, how it is signed, and how it reaches them."""
