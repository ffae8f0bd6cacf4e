"""Solo challenges: what may be placed where, and whether it is done."""
