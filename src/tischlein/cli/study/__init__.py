"""The commands for understanding games: hints, reports, exercises and openings."""
