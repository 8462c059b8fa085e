"""Many scenarios run and stored: one way for sweeps, searches and studies, wherever they run."""
