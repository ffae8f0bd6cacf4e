"""How Blockers!' policy was learned."""
