"""Solo challenges."""
