"""Tests of bot/text."""
