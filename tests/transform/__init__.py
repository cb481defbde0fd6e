"""Tests of reverse and forward mode, of storage and recomputation."""
