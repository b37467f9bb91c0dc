"""Talk of real people as training data: only with their separate consent, and without what says who they are."""
