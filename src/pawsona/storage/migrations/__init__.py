"""Alembic's folder: numbered, append-only versions of the tables."""
