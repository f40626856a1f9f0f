"""The database's schema, revision by revision (Alembic). `engine.store.migrate` runs them."""
