"""The commands about solo puzzles."""
