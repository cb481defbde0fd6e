"""From generated source to machine code."""
