"""Tables in memory and what looks after them: screens, bots, clocks, analyses, other processes."""
