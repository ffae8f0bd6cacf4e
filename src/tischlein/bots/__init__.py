"""Players that are programs."""

from .bot import Bot, Budget, RandomBot
from .levels import make_bot
from .own import adopt, find_player
from .search_bot import SearchBot

__all__ = ["Bot", "Budget", "RandomBot", "SearchBot", "adopt", "find_player", "make_bot"]
