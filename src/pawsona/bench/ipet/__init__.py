"""iPET's offline evaluation (its sec. 3.2, table 1): four ways to make a day, with and without memories, judged."""
