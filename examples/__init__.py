"""Whole programs that use srctrans on real problems; each runs by itself: `python -m examples.chain`."""
