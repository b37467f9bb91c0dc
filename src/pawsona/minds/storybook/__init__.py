"""The storybook: the embedded mind that needs no model, no key and no network."""
