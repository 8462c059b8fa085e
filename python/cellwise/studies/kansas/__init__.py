"""Thesis, University of Kansas: TCP and UDP over ABR and over UBR with EPD in wide area ATM networks."""
