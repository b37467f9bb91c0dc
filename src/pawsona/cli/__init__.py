"""The `pawsona` command: one file per command, no logic."""
