"""Plain frozen data that every room shares, and the ports through which time, chance and storage come in.

No I/O, no clock, no randomness, standard library only.
"""
