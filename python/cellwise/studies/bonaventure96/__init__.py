"""Bonaventure, Klovning, Danthine: TCP over a policed VBR connection, measured in 1996."""
