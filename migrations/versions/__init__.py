"""One file a revision, numbered; a published one is never edited."""
