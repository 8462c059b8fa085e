"""The tasks of the server's own processes: whatever reads a results folder."""
