"""What servers and people may choose: the pages that show it, and what their buttons do."""
