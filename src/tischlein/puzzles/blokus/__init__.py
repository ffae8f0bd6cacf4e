"""The solo challenges of Blokus."""
