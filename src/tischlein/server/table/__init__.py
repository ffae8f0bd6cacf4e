"""A table, pure: what can happen at it, its clocks, its names. No input or output."""
