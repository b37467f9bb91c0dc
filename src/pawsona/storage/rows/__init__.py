"""Domain data to rows and back, one file per noun; explicit, so that neither shape binds the other."""
