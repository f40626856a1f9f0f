"""What maintainers run: catalogues, pinned requirements, screenshots. No part of the bot."""
