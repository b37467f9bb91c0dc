"""The talking half of the storybook: content, what a message is, and the ladder of replies."""
