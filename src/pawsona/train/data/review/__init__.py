"""Experts look at what passed the filters: accept, edit or reject, two and more of them, blind to each other."""
