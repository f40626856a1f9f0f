"""Tests of the single games, written from their rules."""
