"""What an experiment says, and how sure one may be: the heavy half of the lab (extra `lab`).

Everything takes arrays as well as numbers, so ten thousand simulated experiments are one call.
"""
