"""The commands about games, a file for each."""
