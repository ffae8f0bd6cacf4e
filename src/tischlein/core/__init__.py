"""What every game has in common, and nothing of any particular game."""
