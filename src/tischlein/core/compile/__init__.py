"""The ways to run compiled code. `core/compiled.py` is the only door to them."""
