"""Pages about what has been played for: chips, boards, profiles, and who won what at a table."""
