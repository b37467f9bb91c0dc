"""The HTTP interface and the web app."""
