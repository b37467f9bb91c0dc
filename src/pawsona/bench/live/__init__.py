"""Live runs: a model, a mind or the whole companion is asked, by Inspect AI, which only this room imports.

Inspect AI does concurrency, retries, caching, resumption and logs. The room's modules are imported one by one, so that
what needs no Inspect AI works without it.
"""
