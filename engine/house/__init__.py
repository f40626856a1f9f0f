"""The House: every table of one process, kept in the store and looked after in time."""

from engine.house.core import HouseRules
from engine.house.house import House

__all__ = ["House", "HouseRules"]
