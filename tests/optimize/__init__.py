"""Tests of the passes over generated source."""
