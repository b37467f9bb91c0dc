"""Pet-Bench (arXiv 2506.03761): 16 files of prompts and references, read as they were released."""
