"""Everything that keeps a person safe. Deterministic, outside the model, works when the model is down."""
