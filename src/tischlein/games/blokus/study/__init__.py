"""What tischlein.study asks this game for: facts of a move for the coach, and questions for exercises."""
