"""MoodBench 1.0: emotional companionship in 41 tasks and 60 datasets, scored so that a right answer gets its points.

What the paper says is the profile `paper`; `literal` and `repository` are what else is written down.
"""
