"""The command: `srctrans grad`, `srctrans show`, `srctrans check`."""
