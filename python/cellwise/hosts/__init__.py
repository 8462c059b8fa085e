"""Real hosts measured on simulated lines: runs, what stands beside them, and their report."""
