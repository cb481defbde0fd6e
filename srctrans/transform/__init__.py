"""From core form to its derivative: reverse and forward mode, storage."""
