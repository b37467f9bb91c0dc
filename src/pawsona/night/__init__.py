"""The T+1 run: plan it, live one pet's night, catch up after sleep (iPET sec. 2.4)."""
