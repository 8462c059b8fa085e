"""What happens in the server's own processes: everything that depends on a scenario or a results folder."""
