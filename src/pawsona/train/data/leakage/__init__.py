"""Is anything of a benchmark in the training data? By wording, which finds near-copies, and by meaning."""
