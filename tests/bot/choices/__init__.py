"""Tests of what servers and people choose."""
