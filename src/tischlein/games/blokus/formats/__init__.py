"""Other programs' files."""
