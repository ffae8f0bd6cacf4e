"""The search and all it knows."""
