"""H2HTalk: S and J over eleven tasks, and instruction following (its figure 7) with items of ours."""
