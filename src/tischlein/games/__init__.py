"""One folder for each game. A folder whose package defines `GAME` is a game; nothing else has to know it."""
