"""Tests of the store; every one runs on SQLite, and on PostgreSQL where there is a server."""
