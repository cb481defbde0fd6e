"""Tests of the facts about core form."""
