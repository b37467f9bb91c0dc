"""The bench: what measures companions, their parts and the models behind them. Each suite has its own folder."""
