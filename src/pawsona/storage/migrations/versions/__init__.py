"""One file per version; a released one is never changed."""
