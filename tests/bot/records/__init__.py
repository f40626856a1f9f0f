"""Tests of the pages about chips, boards and profiles."""
