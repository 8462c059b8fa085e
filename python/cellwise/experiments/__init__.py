"""Several runs: measured by name, grouped by their settings, replicated, compared in pairs, swept."""
