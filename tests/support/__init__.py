"""The simulator harness: a small Discord world in which tests play the real bot."""
