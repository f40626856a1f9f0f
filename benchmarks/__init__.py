"""Measurements of speed, memory and pauses; see README.md."""
