"""Several runs: replicated, compared in pairs, swept, searched; stored as points where they are many."""
