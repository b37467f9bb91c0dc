"""`pawsona bench report`: results as a folder of pages, plain HTML and SVG, with nothing from any other host."""
