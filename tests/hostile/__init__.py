"""Programs written to break gradients, in files by what they attack."""
