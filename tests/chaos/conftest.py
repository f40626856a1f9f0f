"""The database of the tests of the checks."""

from tests.engine.store.conftest import sqlite_url, template

__all__ = ["sqlite_url", "template"]
