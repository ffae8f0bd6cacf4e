"""Numbers for learning: encodings of moves and views, and many games at once."""
