"""The tasks of the server's own processes: whatever reads a scenario or a results folder."""
