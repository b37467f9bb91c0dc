"""People rate what systems answered, blind: a queue goes out as tables or a page, and comes back as ratings.

People and judges rate the same things on the same scales, so what they say can be put side by side.
"""
