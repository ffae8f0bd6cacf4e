"""How Blokus' policies, value nets and book were learned."""
