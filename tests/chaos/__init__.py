"""Plays with the real bot process in bad weather, kills it again and again, and checks the rest."""
