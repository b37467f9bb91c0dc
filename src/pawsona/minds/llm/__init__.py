"""A language model as a mind: any server that speaks the OpenAI protocol.

`prompt` reads the prompt files, `told/` says what they are filled with, `client` asks the model, `answers/` turns what
comes back into a skill's output, `mind` puts them together.
"""
