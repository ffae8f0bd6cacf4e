"""Matches between bots, and what they say: contests, ratings, charts, games for learning."""
