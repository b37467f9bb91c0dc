"""A day of the pet's life: outline, schedule, details; the baselines; the day checker (iPET sec. 2.3)."""
