"""Text and trees: parse, build, print, load."""
