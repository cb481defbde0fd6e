"""Generated source that is kept word by word."""
