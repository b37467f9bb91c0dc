"""Experiments: stable assignment (light half); statistics come with the extra `lab`."""
