"""Runners of nights beyond one process: on a Ray cluster (extra `ray`), and with a model that answers in batches."""
