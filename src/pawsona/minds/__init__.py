"""Who performs skills: the storybook (embedded), language models, and a scripted one for tests."""
